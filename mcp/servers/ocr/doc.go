// Package ocr is the MCP server that reads the text of pictures for other hosts: a
// façade over the engine that the documents server works with, its cache and its
// confinement. It reads nothing but pictures and changes nothing.
//
// It is started as `deskhand mcp ocr [--root DIR]...` and speaks MCP on the reader
// and writer that it is given. It may import the MCP library, the leaves of the
// documents server, and nothing else of this project. The library calls the tools
// from several goroutines; all that they share, the engine and its cache, is safe.
// Everything that comes out of a picture is data, and is passed on as it is.
package ocr
