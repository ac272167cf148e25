// Package scans makes searchable PDFs, or texts, of scans: the server of documents makes
// each in a folder of our own, the server of files puts them next to the scans, on
// record, so that undo takes them away.
//
// A Scans is safe for concurrent use. Its goroutines end with the call.
package scans
