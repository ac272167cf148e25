// Package find lists, searches, inspects and compares the files of a scope, and flags
// those that need care. It changes nothing.
//
// It imports safefs, folders, roots, fault, recognise and mimetype. It starts no
// goroutine; a Finder may be used from several.
package find
