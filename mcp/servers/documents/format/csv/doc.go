// Package csv reads tables whose cells are separated by some character.
//
// It imports packages format and plaintext, has no goroutine, and is safe from
// anywhere.
package csv
