package app

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/assets"
	"github.com/deskhand/deskhand/mcp/mcptest"
	"github.com/deskhand/deskhand/mcp/reaper"
	"github.com/deskhand/deskhand/mcp/servers/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
	"github.com/deskhand/deskhand/mcp/servers/files"
)

// TestMain makes the test binary the program that our servers and their reapers
// are started from.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case "reap":
			os.Exit(reaper.Run(os.Args[2:], os.Stderr))
		case worker.Verb:
			os.Exit(worker.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
		case "mcp":
			os.Exit(serve(os.Args[2]))
		case VerbSample:
			if err := assets.WriteSample(os.Args[2]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		case mcptest.Role:
			os.Exit(mcptest.Main(os.Args[2:]))
		}
	}
	// The profile of whoever runs the tests is no part of them.
	if err := os.Setenv("SHELL", "/bin/sh"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func serve(name string) int {
	paths, err := config.FindPaths(), error(nil)
	switch name {
	case serverFiles:
		err = files.Serve(context.Background(), files.Config{JournalDir: paths.Journal(), In: os.Stdin, Out: os.Stdout})
	case serverDocuments:
		err = documents.Serve(context.Background(), documents.Config{CacheDir: paths.Cache, In: os.Stdin, Out: os.Stdout})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
