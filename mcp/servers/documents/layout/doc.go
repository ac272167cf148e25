// Package layout holds what was read from a page: words and where they stand,
// and which way up the page is.
//
// It is pure arithmetic on plain values, imports the standard library alone,
// and has no goroutine of its own; everything is safe from anywhere.
package layout
