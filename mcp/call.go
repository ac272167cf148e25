package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/meta"
	"github.com/deskhand/deskhand/mcp/signin"
)

// Call runs one tool. After ctx is cancelled it returns ErrCancelled within about
// Limits.Grace; if the server reported partial results in that time, they are in Text and
// Data. With nil inv.Roots the server uses its own roots; with empty non-nil Roots
// nothing is allowed.
func (h *Host) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	began := h.cfg.Now()
	r := h.call(ctx, inv)
	r.Tool = inv.Call.Name
	r.Duration = h.cfg.Now().Sub(began)
	return r
}

func (h *Host) call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	if ctx.Err() != nil {
		return cancelled()
	}
	s, o, ok := h.resolve(ctx, inv.Call.Name)
	if !ok {
		return notFound(ctx, inv.Call.Name)
	}
	args, problem := h.arguments(s.cfg, o, inv)
	if problem != "" {
		return failed(chat.ErrInvalidArgs, problem, "Correct the arguments and try again.")
	}
	limit := s.cfg.timeout(s.limits)
	wait, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c, err := s.use(wait)
	if err != nil {
		return unavailable(ctx, s.cfg.Name, err)
	}
	mine, done := context.WithCancel(ctx) // cancels questions to the user when the call ends
	defer done()
	run := &call{server: s.cfg, conn: c, tool: o.bare, args: args, inv: inv, limit: limit, asks: o.extra, ctx: mine, resumed: make(chan struct{}, 1)}
	if c.resources {
		run.reader = s.id() + "_" + readResource
	}
	return run.run(ctx)
}

// resolve finds a tool. If its server has not listed its tools yet, resolve waits for it,
// up to the limit of a call.
func (h *Host) resolve(ctx context.Context, name string) (*server, offer, bool) {
	if s, o, ok := h.find(name); ok {
		return s, o, true
	}
	for _, s := range h.all() {
		if !strings.HasPrefix(name, s.id()+"_") || !s.coming() {
			continue
		}
		wait, cancel := context.WithTimeout(ctx, s.cfg.timeout(s.limits))
		_, _ = s.use(wait)
		cancel()
	}
	return h.find(name)
}

// call is one call on one connection.
type call struct {
	server Server
	conn   *conn
	tool   string
	args   json.RawMessage
	inv    chat.Invocation
	limit  time.Duration
	// asks names the MCP request to make instead of tools/call. reader is the tool that
	// reads resources; empty if the server has none.
	asks   string
	reader string

	// ctx is the caller's, for questions of the server. questions counts them, under the lock
	// of conn.questions; asking counts the open ones; resumed is signalled on an answer.
	ctx       context.Context
	questions int
	asking    atomic.Int32
	resumed   chan struct{} // capacity 1
}

// answer is the outcome of a request.
type answer struct {
	result *mcp.CallToolResult
	err    error
}

// run sends the request and waits for its answer, for ctx, or until no progress has been
// reported for the limit.
func (c *call) run(ctx context.Context) chat.ToolResult {
	token, progress := c.conn.progress.add()
	defer c.conn.progress.remove(token)
	if c.conn.questions != nil {
		c.conn.questions.enter(c)
		defer c.conn.questions.leave(c)
	}
	t, answers := c.send(token)
	idle := time.NewTimer(c.limit)
	defer idle.Stop()
	var ended <-chan time.Time
	if most := c.most(); most > 0 {
		all := time.NewTimer(most)
		defer all.Stop()
		ended = all.C
	}
	for {
		select {
		case a := <-answers:
			c.flush(progress)
			if ctx.Err() != nil { // the question ended with ctx; the server may have answered before
				return c.soFar(cancelled(), a)
			}
			return c.read(a)
		case p := <-progress:
			idle.Reset(c.limit)
			c.report(p)
		case <-ctx.Done():
			return c.stop(t, answers, cancelled())
		case <-c.resumed:
			idle.Reset(c.limit)
		case <-idle.C:
			if c.asking.Load() > 0 {
				continue // waiting for the user; resumed follows
			}
			return c.stop(t, answers, c.late())
		case <-ended:
			return c.stop(t, answers, c.late())
		}
	}
}

// most returns the longest time of the call in all; 0: unlimited. Servers of ours limit each
// file themselves, by its work, so that a batch may take hours on a busy computer.
func (c *call) most() time.Duration {
	if c.server.Own {
		return 0
	}
	return max(c.limit, c.conn.limits.CallMax)
}

