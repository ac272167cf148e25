// Package transport sends requests to model servers over HTTP, to the named server only
// and within time limits; decodes the streams of their answers; and reports as a fault
// why one broke off.
package transport
