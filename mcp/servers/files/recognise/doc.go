// Package recognise tells by names which files are better left alone or kept
// together: downloads that are not finished, stubs of cloud files, parts of one
// archive, a photo with its film and its settings, a page with its pictures,
// projects and packages. And by a few bytes, whether a PDF is signed.
//
// It imports the standard library alone, touches no disk and starts no
// goroutine; a Folder may be read from several.
package recognise
