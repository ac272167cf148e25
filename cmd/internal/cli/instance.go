package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/holder"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// Instance is this process as the holder of the database: it runs its own verb, or shows
// the window, and runs the verbs of others.
type Instance struct {
	Core    *app.Controller
	console *Console
	// raise shows the window with these paths dropped on it; nil if there is no window.
	raise func(ctx context.Context, paths []string) error
	// others serves other processes; nil if that is impossible.
	others *holder.Holder
}

// Open starts the program's core with its servers. If another Deskhand holds the database
// the command runs there, and the error is how it ended. raise shows the window to a
// second start; nil if there is none. The caller must close the Instance.
func (c *Console) Open(o app.Options, raise func(context.Context, []string) error) (*Instance, error) {
	deskhand, err := c.program.Deskhand()
	if err != nil {
		return nil, err
	}
	o.Paths, o.Version, o.Self = config.FindPaths(), c.program.Version, deskhand
	until := time.Now().Add(holder.AnswerLimit)
	for {
		if err := c.HandOver(); !errors.Is(err, holder.ErrNone) {
			return nil, err
		}
		core, err := app.Open(o)
		switch {
		case err == nil:
			return c.hold(core, raise), nil
		case !errors.Is(err, app.ErrAlreadyRunning) || time.Now().After(until):
			return nil, err
		}
	}
}

// hold starts to run the verbs of others.
func (c *Console) hold(core *app.Controller, raise func(context.Context, []string) error) *Instance {
	if words := damageWords(core.Damage()); words != "" {
		fmt.Fprintln(c.errs, words)
	}
	if keys := core.DroppedSettings(); len(keys) > 0 {
		fmt.Fprintf(c.errs, "These keys of config.toml are no longer used: %s.\n", strings.Join(keys, ", "))
	}
	h := &Instance{Core: core, console: c, raise: raise}
	// Without a socket, others are told that this one runs.
	h.others, _ = holder.Listen(config.FindPaths().Data, c.program.Version, h.do)
	return h
}

// Close ends the core once the verbs of others are done. Ctrl+C ends those too.
func (h *Instance) Close() error {
	if h.others != nil {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		if h.others.Busy() && h.console.shows {
			fmt.Fprintln(h.console.errs, "Waiting for another command that runs in this process. Ctrl+C ends it too.")
		}
		h.others.Close(ctx)
	}
	return h.Core.Close()
}

// ErrNoWindow means that the running Deskhand has no window to show.
var ErrNoWindow = Fail("Deskhand is running a command. Open the window when it is done.")

// show shows the window to a second start, if there is one.
func (h *Instance) show(ctx context.Context, paths []string) error {
	if h.raise == nil {
		return ErrNoWindow
	}
	return h.raise(ctx, paths)
}

// do runs the verb of another process.
func (h *Instance) do(ctx context.Context, cmd holder.Command) int {
	args := lists.Map(cmd.Args, func(a []byte) string { return string(a) })
	c := &Console{
		ctx: app.WithConfirmer(ctx, app.DenyAll{}), program: h.console.program, in: cmd.In, out: cmd.Out, errs: cmd.Errs,
		args: args, dir: string(cmd.Dir), asks: cmd.Asks, shows: cmd.Shows, env: cmd.Env, instance: h,
	}
	code := c.run()
	if code == exitCancelled && errors.Is(context.Cause(ctx), holder.ErrEnded) {
		_ = termtext.Tell(c.errs, "%s\n", holderEnded)
		code = exitFailed
	}
	return code
}

// holderEnded is printed if the process that did the work has ended.
const holderEnded = "The Deskhand process that ran this command ended before it was done. See what was changed with: deskhand history."

// HandOver lets the Deskhand that holds the database run this command. It fails with
// holder.ErrNone if there is none; any other error, never nil, is how the command ended.
func (c *Console) HandOver() error {
	req := holder.Request{Dir: []byte(c.dir), Asks: c.asks, Shows: c.shows, Env: map[string]string{}}
	for _, a := range c.args {
		req.Args = append(req.Args, []byte(a))
	}
	for _, name := range sharedVariables {
		req.Env[name] = os.Getenv(name)
	}
	// Pressing Ctrl+C twice ends this process without waiting for the command.
	stop := context.AfterFunc(c.ctx, c.releaseSignals)
	defer stop()
	code, err := holder.Call(c.ctx, config.FindPaths().Data, c.program.Version, req, holder.Terminal{In: c.in, Out: outputWriter{c}, Errs: c.errs})
	var other *holder.OtherVersion
	switch {
	case errors.As(err, &other):
		return ended{exitFailed, fmt.Sprintf("Deskhand %s is already running, and this is %s. Quit it first.", termtext.Plain(other.Version), c.program.Version)}
	case errors.Is(err, holder.ErrSilent):
		return app.ErrAlreadyRunning
	case errors.Is(err, holder.ErrEnded):
		return ended{exitFailed, holderEnded}
	case err != nil:
		return holder.ErrNone
	case code == exitDone && c.writeError != nil:
		return c.writeError
	}
	return ended{code, ""}
}

// Done reports whether the error of HandOver or Open means that another Deskhand ran the
// command successfully.
func Done(err error) bool {
	var e ended
	return errors.As(err, &e) && e.code == exitDone
}

// outputWriter writes to standard output and keeps the first error for the end.
type outputWriter struct{ c *Console }

// Write never fails: the verb continues.
func (n outputWriter) Write(p []byte) (int, error) {
	if _, err := n.c.out.Write(p); err != nil {
		n.c.keepError(err)
	}
	return len(p), nil
}

// sharedVariables should be equal for a verb and the Deskhand that runs it.
var sharedVariables = []string{app.HostVariable}

// askingModels are the verbs that use models.
var askingModels = []string{"ask", "triage", "models"}

// warnOfOllama warns that another Ollama is used than the caller's.
func (c *Console) warnOfOllama(command string) {
	verb, _, _ := strings.Cut(command, " ")
	ours := os.Getenv(app.HostVariable)
	if theirs := c.env[app.HostVariable]; c.instance != nil && theirs != ours && slices.Contains(askingModels, verb) {
		_ = termtext.Tell(c.errs, "%s is %s here, but the running Deskhand was started with %s and uses that.\n",
			app.HostVariable, orUnset(theirs), orUnset(ours))
	}
}

func orUnset(value string) string {
	if value == "" {
		return "not set"
	}
	return visible(value)
}
