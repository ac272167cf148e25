// Package markdown reads Markdown: its text without the marks, its headings as
// headings.
//
// It imports packages format and plaintext, has no goroutine, and is safe from
// anywhere.
package markdown
