// Package filename makes safe file names out of words that nobody has vouched
// for: the title of a scan, the answer of a model, a header of a mail.
//
// A safe name is one path component on every system that people carry files
// to: NFC, at most 255 bytes and 255 UTF-16 units, no name that Windows keeps
// for devices, nothing invisible, nothing that turns the reading direction.
//
// It imports the standard library and golang.org/x/text, keeps no state, and
// may be called from any goroutine.
package filename
