package mcp

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/signin"
)

// State is the state of a server.
type State string

// The states of a server.
const (
	StateStopped     State = "stopped"     // not started, or closed
	StateStarting    State = "starting"    // for the first time
	StateReady       State = "ready"       // its tools can be called
	StateRestarting  State = "restarting"  // it exited; calls wait for it
	StateIdle        State = "idle"        // it was ended; a call starts it again
	StateQuarantined State = "quarantined" // it exited too often
)

// ServerState is a snapshot of a server.
type ServerState struct {
	Name     string
	Command  []string
	State    State
	Own      bool
	Tools    int
	Restarts int
	// LastError is why it last ended; zero if it never did.
	LastError entry.End
	// SignIn is set if it ended because a sign-in is required.
	SignIn bool
	// PID is the process id of its reaper; 0 if it is not running or not a program of
	// ours.
	PID int
}

// server supervises one entry of the configuration. run is its goroutine.
type server struct {
	cfg     Server // without DisabledTools
	limits  Limits
	version string
	now     func() time.Time
	keep    func(Run)    // may be nil
	check   func() error // returns why it must not run
	put     func(context.Context, elicit.Question) elicit.Answer
	// start connects to it; older selects the older of its two transports.
	start   func(ctx context.Context, c *conn, older bool) (*conn, error)
	restart backoff
	older   bool // it lacks the newest protocol or transport; used by run only

	happens func() // tells the host of a change

	mu       sync.Mutex
	names    namer
	off      []string           // the disabled tools
	halt     context.CancelFunc // ends the supervisor
	done     <-chan struct{}    // closed when it has ended; nil: it never ran
	state    State
	conn     *conn
	runs     []*run // newest last
	tools    []offer
	failed   bool // an attempt has failed since it was last ready
	restarts int
	lastErr  error
	signIn   bool          // it ended because a sign-in is required
	changed  chan struct{} // closed and replaced on every change
	wake     chan struct{} // capacity 1: a call needs it
}

