// Package confine opens files for reading, in allowed folders only.
//
// A path must lie in the outer bound and, where a call has its own, in that of
// the call; symbolic links do not lead out, and are themselves not followed as
// a last step. Nothing but a regular file is opened, and opening never waits.
// It imports the standard library alone, has no goroutine, and is safe from
// anywhere.
package confine
