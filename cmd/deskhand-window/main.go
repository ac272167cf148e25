package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/deskhand/deskhand/cmd/internal/cli"
)

// version is set when the program is linked.
var version = "development"

func main() {
	flags := flag.NewFlagSet("deskhand-window", flag.ContinueOnError)
	show := flags.Bool("version", false, "print the version")
	flags.Usage = func() {
		fmt.Fprintln(os.Stderr, "Usage: deskhand-window [FILE OR FOLDER ...]\nOpens Deskhand's window and drops files and folders on it. For everything else: deskhand --help")
	}
	switch err := flags.Parse(os.Args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		return
	case err != nil:
		os.Exit(2)
	case *show:
		fmt.Println("deskhand-window", version)
		return
	}
	program := cli.Program{Version: version, Deskhand: deskhand, Window: openWindow}
	os.Exit(program.Run(append([]string{"window", "--"}, flags.Args()...)))
}

// deskhand returns the path of the program that servers and reapers are started
// from.
func deskhand() (string, error) {
	path, err := cli.Sibling("deskhand")
	if err != nil {
		return "", cli.Fail("The window needs the program deskhand, which is neither next to it nor in PATH. Install the whole package, or build it with: make build")
	}
	return path, nil
}
