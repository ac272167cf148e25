// Package pdftest writes small PDF files for tests. It imports the standard library
// only and holds no state.
package pdftest
