// Package odf reads OpenDocument: texts, tables and presentations, as LibreOffice
// writes them.
//
// It imports packages format and archive, has no goroutine, and is safe from
// anywhere.
package odf
