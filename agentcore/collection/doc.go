// Package collection keeps the library in step with the files. It adds what was
// read, follows what becomes of files, looks whether what was found is still where
// it was, and offers all of it as tools.
//
// It touches no file itself: it looks through a guarded Toolbox. A Collection is
// safe for concurrent use and starts no goroutine.
package collection
