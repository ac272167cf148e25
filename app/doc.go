// Package app is the composition root: wire.go shows every joint, Controller is
// what a window or a verb can ask, in plain values.
//
// It may import agentcore, inference and mcp with what lies under them, but
// neither the servers (they are programs of their own) nor ui, nor Fyne. A
// Controller is safe for concurrent use; its calls may block and are cancelled
// by their context; Close ends every goroutine and subprocess that it started.
package app
