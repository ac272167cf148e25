package main

import (
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/mcp/servers/documents"
	"github.com/deskhand/deskhand/mcp/servers/files"
	"github.com/deskhand/deskhand/mcp/servers/ocr"
)

type mcpCmd struct {
	Name string `arg:"" enum:"files,documents,ocr" help:"The server: files, documents or ocr."`
	Root []path `help:"A folder or file that the server may use. Without one, only what a host names in each call." placeholder:"DIR"`
}

// Run serves until standard input ends.
func (m *mcpCmd) Run(c *console) error {
	roots := pathTexts(m.Root)
	paths := app.FindPaths()
	switch m.Name {
	case "files":
		return files.Serve(c.ctx, files.Config{Roots: roots, JournalDir: paths.Journal(), Version: version, In: c.in, Out: c.out})
	case "ocr":
		return ocr.Serve(c.ctx, ocr.Config{Roots: roots, CacheDir: paths.Cache, Version: version, In: c.in, Out: c.out})
	default:
		return documents.Serve(c.ctx, documents.Config{Roots: roots, CacheDir: paths.Cache, Version: version, In: c.in, Out: c.out})
	}
}
