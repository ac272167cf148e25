// Package find looks at what is in the folders of a scope: it lists, searches,
// inspects and compares files, and tells what needs care. It changes nothing.
//
// It imports safefs, folders, roots, fault, recognise and mimetype. It starts no
// goroutine; a Finder may be called from several.
package find
