// Package rtf reads Rich Text.
//
// It imports package format and x/text, has no goroutine, and is safe from
// anywhere.
package rtf
