// Package transport sends requests to servers of models over HTTP, to the server that
// was named and to no other, within limits; reads the streams of their answers; and
// says in a fault why one broke off.
package transport
