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
	// protocolOurs is the protocol version used with our servers, and tried with others
	// that do not support the newest.
	protocolOurs = "2025-11-25"
	// reaperTime is how long a reaper may take to end its tree before it is killed.
	reaperTime = 2500 * time.Millisecond
	// drainTime is how long reading the rest of stderr may take after the end.
	drainTime = 200 * time.Millisecond
)

// conn is one run of a server: its process, if it has one, and its client.
type conn struct {
	limits   Limits
	options  []client.ClientOption
	proc     *process // nil: it listens at an address
	stdin    *queueWriter
	hear     func() *ring
	stderr   *ring
	wire     wire
	client   *client.Client
	progress progressRouter
	roots    *openRoots // nil: the server may not ask
	// questions are the server's questions to the user; nil: it may not ask.
	questions   *questions
	relist      chan struct{} // capacity 1: the tools have changed
	initialized chan struct{} // closed after the handshake
	// instructions is the server's text about its tools, resources whether it has
	// resources. Both are written before initialized is closed.
	instructions string
	resources    bool
	prompting    bool // it has prompts

	once  sync.Once
	cause error         // read only after ended is closed
	ended chan struct{} // closed when the end of this run has begun
	read  chan struct{} // closed at the end of stdout
	gone  chan struct{} // closed when the process and all goroutines have ended
}

// newConn returns a connection without a transport. Once it has one, hear returns the
// buffer for the server's stderr.
func newConn(limits Limits, hear func() *ring, roots *openRoots, asks *questions, options ...client.ClientOption) *conn {
	if roots != nil {
		options = append(options, client.WithRootsHandler(roots))
	}
	if asks != nil {
		options = append(options, client.WithElicitationHandler(asks))
	}
	return &conn{
		limits:      limits,
		options:     options,
		hear:        hear,
		roots:       roots,
		questions:   asks,
		initialized: make(chan struct{}),
		relist:      make(chan struct{}, 1),
		ended:       make(chan struct{}),
		read:        make(chan struct{}),
		gone:        make(chan struct{}),
	}
}

// dial connects to a started process and starts the goroutines of the connection. It
// sends nothing.
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

// end starts the end of this run. The first cause is kept. It does not block.
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

// outEnded runs on the reading goroutine before the client learns of the end of its
// stream, so that the cause is set by the time anyone sees the transport closed.
func (c *conn) outEnded(why error) {
	if errors.Is(why, io.EOF) {
		why = errExited
	}
	c.end(why)
	close(c.read)
}

// watch waits for the process, drains its output and releases all resources.
func (c *conn) watch() {
	defer close(c.gone)
	waited := start(func() { _ = c.proc.cmd.Wait() })
	drained := start(func() { _, _ = io.Copy(c.stderr, c.proc.err) })
	listened := start(c.listen)
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

// listen subscribes to changes of the tool list, as the newest protocol requires; older
// ones notify unasked. The request stays open as long as the connection.
func (c *conn) listen() {
	select {
	case <-c.initialized:
	case <-c.ended:
		return
	}
	if !mcp.IsModernProtocol(c.client.ProtocolVersion()) {
		return
	}
	// An error means that the server does not support this: its tools stay as they are.
	_ = c.client.Listen(context.Background(), mcp.SubscriptionFilter{ToolsListChanged: true})
}

// initialize performs the handshake and lists the tools.
func (c *conn) initialize(ctx context.Context, version string) ([]definition, error) {
	var request mcp.InitializeRequest
	request.Params.ClientInfo = mcp.Implementation{Name: "deskhand", Version: version}
	if c.questions != nil {
		request.Params.Capabilities.Elicitation = &mcp.ElicitationCapability{Form: &struct{}{}, URL: &struct{}{}}
	}
	answer, err := c.client.Initialize(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("initialize: %w", err)
	}
	if c.instructions = answer.Instructions; len(c.instructions) > maxDescription {
		c.instructions = c.instructions[:maxDescription]
	}
	c.instructions = strings.ToValidUTF8(c.instructions, "\uFFFD")
	c.resources, c.prompting = answer.Capabilities.Resources != nil, answer.Capabilities.Prompts != nil
	close(c.initialized)
	return c.list(ctx)
}

// list returns all pages of the server's tools.
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

// toolPage is a tools/list result with the tools not yet decoded.
type toolPage struct {
	Tools      []json.RawMessage `json:"tools"`
	NextCursor string            `json:"nextCursor"`
}

// page reads one page from the raw answer: the client's decoding loses parts of schemas,
// and all tools if one is malformed.
func (c *conn) page(ctx context.Context, req mcp.ListToolsRequest) (page toolPage, err error) {
	var raw json.RawMessage
	_, err = c.client.ListToolsByPage(context.WithValue(ctx, answerKey{}, &raw), req)
	if raw == nil {
		return page, err
	}
	return page, json.Unmarshal(raw, &page)
}

// notified runs on the reading goroutine and must not block.
func (c *conn) notified(n mcp.JSONRPCNotification) {
	switch n.Method {
	case "notifications/progress":
		c.progress.deliver(n.Params.AdditionalFields)
	case mcp.MethodNotificationToolsListChanged,
		mcp.MethodNotificationSubscriptionsAcknowledged: // until now a change was not reported
		signal(c.relist)
	}
}
