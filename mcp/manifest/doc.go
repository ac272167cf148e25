// Package manifest is mcp.json: the servers that a person has added, in the form
// that other hosts read too, and the record of which of their commands the
// person has agreed to start.
//
// Read takes a file as it is: what is wrong with one entry is said of that entry
// and leaves the others alone; a file that is no JSON is told with its line and
// never written over. Keys that we do not know are kept and named, as other
// hosts put their own there. Entry.Refused is what an entry is not started for,
// Warning what a variable of it does, and Entry.Fetches what it downloads.
//
// An Agreement is what a yes is given to: the entry as it is written, by its hash,
// and the files that it runs, by what is in them. Files looks at these, and reads
// only what has changed.
//
// It imports mcp/lookalike, golang.org/x/sys and the standard library, and starts
// nothing. Its functions are safe for concurrent use as long as one caller at a
// time writes a file.
package manifest
