// Package format says what a reader of a format is and gathers what it reads:
// lines with what they are, within bounds.
//
// A format has a folder of its own below this one; docs/formats.md lists them.
// It may import the types of the wire and the standard library alone, has no
// goroutine, and a Builder belongs to one of its caller's.
package format
