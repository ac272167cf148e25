// Package manifest reads and writes mcp.json, the servers that the user has added, in the
// form that other hosts read too, and the record of which commands the user has agreed to
// start.
//
// Read accepts a file as it is: an error in one entry is reported for that entry and
// leaves the others alone; a file that is not JSON is reported with its line and never
// overwritten. Unknown keys are kept and reported, since other hosts put their own there.
// Entry.Refused is why an entry is not started, Warning what one of its variables does,
// Entry.Fetches what it downloads.
//
// An Agreement is what the user agrees to: the entry as written, by its hash, and the
// files that it runs, by their contents. Files reads these, and only what has changed.
//
// It imports mcp/lookalike, golang.org/x/sys and the standard library, and starts
// nothing. Its functions are safe for concurrent use as long as one caller at a time
// writes a file.
package manifest
