package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/deskhand/deskhand/assets"
	"github.com/deskhand/deskhand/mcp/reaper"
)

// version is set when the program is linked.
var version = "development"

// cli is the command line.
type cli struct {
	Window   windowCmd   `cmd:"" default:"withargs" help:"Open the window, with these files and folders dropped on it."`
	Triage   triageCmd   `cmd:"" help:"Read files, propose names, ask, rename, print the receipt."`
	Apply    applyCmd    `cmd:"" help:"Apply a plan that was saved with triage --plan."`
	Undo     undoCmd     `cmd:"" help:"Take back the last batch, or the one named."`
	History  historyCmd  `cmd:"" help:"List what was changed, newest first."`
	Ask      askCmd      `cmd:"" help:"Ask the assistant."`
	Sessions sessionsCmd `cmd:"" help:"List and show conversations."`
	Context  contextCmd  `cmd:"" help:"Show what takes up the model's context window."`
	Grants   grantsCmd   `cmd:"" help:"List and take back what was allowed for longer than once."`
	Models   modelsCmd   `cmd:"" help:"List models and download them."`
	Servers  serversCmd  `cmd:"" help:"List, add, try, trust, start and stop MCP servers."`
	Doctor   doctorCmd   `cmd:"" help:"Check that everything is in working order."`
	MCP      mcpCmd      `cmd:"" name:"mcp" help:"Run one of our MCP servers on standard input and output."`
	Version  versionCmd  `cmd:"" help:"Print the version."`
}

func main() {
	// The reaper passes a foreign command line on, so nothing may parse it.
	if len(os.Args) > 1 && os.Args[1] == "reap" {
		os.Exit(reaper.Run(os.Args[2:], os.Stderr))
	}
	os.Exit(run(os.Args[1:]))
}

// run does what the arguments say in this process, and returns the exit code.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // it was taken away; only a relative path suffers
	}
	verb := &console{
		ctx: ctx, in: os.Stdin, out: os.Stdout, errs: os.Stderr, args: args, dir: dir,
		asks: isTerminal(os.Stdin), shows: isTerminal(os.Stderr), unhand: stop,
	}
	return verb.run()
}

// run does what the arguments say and returns the exit code.
func (c *console) run() int {
	var line cli
	exited := -1
	parser, err := kong.New(&line,
		kong.Name("deskhand"),
		kong.Description("Tidies files on this computer: reads them, proposes readable names, does it on one approval, and can undo it all."),
		kong.Writers(c.out, c.errs),
		kong.Exit(func(code int) { exited = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.TypeMapper(reflect.TypeFor[path](), pathsFrom(c.dir)),
	)
	if err != nil {
		fmt.Fprintln(c.errs, "deskhand:", err)
		return exitFailed
	}
	parsed, err := parser.Parse(c.args)
	if exited >= 0 { // --help
		return exited
	}
	if err != nil {
		fmt.Fprintf(c.errs, "deskhand: %s. Try: deskhand --help\n", err)
		return exitUsage
	}
	c.warnOfOllama(parsed.Command())
	if err = parsed.Run(c); err == nil {
		err = c.lost
	}
	code, sentence := verdict(err)
	if sentence != "" {
		_ = tell(c.errs, "%s\n", sentence) // there is nowhere else to say it
	}
	return code
}

type versionCmd struct {
	Licences bool `help:"Print the licences of everything that the program contains." aliases:"licenses"`
}

// Run prints the version, or the licences.
func (v versionCmd) Run(c *console) error {
	if v.Licences {
		_, err := io.WriteString(c.out, assets.Notices)
		return err
	}
	_, err := fmt.Fprintln(c.out, "deskhand", version)
	return err
}
