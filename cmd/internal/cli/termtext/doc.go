// Package termtext prints for a person at a terminal.
//
// It imports the standard library alone.
package termtext
