// Package files is the MCP server that looks at files, moves and copies them,
// and puts them into the trash. It has no way to delete or to overwrite: what it
// does is journalled before it is done, counted afterwards, and can be undone by
// any later server. Another file is never made unless its name is free; what an
// undo takes away of our own making goes into the trash.
//
// Each tool is a file of its own, thin over the packages inside: mover plans,
// does and undoes batches, safefs touches the disk, journal remembers, recognise
// tells what needs care.
//
// It imports mcp-go, agentcore/filename and its own inner packages. Calls come
// on mcp-go's worker goroutines; the mover makes one batch at a time. Nothing
// outlives Serve but a read of Config.In that has not returned yet.
package files
