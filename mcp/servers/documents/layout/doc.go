// Package layout holds what was read from a page: words with their boxes, and the page's
// rotation.
//
// It is pure arithmetic on plain values, imports the standard library alone,
// and has no goroutine of its own; everything is safe from anywhere.
package layout