// send starts the request. Its goroutine ends with the answer or the connection.
func (c *call) send(token string) (*ticket, <-chan answer) {
	var req mcp.CallToolRequest
	req.Params.Name = c.tool
	req.Params.Arguments = c.args
	req.Params.Meta = &mcp.Meta{ProgressToken: token}
	if c.server.Own { // nil is sent as null: no bound besides the server's own
		req.Params.Meta.AdditionalFields = map[string]any{meta.RootsKey: c.inv.Roots}
	}
	if roots := c.conn.roots; roots != nil && roots.set(c.inv.Roots) {
		// Cannot block: the writer queues. A server that is gone is noticed below.
		_ = c.conn.client.RootListChanges(context.Background())
	}
	t := &ticket{}
	ctx, abort := context.WithCancel(context.WithValue(context.WithValue(context.Background(), callKey{}, c), ticketKey{}, t))
	t.abort = abort
	answers := make(chan answer, 1)
	go func() {
		defer abort()
		result, err := c.ask(ctx, req)
		answers <- answer{result, err}
	}()
	return t, answers
}

// ask makes the request and waits for its answer.
func (c *call) ask(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if c.asks != "" {
		return c.extra(ctx, req.Params.Meta)
	}
	var data json.RawMessage
	result, err := c.conn.client.CallTool(context.WithValue(ctx, dataKey{}, &data), req)
	if err == nil && data != nil {
		result.RawStructuredContent = data
	}
	return result, err
}

// linger is how long a call that timed out waits for a report of what was done so far.
const linger = 25 * time.Millisecond

// stop cancels the request and allows Limits.Grace for it to end. A server that continues
// is killed with its process tree. On cancellation the caller waits for that; after a
// timeout it does not.
func (c *call) stop(t *ticket, answers <-chan answer, why chat.ToolResult) chat.ToolResult {
	if c.conn.wire.http && mcp.IsModernProtocol(c.conn.client.ProtocolVersion()) {
		t.abort() // over HTTP, closing the request cancels it
	} else {
		t.cancel(c.conn.wire, why.Failure.Message)
	}
	obeyed := make(chan answer, 1)
	go func() {
		defer close(obeyed)
		grace := time.NewTimer(c.conn.limits.Grace)
		defer grace.Stop()
		select {
		case a := <-answers:
			obeyed <- a
		case <-grace.C:
			c.leave(t)
		}
	}()
	patience := c.conn.limits.Grace + linger // the goroutine acts first
	if why.Failure.Class == chat.ErrTimeout {
		patience = linger
	}
	enough := time.NewTimer(patience)
	defer enough.Stop()
	select {
	case a, ok := <-obeyed:
		if ok {
			return c.soFar(why, a)
		}
	case <-enough.C:
	}
	return why
}

// soFar adds to the result of an abandoned call what its late answer says was done.
func (c *call) soFar(why chat.ToolResult, a answer) chat.ToolResult {
	if a.err == nil {
		late := content(a.result, c.reader)
		why.Text, why.Data = late.Text, late.Data
	}
	return why
}

// leave abandons a cancelled request that has not ended: a local server is killed with
// its process tree; over HTTP only the request is closed.
func (c *call) leave(t *ticket) {
	if c.conn.wire.http {
		t.abort()
		return
	}
	c.conn.end(errIgnored)
}

// flush reports progress that arrived before the answer.
func (c *call) flush(progress <-chan chat.Progress) {
	select {
	case p := <-progress:
		c.report(p)
	default:
	}
}

func (c *call) report(p chat.Progress) {
	if c.inv.Progress != nil {
		c.inv.Progress(p)
	}
}

func (c *call) late() chat.ToolResult {
	return failed(chat.ErrTimeout,
		fmt.Sprintf("%s did not answer within %s.", c.inv.Call.Name, c.limit),
		"Look at what was done before you try again.")
}

// read turns an answer into a result.
func (c *call) read(a answer) chat.ToolResult {
	var need mcp.URLElicitationRequiredError
	switch {
	case a.err == nil:
		return resultOf(c.server, c.reader, a.result)
	case errors.Is(a.err, transport.ErrTransportClosed), c.conn.over():
		return c.broken()
	case errors.As(a.err, &need):
		return c.refusedFor(need)
	case errors.Is(a.err, mcp.ErrInvalidParams):
		return failed(chat.ErrInvalidArgs, sentence(a.err), "Correct the arguments and try again.")
	default:
		return failed(classify(a.err.Error()), sentence(a.err), "")
	}
}

// broken returns the result of a call whose server ended during it.
func (c *call) broken() chat.ToolResult {
	<-c.conn.ended
	name := c.server.Name
	switch {
	case errors.Is(c.conn.cause, errLine):
		return failed(chat.ErrExecution,
			fmt.Sprintf("The answer of %s was longer than %d MiB.", name, c.conn.limits.Line>>20),
			"Ask for less at once.")
	case errors.Is(c.conn.cause, context.Canceled):
		return cancelled()
	case errors.Is(c.conn.cause, signin.ErrRequired):
		return failed(chat.ErrServerDown,
			fmt.Sprintf("The server %s refused the call: it requires the user to sign in.", name),
			"Tell the user to sign in to it on the page Servers.")
	default:
		return failed(chat.ErrServerDown,
			fmt.Sprintf("The server %s ended while it was working. It is being restarted.", name),
			"Look at what was done before you try again.")
	}
}
