package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/app"
)

// console is what a verb talks through.
type console struct {
	ctx  context.Context
	in   io.Reader
	out  io.Writer
	errs io.Writer
}

// open starts the program's core with its servers; the verb closes it.
func (c *console) open(o app.Options) (*app.Controller, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find our own program: %w", err)
	}
	o.Paths, o.Version, o.Self = app.FindPaths(), version, self
	core, err := app.Open(o)
	if err != nil {
		return nil, err
	}
	if notice := core.Notice(); notice != "" {
		fmt.Fprintln(c.errs, notice)
	}
	return core, nil
}

// serversUp is how long a verb waits for the servers that it needs.
const serversUp = 10 * time.Second

// with runs f on the program's core once its servers are up. What f does was
// asked for on the command line; anything else is refused.
func (c *console) with(f func(*app.Controller) error) (err error) {
	core, err := c.open(app.Options{Confirm: app.DenyAll{}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, core.Close()) }()
	down, err := core.Wait(c.ctx, serversUp)
	if err != nil {
		return err
	}
	if len(down) > 0 {
		return ended{exitFailed, "The server " + strings.Join(down, " and ") + " did not start. See why with: deskhand doctor."}
	}
	return f(core)
}

// line writes one compact JSON object on a line of its own.
func (c *console) line(v any) error {
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// interactive says whether a person can be asked.
func (c *console) interactive() bool { return isTerminal(c.in) && isTerminal(c.errs) }

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// yes asks a question that is answered with y or n; no is the default.
func (c *console) yes(question string) bool {
	fmt.Fprintf(c.errs, "%s [y/N] ", question)
	answer, err := bufio.NewReader(c.in).ReadString('\n')
	if err != nil && answer == "" {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes", "j", "ja":
		return true
	}
	return false
}

// events gives a receiver that writes each event as a line of JSON, or tells a
// person at a terminal how far the work is.
func (c *console) events(asJSON bool) func(event.Event) {
	if asJSON {
		return func(e event.Event) {
			// Standard output that is gone is noticed when the verb ends.
			_ = c.line(e)
		}
	}
	return func(e event.Event) {
		switch b := e.Body.(type) {
		case event.Progress:
			c.progress(b)
		case event.ModelChanged:
			if b.To != app.Rules { // that is a warning of its own
				fmt.Fprintf(c.errs, "[%s → %s: %s]\n", b.From, b.To, b.Why)
			}
		case event.Retrying:
			fmt.Fprintf(c.errs, "[%s is asked again (%d): %s]\n", b.Model, b.Attempt, b.Why)
		case event.Warning:
			if b.Path != "" {
				fmt.Fprintf(c.errs, "%s: %s\n", b.Path, b.Text)
			} else {
				fmt.Fprintln(c.errs, b.Text)
			}
		}
	}
}

// progress rewrites one line of the terminal.
func (c *console) progress(p event.Progress) {
	if !isTerminal(c.errs) {
		return
	}
	fmt.Fprintf(c.errs, "\r\033[K%d of %d  %s", p.Done, p.Total, p.What)
	if p.Done == p.Total {
		fmt.Fprint(c.errs, "\r\033[K")
	}
}
