package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/signin"
)

// Address is where a server listens that is no program of ours to start.
type Address struct {
	URL string
	// Headers are sent with each request. SSE is the older transport.
	Headers map[string]string
	SSE     bool
	// Client is what is signed in as; zero: what the server registers.
	Client entry.Client
	// SignIns keeps what came of signing in to it; nil: nobody can.
	SignIns signin.Kept
	// Loopback: it is on this computer, and a connection that leads to another
	// one is refused.
	Loopback bool
}

const (
	// dialTime is what a connection may take, byeTime what the end of a session.
	dialTime = 10 * time.Second
	byeTime  = time.Second
	// mostComplaint is how much of the body of a refusal is read.
	mostComplaint = 2 << 10
)

// call connects to a server at an address. It says nothing to it yet. Until it
// has answered, the end of ctx ends the connection.
func (a *Address) call(ctx context.Context, c *conn, older bool) (*conn, error) {
	c.stderr = c.hear()
	close(c.read)
	requests, err := a.requests(c, older || a.SSE)
	if err != nil {
		return nil, err
	}
	asked, err := a.wire(c, requests, older || a.SSE)
	if err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(context.Background())
	c.wire = wire{asked, true, func(answer *transport.JSONRPCResponse) { a.post(life, c, requests, asked, answer) }}
	c.client = client.NewClient(httpWire{c.wire, asked}, c.options...)
	c.client.OnNotification(c.notified)
	go c.attend(cancel)
	started := context.AfterFunc(ctx, func() { c.end(ctx.Err()) })
	err = c.client.Start(life)
	started()
	if err != nil {
		err = c.because(err)
		c.end(err)
		<-c.gone
		return nil, err
	}
	return c, nil
}

// spoken is a transport over HTTP.
type spoken interface {
	transport.Interface
	SetProtocolVersion(version string)
}

// requests makes the requests of a connection.
func (a *Address) requests(c *conn, older bool) (*http.Client, error) {
	base, err := url.Parse(a.URL)
	if err != nil {
		return nil, errAddress
	}
	return &http.Client{
		Transport: &strict{
			next: a.network(), signed: a.Site().Authority(),
			base: base, conn: c, older: older,
		},
		CheckRedirect: noRedirect,
	}, nil
}

// noRedirect has a redirect be the answer.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Site is the server as it is signed in to.
func (a *Address) Site() signin.Site {
	return signin.Site{URL: a.URL, Headers: a.Headers, Client: a.Client, Loopback: a.Loopback, Network: a.network(), Kept: a.SignIns}
}

// network is the way to the server.
func (a *Address) network() *http.Transport {
	return &http.Transport{
		Proxy:                  a.proxy(),
		DialContext:            a.dial,
		TLSHandshakeTimeout:    dialTime,
		MaxIdleConnsPerHost:    4,
		IdleConnTimeout:        time.Minute,
		MaxResponseHeaderBytes: 1 << 20,
	}
}

// post sends the answer to a question of the server. One that does not arrive is
// missed by nobody but the server, which ends its call.
func (a *Address) post(ctx context.Context, c *conn, requests *http.Client, session spoken, answer *transport.JSONRPCResponse) {
	raw, err := json.Marshal(answer)
	if err != nil {
		return
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.URL, bytes.NewReader(raw))
	if err != nil {
		return
	}
	for name, value := range a.Headers {
		req.Header.Set(name, value)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", c.client.ProtocolVersion())
	if id := session.GetSessionId(); id != "" {
		req.Header.Set("Mcp-Session-Id", id)
	}
	if res, err := requests.Do(req); err == nil {
		_ = res.Body.Close()
	}
}

func (a *Address) wire(c *conn, asked *http.Client, older bool) (spoken, error) {
	silent := slog.New(slog.DiscardHandler)
	if older {
		return transport.NewSSE(a.URL, transport.WithHeaders(a.Headers), transport.WithHTTPClient(asked), transport.WithSSELogger(silent),
			transport.WithEndpointTimeout(c.limits.Start), transport.WithResponseTimeout(c.limits.CallMax))
	}
	return transport.NewStreamableHTTP(a.URL, transport.WithHTTPHeaders(a.Headers), transport.WithHTTPBasicClient(asked),
		transport.WithHTTPLogger(silent),
		transport.WithContinuousListening()) //nolint:staticcheck // all servers but the newest send their notices there
}

// proxy is that of the environment, for what is not on this computer.
func (a *Address) proxy() func(*http.Request) (*url.URL, error) {
	if a.Loopback {
		return nil
	}
	return http.ProxyFromEnvironment
}

// dial keeps a connection to this computer on it.
func (a *Address) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	to, err := (&net.Dialer{Timeout: dialTime, KeepAlive: 15 * time.Second}).DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	if at, ok := to.RemoteAddr().(*net.TCPAddr); a.Loopback && (!ok || !at.IP.IsLoopback()) {
		return nil, errors.Join(errElsewhere, to.Close())
	}
	return to, nil
}

