package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"runtime"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
	"github.com/deskhand/deskhand/cmd/internal/cli/duplicates"
	"github.com/deskhand/deskhand/cmd/internal/cli/naming"
	"github.com/deskhand/deskhand/cmd/internal/cli/papers"
	"github.com/deskhand/deskhand/cmd/internal/cli/pathwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/scans"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
	"github.com/deskhand/deskhand/cmd/internal/cli/verb"
)

// Program is what each program adds to the verbs.
type Program struct {
	Version string
	// Commit is what the program was built from, OCR the version of its built-in engine;
	// empty means unknown, or none.
	Commit, OCR string
	// Licences are those of everything in the programs. The window needs none: only the
	// verb version prints them, never for another process.
	Licences string
	// Sample writes the sample files into a folder; nil in programs without that verb.
	Sample func(dir string) error
	// Deskhand returns the path of the program deskhand, which starts servers and their
	// reapers.
	Deskhand func() (string, error)
	// Window opens the window with these paths dropped on it.
	Window func(c *Console, paths []string) error
	// Serve runs one of our MCP servers until its input ends; nil in programs without
	// that verb.
	Serve func(context.Context, Server) error
}

// Server is one of our MCP servers, with what it may use and its transport.
type Server struct {
	Name  string
	Roots []string
	In    io.Reader
	Out   io.Writer
}

// commands is the command line.
type commands struct {
	Window  windowCmd  `cmd:"" default:"withargs" help:"Open the window and drop files and folders on it."`
	Triage  triageCmd  `cmd:"" help:"Read files, propose names, ask, rename, print the receipt."`
	Apply   applyCmd   `cmd:"" help:"Apply a plan that was saved with triage --plan."`
	Undo    undoCmd    `cmd:"" help:"Undo the last batch, or a given one."`
	History historyCmd `cmd:"" help:"List past changes, newest first."`
	papers.Verbs
	Duplicates duplicates.Duplicates `cmd:"" help:"Find files with the same contents or the same text."`
	OCR        scans.OCR             `cmd:"" name:"ocr" help:"Make searchable PDFs or text files from scans."`
	Ask        askCmd                `cmd:"" help:"Ask the assistant."`
	Sessions   sessionsCmd           `cmd:"" help:"List and show conversations."`
	Context    contextCmd            `cmd:"" help:"Show what fills the model's context window."`
	Habits     naming.Habits         `cmd:"" help:"List, edit and remove what your corrections taught."`
	Rules      naming.Rules          `cmd:"" help:"List, add and remove your naming rules."`
	Grants     grantsCmd             `cmd:"" help:"List and revoke standing permissions."`
	Models     modelsCmd             `cmd:"" help:"List models and download them."`
	Servers    serversCmd            `cmd:"" help:"List, add, test, trust, start and stop MCP servers."`
	Sample     sampleCmd             `cmd:"" help:"Write sample files into a folder, to try things out."`
	Doctor     doctorCmd             `cmd:"" help:"Check that everything works."`
	MCP        mcpCmd                `cmd:"" name:"mcp" help:"Run a built-in MCP server on standard input and output."`
	Version    versionCmd            `cmd:"" help:"Print the version, the commit and the built-in engine."`
}

// Run executes the command line in this process, and returns the exit code. It must be
// called on the main goroutine, which a window needs.
func (p Program) Run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // it was deleted; only relative paths are affected
	}
	c := &Console{
		ctx: ctx, program: p, in: os.Stdin, out: os.Stdout, errs: os.Stderr, args: args, dir: dir,
		asks: isTerminal(os.Stdin), shows: isTerminal(os.Stderr), releaseSignals: stop,
	}
	return c.run()
}

// run executes the command line and returns the exit code.
func (c *Console) run() int {
	var line commands
	parser, err := parserOf(&line,
		kong.Writers(c.out, c.errs),
		kong.TypeMapper(reflect.TypeFor[path](), arguments.PathsFrom(c.dir)),
	)
	if err != nil {
		fmt.Fprintln(c.errs, "deskhand:", err)
		return exitFailed
	}
	given, err := arguments.Parse(parser, c.args, func(verb any) bool { return c.running(verb) != nil })
	if err != nil {
		fmt.Fprintf(c.errs, "deskhand: %s. Try: deskhand --help\n", err)
		return exitUsage
	}
	if given == nil {
		return exitDone
	}
	c.warnOfOllama(given.Command())
	if err = c.running(arguments.Verb(given.Selected()))(); err == nil {
		err = c.writeError
	}
	code, sentence := Verdict(err)
	if sentence != "" {
		_ = termtext.Tell(c.errs, "%s\n", sentence) // there is nowhere else to report it
	}
	return code
}

