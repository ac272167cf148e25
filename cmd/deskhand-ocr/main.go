package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/deskhand/deskhand/mcp/servers/documents/confine"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/process"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout, confine.Engine(process.DataFolders()...)); err != nil {
		fmt.Fprintln(os.Stderr, "deskhand-ocr:", err)
		os.Exit(1)
	}
}

// garbage is how much may lie about, in percent of what is used: pictures.
const garbage = 25

// run prints the inventory, or reads pictures until in ends.
func run(args []string, in io.Reader, out io.Writer, confined bool) error {
	switch {
	case len(args) == 1 && args[0] == "--languages":
		found := inventory()
		found.Confined = confined
		return json.NewEncoder(out).Encode(found)
	case len(args) > 0:
		return errors.New("usage: deskhand-ocr [--languages]; pictures come on stdin")
	}
	debug.SetGCPercent(garbage)
	engine := newRecognizer()
	defer engine.Close()
	return process.Serve(in, out, engine)
}
