// Package filename makes safe file names from untrusted words: the title of a scan, the
// answer of a model, a header of a mail.
//
// A safe name is one path component on every common system: NFC, at most 255 bytes and
// 255 UTF-16 units, not reserved on Windows, without invisible characters or changes of
// the reading direction.
//
// It imports the standard library and golang.org/x/text, keeps no state, and may be
// called from any goroutine.
package filename
