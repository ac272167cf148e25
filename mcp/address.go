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

// Address is a server that listens at a URL, as opposed to a program that we start.
type Address struct {
	URL string
	// Headers are sent with each request. SSE selects the older HTTP+SSE transport.
	Headers map[string]string
	SSE     bool
	// Client is the OAuth client to sign in as; zero means that one is registered.
	Client entry.Client
	// SignIns stores the tokens; nil disables signing in.
	SignIns signin.Store
	// Loopback marks a server on this computer; a connection that leads elsewhere is
	// refused.
	Loopback bool
}

const (
	// dialTimeout bounds a connection attempt, closeTimeout the end of a session.
	dialTimeout  = 10 * time.Second
	closeTimeout = time.Second
	// maxErrorBody is how many bytes of an error response are read.
	maxErrorBody = 2 << 10
)

// call opens a transport to the server without sending anything. Until the server has
// answered, cancelling ctx closes the connection.
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
	go c.watchHTTP(cancel)
	started := context.AfterFunc(ctx, func() { c.end(ctx.Err()) })
	err = c.client.Start(life)
	started()
	if err != nil {
		err = c.requestError(err)
		c.end(err)
		<-c.gone
		return nil, err
	}
	return c, nil
}

// httpTransport is a transport over HTTP.
type httpTransport interface {
	transport.Interface
	SetProtocolVersion(version string)
}

// requests returns the HTTP client of a connection.
func (a *Address) requests(c *conn, older bool) (*http.Client, error) {
	base, err := url.Parse(a.URL)
	if err != nil {
		return nil, errAddress
	}
	return &http.Client{
		Transport: &boundedTransport{
			next: a.network(), signed: a.Site().Authority(),
			base: base, conn: c, older: older,
		},
		CheckRedirect: noRedirect,
	}, nil
}

// noRedirect returns a redirect as the response instead of following it.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Site returns what is needed to sign in to the server.
func (a *Address) Site() signin.Site {
	return signin.Site{URL: a.URL, Headers: a.Headers, Client: a.Client, Loopback: a.Loopback, Network: a.network(), Store: a.SignIns}
}

// network returns the transport for requests to the server.
func (a *Address) network() *http.Transport {
	return &http.Transport{
		Proxy:                  a.proxy(),
		DialContext:            a.dial,
		TLSHandshakeTimeout:    dialTimeout,
		MaxIdleConnsPerHost:    4,
		IdleConnTimeout:        time.Minute,
		MaxResponseHeaderBytes: 1 << 20,
	}
}

// post sends the answer to a request of the server. A failure is ignored: the server
// notices the missing answer and ends its call.
func (a *Address) post(ctx context.Context, c *conn, requests *http.Client, session httpTransport, answer *transport.JSONRPCResponse) {
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

func (a *Address) wire(c *conn, asked *http.Client, older bool) (httpTransport, error) {
	silent := slog.New(slog.DiscardHandler)
	if older {
		return transport.NewSSE(a.URL, transport.WithHeaders(a.Headers), transport.WithHTTPClient(asked), transport.WithSSELogger(silent),
			transport.WithEndpointTimeout(c.limits.Start), transport.WithResponseTimeout(c.limits.CallMax))
	}
	return transport.NewStreamableHTTP(a.URL, transport.WithHTTPHeaders(a.Headers), transport.WithHTTPBasicClient(asked),
		transport.WithHTTPLogger(silent),
		transport.WithContinuousListening()) //nolint:staticcheck // servers older than the newest protocol send notifications there
}

// proxy returns the proxy of the environment, except for servers on this computer.
func (a *Address) proxy() func(*http.Request) (*url.URL, error) {
	if a.Loopback {
		return nil
	}
	return http.ProxyFromEnvironment
}

// dial refuses to leave this computer for a server that is configured to be on it.
func (a *Address) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	to, err := (&net.Dialer{Timeout: dialTimeout, KeepAlive: 15 * time.Second}).DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	if at, ok := to.RemoteAddr().(*net.TCPAddr); a.Loopback && (!ok || !at.IP.IsLoopback()) {
		return nil, errors.Join(errElsewhere, to.Close())
	}
	return to, nil
}

// watchHTTP waits for the end of the connection and releases its resources.
func (c *conn) watchHTTP(cancel context.CancelFunc) {
	defer close(c.gone)
	listened := start(c.listen)
	<-c.ended
	_ = c.client.Close()
	cancel()
	<-listened
}

// boundedTransport talks to one server only, bounds what it reads, and ends the
// connection when the server is gone or asks for a sign-in.
type boundedTransport struct {
	next   *http.Transport
	signed *signin.Authority // nil: not signed in
	base   *url.URL
	conn   *conn
	older  bool
}

func (s *boundedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
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
	if req.Method == http.MethodDelete { // ends the session; nobody waits for the answer
		var ctx context.Context
		ctx, cancel = context.WithTimeout(req.Context(), closeTimeout)
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
	if err := s.signed.Refused(res); err != nil {
		s.conn.end(err)
	} else if res.StatusCode == http.StatusNotFound && req.Method == http.MethodPost && isClosed(s.conn.initialized) {
		s.conn.end(errForgotten)
	}
	body := &boundedBody{src: res.Body, done: cancel, limit: s.conn.limits.Line, tooLong: func() { s.conn.end(errLine) }}
	body.events = strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream")
	if res.StatusCode >= http.StatusMultipleChoices {
		body.limit, body.tooLong = maxErrorBody, nil
	} else if s.older && req.Method == http.MethodGet {
		body.over = func() { s.conn.end(errExited) }
	}
	res.Body = body
	return res, nil
}

// boundedBody reads from src until limit bytes have come, or for an event stream until
// one event exceeds limit.
type boundedBody struct {
	src   io.ReadCloser
	limit int
	// events marks an event stream, whose events end with an empty line.
	events bool
	// tooLong is called when the limit is exceeded; nil means that the rest is dropped.
	// over is called at the end of src, done on Close.
	tooLong, over, done func()

	size int
	last byte
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.src.Read(p)
	b.count(p[:n])
	if b.size > b.limit {
		if b.tooLong == nil {
			return 0, io.EOF
		}
		b.tooLong()
		return 0, errLine
	}
	if err != nil && b.over != nil {
		b.over()
	}
	return n, err
}

// count adds the bytes since the last empty line, or all bytes outside an event stream.
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

// requestError returns why an HTTP request failed. It omits the URL, which may contain a
// key.
func (c *conn) requestError(err error) error {
	if c.over() {
		return c.cause
	}
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}
