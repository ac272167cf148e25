package main

import (
	"os"

	"github.com/deskhand/deskhand/assets"
	"github.com/deskhand/deskhand/cmd/internal/cli"
	"github.com/deskhand/deskhand/mcp/reaper"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/builtin"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
)

// version and commit are set when the program is linked.
var version, commit = "development", ""

func main() {
	// The reaper passes a foreign command line on, so nothing may parse it.
	if len(os.Args) > 1 && os.Args[1] == "reap" {
		os.Exit(reaper.Run(os.Args[2:], os.Stderr))
	}
	if len(os.Args) > 1 && os.Args[1] == worker.Verb {
		os.Exit(worker.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	if len(os.Args) > 1 && os.Args[1] == builtin.Verb {
		os.Exit(builtin.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	program := cli.Program{Version: version, Commit: commit, OCR: builtin.Version(), Licences: assets.Notices, Sample: assets.WriteSample, Deskhand: cli.Own, Window: startWindow, Serve: serve}
	os.Exit(program.Run(os.Args[1:]))
}
