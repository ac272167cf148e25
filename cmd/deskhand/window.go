package main

import (
	"os"

	"github.com/deskhand/deskhand/cmd/internal/cli"
)

// windowProgram is the program of the window.
const windowProgram = "deskhand-window"

// startWindow hands the paths to the window that is open, or becomes the program
// of the window.
func startWindow(c *cli.Console, paths []string) error {
	if err := c.HandOver(); cli.Done(err) {
		return err
	}
	if err := cli.MissingDisplay(); err != nil {
		return c.Notify(err)
	}
	program, err := cli.Sibling(windowProgram)
	if err != nil {
		return c.Notify(cli.Fail("The window is a separate program, " + windowProgram + ", and it is neither next to deskhand nor in PATH. " +
			"Install the whole package, or build it with: make build. The commands work without it, such as: deskhand triage FOLDER."))
	}
	return become(program, append([]string{program, "--"}, paths...), os.Environ())
}
