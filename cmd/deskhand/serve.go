package main

import (
	"context"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/cmd/internal/cli"
	"github.com/deskhand/deskhand/mcp/servers/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/builtin"
	"github.com/deskhand/deskhand/mcp/servers/files"
	"github.com/deskhand/deskhand/mcp/servers/ocr"
)

// serve runs one of our MCP servers until its input ends.
func serve(ctx context.Context, s cli.Server) error {
	paths := config.FindPaths()
	reading := engine.Config{BuiltIn: builtin.Command()}
	switch s.Name {
	case "files":
		return files.Serve(ctx, files.Config{Roots: s.Roots, JournalDir: paths.Journal(), Version: version, In: s.In, Out: s.Out})
	case "ocr":
		return ocr.Serve(ctx, ocr.Config{Roots: s.Roots, CacheDir: paths.Cache, OCR: reading, Version: version, In: s.In, Out: s.Out})
	default:
		return documents.Serve(ctx, documents.Config{Roots: s.Roots, CacheDir: paths.Cache, OCR: reading, Version: version, In: s.In, Out: s.Out})
	}
}
