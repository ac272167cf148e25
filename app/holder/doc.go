// Package holder lets the process that holds the database run commands for others.
//
// The holder listens on a Unix socket in its data folder. A second Deskhand of the same
// user connects, sends its command line, and is then the terminal of that command: it
// shows the output, provides the input, and passes on Ctrl+C. Messages are JSON lines of
// bounded length.
package holder
