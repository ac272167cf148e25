// Package inert makes text that came from a model, a tool or a file fit to be
// shown: nothing in it steers a terminal, turns the direction of writing or hides
// between letters.
//
// It imports the standard library alone; every goroutine may call it.
package inert
