// Package documents is the MCP server that reads documents: pictures by OCR,
// PDF, Word and text files, and what cameras write into photos. It renders
// pages for people to look at. It changes nothing.
//
// It is started as `deskhand mcp documents [--root DIR]...` and speaks MCP on
// the reader and writer that it is given; any host can use it. It may import
// the MCP library, its own leaves (engine, worker, decode, pdf, picture, the formats,
// layout, cache, call) and nothing else of this project. The library
// calls the tools from several goroutines; the service has no state that they
// share but the engine, the PDF reader and the caches, which are safe. Everything
// that comes out of a file is data, and is passed on as it is.
package documents
