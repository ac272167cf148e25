// Package safefs moves files so that nothing is ever lost or overwritten.
//
// A folder is opened once, component by component and never through a symbolic
// link, and is then worked in by its handle: whatever is swapped underneath
// later, a move stays in the folder that was checked. A rename never replaces
// what is there. Where the system cannot promise that, a move becomes a second
// link and the removal of the first name; where it cannot link either, or the
// target is on another device, a checked copy.
//
// FS, Dir and File are the only way to the disk, for the journal too: a test
// puts its own in front to fail, to forget what was not synced, or to die
// between two calls.
//
// It imports the standard library and golang.org/x/sys. Nothing here starts a
// goroutine; a Dir may be used from one goroutine at a time.
package safefs