// begin starts the supervisor unless it is running. A quarantined server gets all its
// restarts again.
func (s *server) begin(ctx context.Context) {
	s.mu.Lock()
	done, gaveUp := s.done, s.state == StateQuarantined
	s.mu.Unlock()
	if gaveUp {
		<-done // it has announced its end
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done != nil && !isClosed(s.done) {
		return
	}
	ctx, s.halt = context.WithCancel(ctx)
	s.state, s.failed, s.tools, s.restart.ends = StateStarting, false, nil, nil
	s.announce()
	s.done = start(func() { s.run(ctx) })
}

// stop ends the supervisor and the server, and waits for both.
func (s *server) stop() {
	s.mu.Lock()
	halt, done := s.halt, s.done
	s.mu.Unlock()
	if done != nil {
		halt()
		<-done
	}
	s.set(StateStopped, nil)
}

// run keeps the server up until ctx ends or it is quarantined.
func (s *server) run(ctx context.Context) {
	for {
		c, tools, err := s.connect(ctx)
		if err == nil {
			s.ready(c, tools)
			err = s.awaitEnd(ctx, c)
		}
		if ctx.Err() != nil {
			s.set(StateStopped, nil)
			return
		}
		if !s.pause(ctx, err) {
			return
		}
	}
}

// connect launches the server and waits for its list of tools. If the newest protocol
// fails, the older one is tried: at once after an exit or a refusal, after a pause if
// there was no answer at all.
func (s *server) connect(ctx context.Context) (*conn, []definition, error) {
	c, tools, err := s.try(ctx)
	if s.cfg.At != nil && !errors.Is(err, transport.ErrLegacySSEServer) {
		return c, tools, err // over HTTP the older protocol was already tried
	}
	if err == nil || s.legacy() || ctx.Err() != nil || errors.Is(err, ErrBarred) {
		return c, tools, err
	}
	s.older = true
	if errors.Is(err, errUnanswered) {
		return c, tools, err
	}
	return s.try(ctx)
}

func (s *server) try(ctx context.Context) (*conn, []definition, error) {
	ctx, cancel := context.WithTimeout(ctx, s.limits.Start)
	defer cancel()
	c, err := s.start(ctx, newConn(s.limits, s.listen, s.roots(), s.questions(), s.protocolOption()), s.older)
	if err != nil {
		return nil, nil, err
	}
	tools, err := c.initialize(ctx, s.version)
	if err == nil { // the program must be the same before and after the start
		err = s.check()
	}
	if err == nil {
		return c, tools, nil
	}
	return nil, nil, s.discard(c, err, ctx.Err())
}

// legacy reports whether the older protocol is used: by our servers, by those that lack
// the newest, and by those that may ask for roots, which the newest cannot.
func (s *server) legacy() bool { return s.cfg.Own || s.older || s.cfg.ShareRoots }

// protocolOption returns how the protocol version is negotiated.
func (s *server) protocolOption() client.ClientOption {
	if s.legacy() {
		return client.WithProtocolVersion(protocolOurs)
	}
	return client.WithDiscoverTimeout(s.limits.Probe)
}

func (s *server) roots() *openRoots {
	if s.cfg.ShareRoots {
		return &openRoots{}
	}
	return nil
}

// questions returns how the server may ask the user; nil: it may not. The older HTTP
// transport does not support it.
func (s *server) questions() *questions {
	if s.put == nil || s.cfg.Own || s.cfg.At != nil && (s.cfg.At.SSE || s.older) {
		return nil
	}
	return newQuestions(s.put)
}

// discard ends a connection because of err and returns why it ended, with the end of its
// stderr. late is returned instead if its time was up.
func (s *server) discard(c *conn, err, late error) error {
	if errors.Is(late, context.DeadlineExceeded) {
		err = errUnanswered
	}
	c.end(c.requestError(err))
	<-c.gone
	s.gone(c)
	return c.whyGone()
}

// whyGone returns why a connection has ended.
func (c *conn) whyGone() error {
	why := &goneError{cause: c.cause, words: strings.Join(c.stderr.lastLines(5), "\n")}
	if errors.Is(c.cause, errExited) && c.proc != nil {
		why.proc = exitOf(c.proc.cmd.ProcessState)
	}
	return why
}

// relistPause is the least time between two listings of a server's tools.
const relistPause = 500 * time.Millisecond

// awaitEnd waits for the end of a connection and returns its cause.
func (s *server) awaitEnd(ctx context.Context, c *conn) error {
	relist := c.relist
	news := c.stderr.news
	pause, later := time.NewTimer(0), time.NewTimer(keepPause)
	defer pause.Stop()
	defer later.Stop()
	for {
		select {
		case <-relist:
			s.listAgain(ctx, c)
			relist = nil
			pause.Reset(relistPause)
		case <-pause.C:
			relist = c.relist
		case <-news:
			s.keepRun()
			news = nil
			later.Reset(keepPause)
		case <-later.C:
			news = c.stderr.news
		case <-c.ended:
			s.down()
			<-c.gone
			s.gone(c)
			return c.whyGone()
		case <-ctx.Done():
			s.down()
			return s.discard(c, ctx.Err(), nil)
		}
	}
}

func (s *server) listAgain(ctx context.Context, c *conn) {
	ctx, cancel := context.WithTimeout(ctx, s.limits.Call)
	defer cancel()
	if tools, err := c.list(ctx); err == nil { // on an error the old tools are kept
		s.ready(c, tools)
	}
}

// pause waits until the server is to be restarted; false means never.
func (s *server) pause(ctx context.Context, err error) bool {
	state, delay := s.retryIn(err)
	s.mu.Lock()
	s.signIn = errors.Is(err, signin.ErrRequired)
	s.mu.Unlock()
	s.set(state, err)
	if state == StateQuarantined {
		return false
	}
	var later <-chan time.Time
	if delay >= 0 {
		timer := time.NewTimer(delay)
		defer timer.Stop()
		later = timer.C
	}
	var called <-chan struct{}
	if state == StateIdle {
		called = s.wake
	}
	select {
	case <-later:
	case <-called:
	case <-ctx.Done():
		s.set(StateStopped, nil)
		return false
	}
	s.again()
	return true
}

// onlyOnCall is the delay of a server that only a call restarts.
const onlyOnCall = -1

// retryIn returns the state of a server that ended because of err, and the delay before a
// restart. A server at an address is never quarantined: the network may have been down.
func (s *server) retryIn(err error) (State, time.Duration) {
	if errors.Is(err, errIgnored) {
		return StateIdle, onlyOnCall
	}
	delay, ok := s.restart.next(s.now())
	switch {
	case errors.Is(err, ErrBarred), errors.Is(err, signin.ErrRequired):
		return StateQuarantined, onlyOnCall
	case ok:
		return StateRestarting, delay
	case s.cfg.At != nil:
		return StateIdle, s.limits.RestartSpan
	default:
		return StateQuarantined, onlyOnCall
	}
}
