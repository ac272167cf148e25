package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// Console is what a verb reads from and writes to.
type Console struct {
	ctx     context.Context
	program Program
	in      io.Reader
	out     io.Writer
	errs    io.Writer
	// args are the command line, dir the folder that its paths start from.
	args []string
	dir  string
	// asks and shows report that in and errs are terminals.
	asks, shows bool
	// releaseSignals makes the next Ctrl+C end this process at once.
	releaseSignals func()
	// instance is the Deskhand that runs the verb for another process; nil for this
	// process's own verb.
	instance *Instance
	// env are the caller's environment variables, if another process called.
	env map[string]string
	// writeError is the first error of writing a streamed answer: the work continues, and
	// the verb fails in the end.
	writeError error
}

// Context ends when the command is cancelled.
func (c *Console) Context() context.Context { return c.ctx }

// KeepErrors captures standard error from now on.
func (c *Console) KeepErrors() *strings.Builder {
	var said strings.Builder
	c.errs = io.MultiWriter(c.errs, &said)
	return &said
}

// serversUp is how long a verb waits for the servers that it needs.
const serversUp = 10 * time.Second

// with runs f on the program's core once its servers are up. What f does was requested on
// the command line; anything else is refused.
func (c *Console) with(f func(*app.Controller) error) error {
	return c.stored(func(core *app.Controller) error {
		if err := core.Up(c.ctx); err != nil {
			return err
		}
		return f(core)
	})
}

// stored runs f on the program's core without waiting for its servers.
func (c *Console) stored(f func(*app.Controller) error) error {
	if c.instance != nil {
		return f(c.instance.Core)
	}
	h, err := c.Open(app.Options{Confirm: app.DenyAll{}}, nil)
	if err != nil {
		return err
	}
	err = f(h.Core)
	if cerr := h.Close(); err == nil { // the first error counts
		err = cerr
	}
	return err
}

// keepError keeps the first write error. Events come one at a time.
func (c *Console) keepError(err error) {
	if c.writeError == nil {
		c.writeError = err
	}
}

// line writes one compact JSON object on a line of its own.
func (c *Console) line(v any) error { return termtext.JSON(c.out, v) }

// list lists entries; none is printed for an empty list.
func (c *Console) list(asJSON bool, none string) termtext.List {
	return termtext.List{Out: c.out, Errs: c.errs, JSON: asJSON, None: none}
}

// did runs f on the program's core without servers, and prints what was done.
func (c *Console) did(f func(*app.Controller) error, format string, args ...any) error {
	if err := c.stored(f); err != nil {
		return err
	}
	return termtext.Tell(c.out, format+"\n", args...)
}

// interactive reports whether the user can be asked.
func (c *Console) interactive() bool { return c.asks && c.shows }

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) }

// yes asks a question that is answered with y or n; no is the default.
func (c *Console) yes(question string) bool {
	return agrees(c.answer(question + " [y/N] "))
}

func agrees(answer string) bool { return slices.Contains([]string{"y", "yes", "j", "ja"}, answer) }

// answer prints a question and reads a line, in lower case. It reads no byte beyond the
// line, which belongs to the next question.
func (c *Console) answer(question string) string {
	return strings.ToLower(c.asTyped(question, longestAnswer))
}

// asTyped returns an answer as typed, of at most so many bytes.
func (c *Console) asTyped(question string, longest int) string {
	_ = termtext.Tell(c.errs, "%s", question) // nobody reads it
	var line []byte
	for one := []byte{0}; len(line) < longest; {
		n, err := c.in.Read(one)
		if n == 1 && one[0] == '\n' || err != nil {
			break
		}
		line = append(line, one[:n]...)
	}
	return strings.TrimSpace(string(line))
}

// longestAnswer is how many bytes of an answer are read.
const longestAnswer = 1 << 10

// events returns a receiver that writes each event as a line of JSON, or shows progress
// on a terminal.
func (c *Console) events(asJSON bool) func(event.Event) {
	if asJSON {
		return func(e event.Event) {
			switch b := e.Body.(type) {
			case event.FileRead:
				return // it is in the plan
			case event.Receipt:
				e.Body = event.Receipt{Receipt: withSentences(b.Receipt)}
			case event.Warning:
				b.Text = warningWords(b.Warning)
				e.Body = b
			case event.ModelChanged:
				b.Why = whyWords(b.Fault, b.Address, b.Why)
				e.Body = b
			case event.Retrying:
				b.Why = whyWords(b.Fault, b.Address, b.Why)
				e.Body = b
			case event.PlanProposed:
				e.Body = wordedPlan{b, b.Plan.Worded(itemWords)}
			}
			c.keepError(c.line(e))
		}
	}
	return func(e event.Event) {
		switch b := e.Body.(type) {
		case event.Progress:
			c.progress(b)
		case event.ModelChanged:
			c.modelChanged(b, b.To != app.Rules) // else there is a warning of its own
		case event.Retrying:
			_ = termtext.Tell(c.errs, "[retrying %s (%d): %s]\n", b.Model, b.Attempt, whyWords(b.Fault, b.Address, b.Why))
		case event.Warning:
			_ = termtext.Tell(c.errs, "%s\n", warningWords(b.Warning))
		}
	}
}

// modelChanged says that a model replaces another one, and how to install a missing one.
func (c *Console) modelChanged(b event.ModelChanged, aloud bool) {
	if aloud {
		_ = termtext.Tell(c.errs, "[%s → %s: %s]\n", b.From, b.To, whyWords(b.Fault, b.Address, b.Why))
	}
	if b.Missing {
		_ = termtext.Tell(c.errs, "[%s is not installed. Download it with: deskhand models pull %s]\n", b.From, b.From)
	}
}

// progress rewrites one line of the terminal.
func (c *Console) progress(p event.Progress) {
	if !c.shows {
		return
	}
	if p.Total == 0 {
		fmt.Fprintf(c.errs, "\r\033[KLooking for files: %d so far", p.Done)
		return
	}
	fmt.Fprintf(c.errs, "\r\033[K%d of %d  %s", p.Done, p.Total, termtext.Plain(p.What))
	if p.Done == p.Total {
		fmt.Fprint(c.errs, "\r\033[K")
	}
}
