// Package docx reads the text of Word documents (.docx), which are XML in a
// zip archive.
//
// Nothing is unpacked beyond a cap, whatever the archive says of itself. It
// imports the standard library alone, has no goroutine, and is safe from
// anywhere.
package docx
