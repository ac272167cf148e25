// Package library keeps what was read of a person's documents, to find it again:
// for each file, by what it contains, where it is, its text by page, what was
// found in it and when it was read. Search finds documents by words and by what
// they say of themselves; Sum adds their amounts up.
//
// It is a SQLite file of its own with a full-text index of the words' keys (see
// package words), which is opened with the first use and made again where it is
// damaged or of another version. What the index says is never more than what was
// added: nothing is lost with it that cannot be read again.
//
// It is the only package that imports SQLite, and touches no file but its own. A
// Library is safe for concurrent use and for one process. The goroutine
// that Add starts ends with it.
package library
