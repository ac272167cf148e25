// Package docx reads Word documents.
//
// It imports packages format and archive, has no goroutine, and is safe from
// anywhere.
package docx
