package main

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/cmd/internal/cli"
	"github.com/deskhand/deskhand/mcp/servers/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/builtin"
	"github.com/deskhand/deskhand/mcp/servers/files"
	"github.com/deskhand/deskhand/mcp/servers/ocr"
)

// garbage is how much may lie about in a server that reads, in percent of what is
// used: files and pictures, which are large and pass through.
const garbage = 25

// spare is memory of a server that is never touched, so that it takes none. With
// it a quarter of garbage is 16 MB at least: without, the collector would run
// several times for each page of text.
const spare = 64 << 20

// serve runs one of our MCP servers until its input ends.
func serve(ctx context.Context, s cli.Server) error {
	paths := config.FindPaths()
	reading := engine.Config{BuiltIn: builtin.Command()}
	switch s.Name {
	case "files":
		return files.Serve(ctx, files.Config{Roots: s.Roots, JournalDir: paths.Journal(), Version: version, In: s.In, Out: s.Out})
	case "ocr":
		debug.SetGCPercent(garbage)
		return ocr.Serve(ctx, ocr.Config{Roots: s.Roots, CacheDir: paths.Cache, OCR: reading, Version: version, In: s.In, Out: s.Out})
	default:
		debug.SetGCPercent(garbage)
		heap := make([]byte, spare)
		defer runtime.KeepAlive(heap)
		return documents.Serve(ctx, documents.Config{Roots: s.Roots, CacheDir: paths.Cache, OCR: reading, Version: version, In: s.In, Out: s.Out})
	}
}
