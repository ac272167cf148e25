package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

const (
	// protocolOurs is the protocol that our servers are spoken to in, and the
	// one that others are tried with when they do not bear the newest.
	protocolOurs = "2025-11-25"
	// reaperTime is what a reaper gets to end its tree; then it is killed.
	reaperTime = 2500 * time.Millisecond
	// drainTime is how long the last words of a server may take to be read.
	drainTime = 200 * time.Millisecond
)

// conn is one run of a server: the process, if it is one, and the client that
// speaks to it.
type conn struct {
	limits  Limits
	options []client.ClientOption
	proc    *process // nil: it listens at an address
	stdin   *queueWriter
	hear    func() *ring
	stderr  *ring
	wire    wire
	client  *client.Client
	meters  meters
	roots   *openRoots // nil: the server may not know
	// questions are what the server asks the person for; nil: it may not.
	questions *questions
	relist    chan struct{} // has room for one: the tools have changed
	hello     chan struct{} // closed when hands were shaken
	// says is what it says of how to use its tools, resources whether it has some
	// to be read: written before hello is closed.
	says      string
	resources bool
	prompting bool // it has prompts

	once  sync.Once
	cause error         // read only after ended is closed
	ended chan struct{} // closed when it was decided that this run is over
	read  chan struct{} // closed when stdout was read to its end
	gone  chan struct{} // closed when process and goroutines are no more
}

// newConn is a connection that does not lead anywhere yet. Once it does, hear gives
// the place for what the server says on stderr.
func newConn(limits Limits, hear func() *ring, roots *openRoots, asks *questions, options ...client.ClientOption) *conn {
	if roots != nil {
		options = append(options, client.WithRootsHandler(roots))
	}
	if asks != nil {
		options = append(options, client.WithElicitationHandler(asks))
	}
	return &conn{
		limits:    limits,
		options:   options,
		hear:      hear,
		roots:     roots,
		questions: asks,
		hello:     make(chan struct{}),
		relist:    make(chan struct{}, 1),
		ended:     make(chan struct{}),
		read:      make(chan struct{}),
		gone:      make(chan struct{}),
	}
}

// dial connects to a process that was started, and starts the goroutines of the
// connection. It says nothing to it yet.
func (c *conn) dial(proc *process) (*conn, error) {
	c.proc, c.stderr = proc, c.hear()
	c.stdin = newQueueWriter(proc.in, c.limits.Queue, func() { c.end(errStuck) })
	lines := &boundedLines{src: proc.out, limit: c.limits.Line, ended: c.outEnded}
	c.wire = wire{Interface: transport.NewIO(lines, c.stdin, nil)}
	c.client = client.NewClient(c.wire, c.options...)
	c.client.OnNotification(c.notified)
	go c.watch()
	if err := c.client.Start(context.Background()); err != nil {
		c.end(err)
		return nil, fmt.Errorf("speak to the server: %w", err)
	}
	return c, nil
}

// end starts the end of this run; the first cause is kept. It does not block.
func (c *conn) end(cause error) {
	c.once.Do(func() {
		c.cause = cause
		close(c.ended)
		if c.proc != nil {
			_ = c.proc.life.Close()
			_ = c.stdin.Close()
		}
	})
}

// outEnded runs on the reading goroutine before the client learns that its
// stream is over: whoever sees the transport closed finds the cause in place.
func (c *conn) outEnded(why error) {
	if errors.Is(why, io.EOF) {
		why = errExited
	}
	c.end(why)
	close(c.read)
}

// watch sees the process out, drains what it said and releases everything.
func (c *conn) watch() {
	defer close(c.gone)
	waited, drained, listened := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(waited)
		_ = c.proc.cmd.Wait()
	}()
	go func() {
		defer close(drained)
		_, _ = io.Copy(c.stderr, c.proc.err)
	}()
	go func() {
		defer close(listened)
		c.listen()
	}()
	select {
	case <-waited:
	case <-c.ended:
		if !within(waited, reaperTime) {
			_ = c.proc.cmd.Process.Kill()
			<-waited
		}
	}
	within(c.read, drainTime)
	c.end(errExited)
	_ = c.client.Close()
	_ = c.proc.out.Close()
	within(drained, drainTime)
	_ = c.proc.err.Close()
	<-drained
	<-c.stdin.done
	<-listened
}

// listen asks a server that speaks the newest protocol to say when its tools
// change; in older ones it does unasked. The request is open as long as the
// connection.
func (c *conn) listen() {
	select {
	case <-c.hello:
	case <-c.ended:
		return
	}
	if !mcp.IsModernProtocol(c.client.ProtocolVersion()) {
		return
	}
	// A server that does not know how has tools that stay as they are.
	_ = c.client.Listen(context.Background(), mcp.SubscriptionFilter{ToolsListChanged: true})
}

// greet shakes hands and lists the tools.
func (c *conn) greet(ctx context.Context, version string) ([]definition, error) {
	var hello mcp.InitializeRequest
	hello.Params.ClientInfo = mcp.Implementation{Name: "deskhand", Version: version}
	if c.questions != nil {
		hello.Params.Capabilities.Elicitation = &mcp.ElicitationCapability{Form: &struct{}{}, URL: &struct{}{}}
	}
	answer, err := c.client.Initialize(ctx, hello)
	if err != nil {
		return nil, fmt.Errorf("initialize: %w", err)
	}
	if c.says = answer.Instructions; len(c.says) > maxDescription {
		c.says = c.says[:maxDescription]
	}
	c.says = strings.ToValidUTF8(c.says, "\uFFFD")
	c.resources, c.prompting = answer.Capabilities.Resources != nil, answer.Capabilities.Prompts != nil
	close(c.hello)
	return c.list(ctx)
}

// list gets all pages of the server's tools.
func (c *conn) list(ctx context.Context) ([]definition, error) {
	var tools []definition
	var req mcp.ListToolsRequest
	size := 0
	for {
		page, err := c.page(ctx, req)
		if err != nil {
			return nil, fmt.Errorf("list the tools: %w", err)
		}
		for _, raw := range page.Tools {
			tools = append(tools, define(raw))
			size += len(raw)
		}
		if len(tools) > c.limits.Tools || size > c.limits.Line {
			return nil, errTooMany
		}
		if page.NextCursor == "" || len(page.Tools) == 0 {
			return withOffered(tools, c.resources, c.prompts(ctx)), nil
		}
		req.Params.Cursor = mcp.Cursor(page.NextCursor)
	}
}

// toolPage is an answer to tools/list whose tools are still to be understood.
type toolPage struct {
	Tools      []json.RawMessage `json:"tools"`
	NextCursor string            `json:"nextCursor"`
}

// page reads one page as the server sent it: what the client makes of it loses
// parts of schemas, and all tools where one is odd.
func (c *conn) page(ctx context.Context, req mcp.ListToolsRequest) (page toolPage, err error) {
	var raw json.RawMessage
	_, err = c.client.ListToolsByPage(context.WithValue(ctx, answerKey{}, &raw), req)
	if raw == nil {
		return page, err
	}
	return page, json.Unmarshal(raw, &page)
}

// notified runs on the reading goroutine: it must not wait for anything.
func (c *conn) notified(n mcp.JSONRPCNotification) {
	switch n.Method {
	case "notifications/progress":
		c.meters.deliver(n.Params.AdditionalFields)
	case mcp.MethodNotificationToolsListChanged:
		select {
		case c.relist <- struct{}{}:
		default:
		}
	}
}

// within reports whether done is closed before d has passed.
func within(done <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}
