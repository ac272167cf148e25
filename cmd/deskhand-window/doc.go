// Command deskhand-window is Deskhand's window. It shows ui on app; while it is
// open it holds the database and does the verbs of deskhand for others, so it has
// them too (cmd/internal/cli).
//
// Its MCP servers and their reapers are started from the program deskhand next to
// it, so that none of them carries the window's toolkit, and this program carries
// no server. A second start hands its paths to the window that is open.
package main
