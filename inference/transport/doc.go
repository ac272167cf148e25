// Package transport sends requests to servers of models over HTTP: to the server
// that was named and to no other, within limits, with a fault that says why one
// broke off.
package transport
