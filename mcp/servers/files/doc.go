// Package files is the MCP server that looks at files and moves them. It has
// no way to delete or to overwrite: what it does is journalled before it is
// done, counted afterwards, and can be undone by any later server.
//
// Each tool is a file of its own, thin over the packages inside: mover plans,
// does and undoes batches, safefs touches the disk, journal remembers.
//
// It imports mcp-go, agentcore/filename and its own inner packages. Calls come
// on mcp-go's worker goroutines; the mover makes one batch at a time. Nothing
// outlives Serve but a read of Config.In that has not returned yet.
package files
