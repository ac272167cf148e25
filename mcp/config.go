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

// Config says which servers a Host runs and within which limits.
type Config struct {
	// Servers in the order in which their tools are listed. Names are unique.
	Servers []Server
	// Reaper is what a server's command is put behind: our own program and its
	// verb, such as {"/usr/bin/deskhand", "reap", "--"}.
	Reaper []string
	// Environ is the environment from which servers get the little they need,
	// in the form of os.Environ, which is the default.
	Environ []string
	// Version is told to servers as the version of the client.
	Version string
	// Limits default to DefaultLimits.
	Limits Limits
	// Check is asked right before each start of a server that is not ours,
	// restarts too, and again once it has told its tools, before one of them can
	// be called. An error keeps it from being started, or ends it, and it is left
	// alone. Nil: nothing is checked.
	Check func(Server) error
	// Keep gets what a run of a server has said on stderr, every few seconds
	// while it says more, and once it is gone, before it is started again. It
	// is called by the goroutine that watches the server. Nil: only the host
	// itself remembers it.
	Keep func(Run)
	// Ask puts to the person what a server that is not ours asks for while a call of
	// it is under way. It blocks until there is an answer and returns when ctx ends,
	// which is that of the call. Nil: no server may ask.
	Ask func(ctx context.Context, q elicit.Question) elicit.Answer
	// Now and Random (in [0, 1)) default to the clock and math/rand.
	Now    func() time.Time
	Random func() float64
}

// Server is one MCP server: a program on stdio, or one that listens at an address.
type Server struct {
	// Name is the first part of the names of its tools.
	Name    string
	Command []string
	// At is where it listens; then there is no command.
	At *Address
	// Env is added to the minimal environment, as KEY=VALUE.
	Env []string
	// Own marks a server that we ship: its annotations are believed, it gets
	// the roots of each call and is spoken to in the protocol we know best.
	Own bool
	// Dir is the folder that it is started in; empty: the person's home.
	Dir string
	// Path is its PATH; empty: that of Environ.
	Path string
	// Hash stands for how it is started; it is told with each of its tools.
	Hash string
	// Timeout of a call; 0: that of Limits.
	Timeout time.Duration
	// TrustAnnotations believes what its tools say of their effects.
	TrustAnnotations bool
	// DisabledTools are those of its tools, as it calls them, that nobody may call.
	DisabledTools []string
	// ShareRoots tells it which folders are open, when it asks.
	ShareRoots bool
	// Local says that the person knows it to reach nothing beyond this computer,
	// Network that it is known to: both are told with each of its tools.
	Local, Network bool
}

// Limits are all the bounds of the host, durations and bytes.
type Limits struct {
	// Start bounds a launch up to the list of tools, Probe the part of it in
	// which a server may think about whether it knows the newest protocol.
	Start, Probe time.Duration
	// Call is the time without a sign of progress, CallMax the time at all.
	Call    time.Duration
	CallMax time.Duration
	// Grace is how long a cancelled call may take to end before its server is
	// ended.
	Grace time.Duration
	// Line is the longest message of a server, Queue what may wait to be read
	// by it, Args the longest arguments of a call, Stderr how much of its
	// last words is kept.
	Line, Queue, Args, Stderr int
	// Tools is how many tools one server may list.
	Tools int

	// A server that ended is restarted after RestartDelay, doubled each time
	// up to RestartMax, with full jitter; after Restarts times within
	// RestartSpan it is left alone.
	RestartDelay, RestartMax, RestartSpan time.Duration
	Restarts                              int
}

// DefaultLimits are the limits of a Config that names none.
func DefaultLimits() Limits {
	return Limits{
		Start:        60 * time.Second, // a first npx downloads its package
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

// withDefaults fills in what was left open.
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

// check says why a server is not to be started, or not to run; nil when it may.
func (c Config) check(s Server) error {
	if c.Check == nil || s.Own {
		return nil
	}
	if err := c.Check(s); err != nil {
		return fmt.Errorf("%w: %w", ErrBarred, err)
	}
	return nil
}

// timeout is the limit of a call to s.
func (s Server) timeout(l Limits) time.Duration {
	if s.Timeout > 0 {
		return s.Timeout
	}
	return l.Call
}

// The arguments that only our own code may set: the dry run and what binds a
// call to it, what tells a server that its result is known, and those of a batch
// that goes in several calls.
var (
	bindingArgs = []string{"dry_run", "plan_hash", "unless"}
	pagingArgs  = []string{"batch", "total", "stay"}
)

// hidden are the arguments of a tool that models are not shown. A tool that is
// not paged may take the id of a batch from a model.
func (s Server) hidden(properties map[string]bool) []string {
	if !s.Own {
		return nil
	}
	if properties["total"] {
		return slices.Concat(bindingArgs, pagingArgs)
	}
	return bindingArgs
}