// running returns what runs a command that was parsed, or nil for any other value.
func (c *Console) running(command any) func() error {
	switch v := command.(type) {
	case interface{ Run(*Console) error }:
		return func() error { return v.Run(c) }
	case interface{ Run(verb.Console) error }:
		return func() error {
			return v.Run(verb.Console{
				Context: c.ctx, Dir: c.dir, With: c.with, Stored: c.stored, Events: c.events, Out: c.out, Errs: c.errs, Shows: c.shows,
				Ask: c.yes, Asks: c.interactive, Explain: explain, Failure: failureWords, Note: noteWords, Receipt: c.receipt, End: endedOr,
			})
		}
	}
	return nil
}

// endedOr ends a run that did only a part, or that was not approved.
func endedOr(partly bool, words string) error {
	if partly {
		return ended{exitPartly, words}
	}
	return ended{exitRefused, words}
}

type windowCmd struct {
	Paths []path `arg:"" optional:"" name:"path" help:"Files and folders to drop on the window."`
}

// Run opens the window, or shows an open one and passes it the paths.
func (w *windowCmd) Run(c *Console) error {
	if asks, ok := pathwords.Slip(c.args, c.dir, verbs()); ok {
		return ended{exitUsage, "There is no command and no file “" + visible(c.args[0]) + "”. " + asks}
	}
	if c.instance != nil {
		return c.instance.show(c.ctx, arguments.Texts(w.Paths))
	}
	return c.program.Window(c, arguments.Texts(w.Paths))
}

type mcpCmd struct {
	Name string `arg:"" enum:"files,documents,ocr" help:"The server: files, documents or ocr."`
	Root []path `help:"A folder or file that the server may use; default: only those the host names in each call." placeholder:"DIR"`
}

// Run serves until standard input ends.
func (m *mcpCmd) Run(c *Console) error {
	if c.program.Serve == nil {
		return ended{exitUsage, "A host starts a server with: deskhand mcp " + m.Name}
	}
	return c.program.Serve(c.ctx, Server{Name: m.Name, Roots: arguments.Texts(m.Root), In: c.in, Out: c.out})
}

type sampleCmd struct {
	Dir path `arg:"" optional:"" name:"dir" default:"Deskhand sample" help:"The folder, created if missing; files in it stay as they are."`
}

// Run writes the files.
func (s *sampleCmd) Run(c *Console) error {
	if c.program.Sample == nil {
		return ended{exitUsage, "Only this program has the sample files: deskhand " + app.VerbSample}
	}
	if err := c.program.Sample(string(s.Dir)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.out, "The sample files are in %s. Try: deskhand triage %s\n", visible(string(s.Dir)), quotedArgument(string(s.Dir)))
	return err
}

type versionCmd struct {
	Licences bool `help:"Print the licences of everything in the program." aliases:"licenses"`
}

// Run prints the version, or the licences.
func (v versionCmd) Run(c *Console) error {
	if v.Licences {
		_, err := io.WriteString(c.out, c.program.Licences)
		return err
	}
	said := "deskhand " + c.program.Version + "\n"
	if c.program.Commit != "" {
		said += "commit " + c.program.Commit + "\n"
	}
	said += "built with " + runtime.Version() + " for " + runtime.GOOS + " on " + runtime.GOARCH + "\n"
	if c.program.OCR != "" {
		said += "has tesseract " + c.program.OCR + " with English built in\n"
	}
	_, err := io.WriteString(c.out, said+"Apache-2.0; for all parts: deskhand version --licences\n")
	return err
}

// Model returns the command line as data, for its manual page and shell completions.
func Model() (*kong.Application, error) {
	parser, err := parserOf(&commands{})
	if err != nil {
		return nil, err
	}
	return parser.Model, nil
}

func parserOf(line *commands, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(line, append(options,
		kong.Name("deskhand"),
		kong.Description("Tidies files on this computer: reads them, proposes readable names, renames them after one approval, and can undo everything."),
	)...)
}

// verbs returns the names of the verbs.
func verbs() (names []string) {
	parser, err := parserOf(&commands{})
	for i := 0; err == nil && i < len(parser.Model.Children); i++ {
		names = append(names, parser.Model.Children[i].Name)
	}
	return names
}
