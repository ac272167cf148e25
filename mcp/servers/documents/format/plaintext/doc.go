// Package plaintext reads text files in the encodings that people have.
//
// It may import package format and x/text, has no goroutine, and is safe from anywhere.
package plaintext
