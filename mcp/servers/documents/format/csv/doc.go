// Package csv reads tables whose cells are parted by a character, whichever it
// is.
//
// It imports packages format and plaintext, has no goroutine, and is safe from
// anywhere.
package csv