// attend sees the connection out and releases everything.
func (c *conn) attend(cancel context.CancelFunc) {
	defer close(c.gone)
	listened := make(chan struct{})
	go func() {
		defer close(listened)
		c.listen()
	}()
	<-c.ended
	_ = c.client.Close()
	cancel()
	<-listened
}

// strict is the way to one server: it goes nowhere else, reads no more than it may
// at once, and ends the connection where the server is gone or wants a sign-in.
type strict struct {
	next   *http.Transport
	signed *signin.Authority // nil: nobody has signed in
	base   *url.URL
	conn   *conn
	older  bool
}

// RoundTrip makes one request.
func (s *strict) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host != s.base.Host || req.URL.Scheme != s.base.Scheme {
		return nil, errElsewhere
	}
	if s.signed != nil {
		signed, err := s.signed.Sign(req)
		var lost *signin.LostError
		if errors.As(err, &lost) {
			err = &unreachedError{lost.Said}
		}
		if err != nil {
			if req.Context().Err() == nil {
				s.conn.end(err)
			}
			return nil, err
		}
		req = signed
	}
	cancel := func() {}
	if req.Method == http.MethodDelete { // a session that has ended; nobody waits for more
		var ctx context.Context
		ctx, cancel = context.WithTimeout(req.Context(), byeTime)
		req = req.WithContext(ctx)
	}
	res, err := s.next.RoundTrip(req)
	if err != nil {
		cancel()
		if req.Context().Err() == nil {
			s.conn.end(&unreachedError{err})
		}
		return nil, err
	}
	switch {
	case res.StatusCode == http.StatusUnauthorized:
		s.conn.end(signin.ErrWanted)
	case res.StatusCode == http.StatusNotFound && req.Method == http.MethodPost && s.conn.greeted():
		s.conn.end(errForgotten)
	}
	body := &boundedBody{src: res.Body, done: cancel, limit: s.conn.limits.Line, too: func() { s.conn.end(errLine) }}
	body.events = strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream")
	if res.StatusCode >= http.StatusMultipleChoices {
		body.limit, body.too = mostComplaint, nil
	} else if s.older && req.Method == http.MethodGet {
		body.over = func() { s.conn.end(errExited) }
	}
	res.Body = body
	return res, nil
}

// boundedBody passes an answer on until it is longer than limit, or in a stream of
// events until one of them is.
type boundedBody struct {
	src   io.ReadCloser
	limit int
	// events: it is a stream of events, each ended by an empty line.
	events bool
	// too learns that it was longer; nil: what is more is left out. over learns
	// that it has ended, done that it was closed.
	too, over, done func()

	size int
	last byte
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.src.Read(p)
	b.count(p[:n])
	if b.size > b.limit {
		if b.too == nil {
			return 0, io.EOF
		}
		b.too()
		return 0, errLine
	}
	if err != nil && b.over != nil {
		b.over()
	}
	return n, err
}

// count counts the bytes since the last empty line, or all of them.
func (b *boundedBody) count(p []byte) {
	if !b.events {
		b.size += len(p)
		return
	}
	for len(p) > 0 && b.size <= b.limit {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			b.size, b.last = b.size+len(p), p[len(p)-1]
			return
		}
		line := bytes.TrimSuffix(p[:end], []byte("\r"))
		if len(line) == 0 && (b.last == '\n' || b.last == 0 || b.last == '\r') {
			b.size = 0
		} else {
			b.size += end + 1
		}
		b.last, p = '\n', p[end+1:]
	}
}

func (b *boundedBody) Close() error {
	defer b.done()
	return b.src.Close()
}

// greeted reports whether hands were shaken.
func (c *conn) greeted() bool {
	select {
	case <-c.hello:
		return true
	default:
		return false
	}
}

// because is why a request over HTTP failed, without the address in it: that may
// hold a key.
func (c *conn) because(err error) error {
	if c.over() {
		return c.cause
	}
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}
