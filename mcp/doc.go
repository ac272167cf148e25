// Package mcp is the host of MCP servers. It launches each as a subprocess under a
// reaper, supervises it (limits, restarts, quarantine), and offers the tools of all
// servers as agentcore's Toolbox port.
//
// It may import agentcore/chat, event and regular, but never the servers, which are
// separate programs. A Host is safe for concurrent use. Each server has one supervising
// goroutine; each live connection adds a writer, a reader, one that drains stderr and one
// that waits for the process. Close ends them all, with every process that was started.
// Nothing here blocks on a server beyond its limits, and what a server sends is untrusted
// data: bounded and parsed.
package mcp
