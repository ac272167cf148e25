// Package turns derives the exit code of a command from the calls of a turn. A Calls
// must be used by one goroutine.
package turns
