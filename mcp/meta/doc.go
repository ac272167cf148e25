// Package meta is what our host and our servers tell each other in the _meta of
// MCP messages. It is plain data, and the one place where its form is written.
//
// It imports the standard library alone and starts no goroutine.
package meta
