// Package inert makes text from a model, a tool or a file safe to show: without terminal
// sequences, changes of writing direction or hidden characters.
//
// It imports only the standard library. Any goroutine may call it.
package inert
