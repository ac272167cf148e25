// Package pdf reads PDF files: their text with the place of each word, their
// pages as pixels, and what they say of themselves.
//
// It runs PDFium as WebAssembly: a file cannot reach the memory, the disk or
// the output of this process. Nothing stops a page that takes too long: package
// worker runs it in a process that can be killed. The compiled code is kept in the
// cache folder. It may import the PDF library, wazero and the leaves layout and compiled. A
// Reader is safe from any goroutine, a Document is used by one at a time. Close
// ends everything.
package pdf
