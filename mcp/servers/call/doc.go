// Package call is what our servers have alike: the transport, the roots of a
// call, how far it is, and how a failure is told.
//
// It may import the MCP library, meta and confine. It starts no goroutine of its
// own; everything in it is safe from any.
package call
