// Package manifest is mcp.json: the servers that a person has added, in the form
// that other hosts read too, and the record of which of their commands the
// person has agreed to start.
//
// Read takes a file as it is: what is wrong with one entry is said of that entry
// and leaves the others alone; a file that is no JSON is told with its line and
// never written over. Keys that we do not know are kept and named, as other
// hosts put their own there. Entry.Refused is what an entry is not started for,
// and Entry.Hash stands for everything that decides what would run.
//
// It imports mcp/lookalike and the standard library, and starts nothing. Its functions are
// safe for concurrent use as long as one caller at a time writes a file.
package manifest
