// Command deskhand tidies files on this computer alone.
//
// By default it opens the window; with a verb it does one thing and ends. It is
// also the program that its own MCP servers are started from (deskhand mcp
// NAME), and the reaper of each of them (deskhand reap). It parses, calls app
// and prints: words for a person are made here and in ui, nowhere below.
//
// Exit codes: 0 done, 1 failed, 2 usage, 3 refused or not approved, 4 partly
// done, 130 cancelled.
package main
