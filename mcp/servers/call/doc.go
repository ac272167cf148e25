// Package call is what our servers have alike: the transport, what a call may
// touch, how far it is, and how a failure is told.
//
// It imports the MCP library, meta, chat, roots, fault, and of the files server
// safefs and folders. It starts no goroutine of its own; everything in it is safe
// from any.
package call
