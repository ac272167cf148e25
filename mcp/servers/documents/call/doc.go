// Package call is what the servers that read have alike: the transport, the
// folders of a call, how far it is, and how a failure is told.
//
// It may import the MCP library and confine. It starts no goroutine of its own;
// everything in it is safe from any.
package call
