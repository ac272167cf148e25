package mcp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/elicit"
)

// Config lists the servers of a Host and its limits.
type Config struct {
	// Servers, in the order in which their tools are listed. Names are unique.
	Servers []Server
	// Reaper is the command line that each server's command is appended to: our own
	// program and its verb, such as {"/usr/bin/deskhand", "reap", "--"}.
	Reaper []string
	// Environ is the environment that servers get a minimal part of, in the form of
	// os.Environ, which is the default.
	Environ []string
	// Version is the client version reported to servers.
	Version string
	// Limits default to DefaultLimits.
	Limits Limits
	// Check is called before each start or restart of a server that is not ours, and
	// again once it has listed its tools, before one can be called. On an error the
	// server is not started, or is ended, and stays down. Nil accepts every server.
	Check func(Server) error
	// Keep receives what a run has written to stderr: every few seconds while there is
	// more, and once after its end, before the next start. It is called by the server's
	// supervising goroutine. With nil only the host keeps runs, in memory.
	Keep func(Run)
	// Ask puts a question of a server that is not ours to the user during a call. It
	// blocks until there is an answer or ctx, which is the call's, ends. With nil no
	// server may ask.
	Ask func(ctx context.Context, q elicit.Question) elicit.Answer
	// Now and Random (in [0, 1)) default to the clock and math/rand.
	Now    func() time.Time
	Random func() float64
}

// Server is one MCP server: a program on stdio, or one that listens at an address.
type Server struct {
	// Name is the first part of its tools' names.
	Name    string
	Command []string
	// At is where it listens; if set, there is no command.
	At *Address
	// Env is added to the minimal environment, as KEY=VALUE.
	Env []string
	// Own marks a server that we ship: its annotations are trusted, it gets the roots of
	// each call, and it is addressed in protocolOurs.
	Own bool
	// Dir is its working directory; empty means the user's home.
	Dir string
	// Path is its PATH; empty means that of Environ.
	Path string
	// Hash identifies how it is started; it is part of each of its tool specs.
	Hash string
	// Timeout of a call; 0 means that of Limits.
	Timeout time.Duration
	// TrustAnnotations accepts what its tools say about their effects.
	TrustAnnotations bool
	// DisabledTools are tools, by the server's own names, that cannot be called.
	DisabledTools []string
	// ShareRoots lets it ask which folders are open.
	ShareRoots bool
	// Local marks a server that the user says reaches only this computer, Network one
	// that is known to reach the network. Both are part of each of its tool specs.
	Local, Network bool
}

// Limits are the bounds of the host, in durations and bytes.
type Limits struct {
	// Start bounds a launch up to the list of tools; Probe bounds the part in which the
	// newest protocol is tried.
	Start, Probe time.Duration
	// Call is the longest time without progress, CallMax the longest in all for a server
	// that is not ours.
	Call    time.Duration
	CallMax time.Duration
	// Grace is how long a cancelled call may take to end before its server is killed.
	Grace time.Duration
	// Line is the longest message of a server, Queue the most that may wait to be read by
	// it, Args the longest arguments of a call, Stderr how much of its last output is
	// kept.
	Line, Queue, Args, Stderr int
	// Tools is how many tools a server may list.
	Tools int

	// A server that exited is restarted after RestartDelay, doubled each time up to
	// RestartMax, with full jitter. After Restarts exits within RestartSpan it is
	// quarantined.
	RestartDelay, RestartMax, RestartSpan time.Duration
	Restarts                              int
}

// DefaultLimits returns the limits of a Config that sets none.
func DefaultLimits() Limits {
	return Limits{
		Start:        60 * time.Second, // the first npx run downloads the package
		Probe:        5 * time.Second,
		Call:         120 * time.Second,
		CallMax:      30 * time.Minute,
		Grace:        500 * time.Millisecond,
		Line:         16 << 20,
		Queue:        64 << 20,
		Args:         16 << 20,
		Stderr:       64 << 10,
		Tools:        10_000,
		RestartDelay: 500 * time.Millisecond,
		RestartMax:   30 * time.Second,
		RestartSpan:  10 * time.Minute,
		Restarts:     5,
	}
}

// withDefaults returns c with the defaults filled in.
func (c Config) withDefaults() Config {
	if c.Limits == (Limits{}) {
		c.Limits = DefaultLimits()
	}
	if c.Environ == nil {
		c.Environ = os.Environ()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Random == nil {
		c.Random = rand.Float64
	}
	return c
}

// check returns why a server must not run, or nil.
func (c Config) check(s Server) error {
	if c.Check == nil || s.Own {
		return nil
	}
	if err := c.Check(s); err != nil {
		return fmt.Errorf("%w: %w", ErrBarred, err)
	}
	return nil
}

// timeout returns the limit of a call to s.
func (s Server) timeout(l Limits) time.Duration {
	if s.Timeout > 0 {
		return s.Timeout
	}
	return l.Call
}

// Arguments that only our own code may set: the dry run and the plan hash that binds a
// call to it, the mark that the result is known, and the id of a batch that takes several
// calls.
var (
	bindingArgs = []string{"dry_run", "plan_hash", "unless"}
	pagingArgs  = []string{"batch", "total", "stay"}
)

// hidden returns the arguments that models are not shown. A tool that is not paged may
// take a batch id from a model.
func (s Server) hidden(properties map[string]bool) []string {
	if !s.Own {
		return nil
	}
	if properties["total"] {
		return slices.Concat(bindingArgs, pagingArgs)
	}
	return bindingArgs
}
