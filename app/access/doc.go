// Package access makes paths absolute, and asks the system what this user may do with a
// folder. It imports the standard library alone, starts no goroutine, and every goroutine
// may call it.
package access
