// Package cli is the command line of the programs deskhand and deskhand-window: its
// verbs, and what they print. It parses, calls app and prints; sentences for a terminal
// are made here.
//
// Both programs have all verbs, because the one that holds the database runs those of the
// others, at the terminals of their callers (see app/holder): that is deskhand-window
// while the window is open. What only one of them can do is in Program.
//
// It links neither the window's toolkit nor an MCP server. A Console belongs to one
// goroutine.
package cli
