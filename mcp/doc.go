// Package mcp is the host of MCP servers: it launches each as a subprocess under
// a reaper, supervises it (limits, restarts, quarantine) and offers the tools of
// all of them as one toolbox, in the shape of agentcore's Toolbox port.
//
// It may import agentcore/chat, event and regular, never the servers: those are
// programs of their own. A Host is safe for concurrent use. Each server has one
// supervising goroutine; each live connection adds a writer, a reader, a drain
// of stderr and one that waits for the process. Close ends them all, with every
// process that was started. Nothing here blocks on a server beyond its limits,
// and what a server says is data: it is bounded, parsed and never believed.
package mcp
