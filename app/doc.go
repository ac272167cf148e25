// Package app is the composition root: wire.go connects everything, and Controller is
// what a window or a verb can ask, in plain values.
//
// It may import agentcore, inference and mcp with what is below them, but not the
// servers, which are separate programs, nor ui or Fyne. A Controller is safe for
// concurrent use; its calls may block and are cancelled by their context; Close ends
// every goroutine and subprocess that it started.
package app
