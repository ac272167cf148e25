// Package holder lets the process that holds the database do the work of others.
//
// The holder listens on a Unix socket in its data folder. A second Deskhand of the
// same person connects, says which command line it was given, and is from then on
// the terminal of that command: what the command prints comes to it, what the
// command reads comes from it, and its Ctrl+C ends the command. Messages are lines
// of JSON of bounded length.
package holder
