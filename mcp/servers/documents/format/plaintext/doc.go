// Package plaintext reads text files in the encodings that people have.
//
// It may import x/text, has no goroutine, and is safe from anywhere.
package plaintext
