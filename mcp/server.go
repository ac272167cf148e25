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

// State says where a server stands.
type State string

// The states of a server.
const (
	StateStopped     State = "stopped"     // not started, or closed
	StateStarting    State = "starting"    // for the first time
	StateReady       State = "ready"       // its tools can be called
	StateRestarting  State = "restarting"  // it ended; a call waits for it
	StateIdle        State = "idle"        // it was ended; a call starts it again
	StateQuarantined State = "quarantined" // it ended too often
)

// ServerState is what can be told of a server.
type ServerState struct {
	Name     string
	Command  []string
	State    State
	Own      bool
	Tools    int
	Restarts int
	// LastError says why it last ended; zero when it never did.
	LastError entry.End
	// SignIn says that it ended for want of a sign-in.
	SignIn bool
	// PID is the process id of its reaper; 0 when it is not running, or not a
	// program of ours.
	PID int
}

// server supervises one entry of the configuration. run is its goroutine.
type server struct {
	cfg     Server // without the tools that are switched off
	limits  Limits
	version string
	now     func() time.Time
	keep    func(Run)    // may be nil
	check   func() error // says why it is not to run
	put     func(context.Context, elicit.Question) elicit.Answer
	// start connects to it, in the older of its transports where it has two.
	start   func(ctx context.Context, c *conn, older bool) (*conn, error)
	restart backoff
	older   bool // it does not bear the newest protocol, or transport; run's alone

	happens func() // tells the host that something has changed

	mu       sync.Mutex
	names    namer
	off      []string           // the tools that are switched off
	halt     context.CancelFunc // ends the supervisor
	done     chan struct{}      // closed when it has ended; nil: it never ran
	state    State
	conn     *conn
	runs     []*run // the last ones, the newest last
	tools    []offer
	failed   bool // an attempt has failed since it was last ready
	restarts int
	lastErr  error
	signIn   bool          // it ended for want of a sign-in
	changed  chan struct{} // closed and replaced with every change
	wake     chan struct{} // has room for one: a call needs it
}

// begin starts the supervisor, unless it is at work. A server that was left alone
// gets all its chances again.
func (s *server) begin(ctx context.Context) {
	s.mu.Lock()
	done, gaveUp := s.done, s.state == StateQuarantined
	s.mu.Unlock()
	if gaveUp {
		<-done // it has told so and is about to end
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done != nil {
		select {
		case <-s.done:
		default:
			return
		}
	}
	ctx, s.halt = context.WithCancel(ctx)
	done = make(chan struct{})
	s.done = done
	s.state, s.failed, s.tools, s.restart.ends = StateStarting, false, nil, nil
	s.announce()
	go func() {
		defer close(done)
		s.run(ctx)
	}()
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

// run keeps the server up until ctx ends or it has to be left alone.
func (s *server) run(ctx context.Context) {
	for {
		c, tools, err := s.connect(ctx)
		if err == nil {
			s.ready(c, tools)
			err = s.attend(ctx, c)
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

// connect launches the server and waits until its tools are known. One that does
// not bear the newest protocol is asked in the older one: at once where it died
// or refused, after a pause where it said nothing at all.
func (s *server) connect(ctx context.Context) (*conn, []definition, error) {
	c, tools, err := s.try(ctx)
	if s.cfg.At != nil && !errors.Is(err, transport.ErrLegacySSEServer) {
		return c, tools, err // over HTTP the older protocol was tried already
	}
	if err == nil || s.plain() || ctx.Err() != nil || errors.Is(err, ErrBarred) {
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
	c, err := s.start(ctx, newConn(s.limits, s.listen, s.roots(), s.questions(), s.dialect()), s.older)
	if err != nil {
		return nil, nil, err
	}
	tools, err := c.greet(ctx, s.version)
	if err == nil { // what was started is what lay there before and lies there now
		err = s.check()
	}
	if err == nil {
		return c, tools, nil
	}
	return nil, nil, s.bury(c, err, ctx.Err())
}

// plain reports whether the server is spoken to in the older protocol: ours, those
// that do not bear the newest, and those that may ask for the roots, which it
// does not provide for.
func (s *server) plain() bool { return s.cfg.Own || s.older || s.cfg.ShareRoots }

// dialect is how the protocol is negotiated.
func (s *server) dialect() client.ClientOption {
	if s.plain() {
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

// questions are what the server may ask the person for; nil: nothing. The older
// transport over HTTP has no way for that.
func (s *server) questions() *questions {
	if s.put == nil || s.cfg.Own || s.cfg.At != nil && (s.cfg.At.SSE || s.older) {
		return nil
	}
	return newQuestions(s.put)
}

// bury ends a connection for err and says why it ended, with its last words.
// late is set when its time was up.
func (s *server) bury(c *conn, err, late error) error {
	if errors.Is(late, context.DeadlineExceeded) {
		err = errUnanswered
	}
	c.end(c.because(err))
	<-c.gone
	s.gone(c)
	return c.whyGone()
}

// whyGone says why a connection that is gone has ended.
func (c *conn) whyGone() error {
	why := &goneError{cause: c.cause, words: strings.Join(c.stderr.lastLines(5), "\n")}
	if errors.Is(c.cause, errExited) && c.proc != nil {
		why.proc = exitOf(c.proc.cmd.ProcessState)
	}
	return why
}

// relistPause is how often a server may have its tools listed again.
const relistPause = 500 * time.Millisecond

// attend waits for the end of a connection and gives its cause.
func (s *server) attend(ctx context.Context, c *conn) error {
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
			s.hand()
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
			return s.bury(c, ctx.Err(), nil)
		}
	}
}

func (s *server) listAgain(ctx context.Context, c *conn) {
	ctx, cancel := context.WithTimeout(ctx, s.limits.Call)
	defer cancel()
	if tools, err := c.list(ctx); err == nil { // else those of before stand
		s.ready(c, tools)
	}
}

// pause waits until the server is to be started again; false: never.
func (s *server) pause(ctx context.Context, err error) bool {
	state, delay := s.retryIn(err)
	s.mu.Lock()
	s.signIn = errors.Is(err, signin.ErrWanted)
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

// never is the delay of a server that only a call starts again.
const never = -1

// retryIn says in which state a server that ended for err waits, and how long. One at
// an address is not ours to give up: the network was away, or it was.
func (s *server) retryIn(err error) (State, time.Duration) {
	if errors.Is(err, errIgnored) {
		return StateIdle, never
	}
	delay, ok := s.restart.next(s.now())
	switch {
	case errors.Is(err, ErrBarred), errors.Is(err, signin.ErrWanted):
		return StateQuarantined, never
	case ok:
		return StateRestarting, delay
	case s.cfg.At != nil:
		return StateIdle, s.limits.RestartSpan
	default:
		return StateQuarantined, never
	}
}
