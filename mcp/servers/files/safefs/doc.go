// Package safefs moves files so that nothing is ever lost or overwritten.
//
// A folder is opened once, component by component and never through a symbolic link, and
// then used by its handle: whatever is swapped later, a move stays in the folder that was
// checked. A rename never replaces a file. Where the system cannot guarantee that, a move
// becomes a hard link and the removal of the first name; without hard links, or on
// another device, it becomes a verified copy.
//
// FS, Dir and File are the only way to the disk, for the journal too, so that tests can
// inject faults: failing calls, lost unsynced data, a crash between two calls.
//
// It imports the standard library and golang.org/x/sys. It starts no goroutine; a Dir may
// be used from one goroutine at a time.
package safefs
