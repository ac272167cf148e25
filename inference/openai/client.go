package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
)

// ErrAddress means that a configured address is none.
var ErrAddress = errors.New("not an address of a server of models")

// What can go wrong besides what a server says.
var (
	errUnreachable = &chat.Fault{Class: chat.FaultServer, Code: chat.FaultUnreachable, Message: "no server answers"}
	errCut         = &chat.Fault{Class: chat.FaultRetry, Code: chat.FaultCut, Message: "the connection was cut in mid-answer"}
	errSilent      = &chat.Fault{Class: chat.FaultRetry, Code: chat.FaultSilent, Message: "the server went silent"}
	errGarbled     = &chat.Fault{Class: chat.FaultRetry, Code: chat.FaultGarbled, Message: "the server sent something unreadable"}
	errRemote      = &chat.Fault{Class: chat.FaultPerson, Code: chat.FaultRemote, Message: "the server is another computer, which is not allowed"}
)

// Limits are the time limits of a request, each for its own part; there is none for
// the whole.
type Limits struct {
	// Connect is for the connection, Answer for a question with a short answer.
	Connect, Answer time.Duration
	// First is for the beginning of an answer, Idle for the pause between two
	// pieces of it, Patient for both where tools are offered: some servers send a
	// call when it is whole.
	First, Idle, Patient time.Duration
	// Away is how long an address that failed is left out.
	Away time.Duration
}

// DefaultLimits are those of a new installation.
func DefaultLimits() Limits {
	return Limits{
		Connect: 5 * time.Second, Answer: 10 * time.Second,
		First: 2 * time.Minute, Idle: time.Minute, Patient: 5 * time.Minute, Away: 30 * time.Second,
	}
}

// Config is what a Client needs.
type Config struct {
	// URLs are the addresses of one model server each, with their path ("/v1").
	URLs []string
	// Models are the models to be asked; none: those that the server tells.
	Models []string
	// Key returns the key of the server; nil, or empty: there is none.
	Key func() string
	// Remote says that the person agreed that requests leave this computer.
	Remote bool
	// Limits; the zero value: DefaultLimits.
	Limits Limits
	// Dial makes the connections; nil: the network.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Client asks the servers of one set of models.
type Client struct {
	config    Config
	http      *http.Client
	addresses []*address

	mu sync.Mutex // of the addresses
}

var _ backend.Backend = (*Client)(nil)

// address is one server.
type address struct {
	base  *url.URL
	busy  int       // requests under way
	until time.Time // it is left out until then
}

// New makes a client. It does not connect; it fails where an address is none.
func New(c Config) (*Client, error) {
	if c.Limits == (Limits{}) {
		c.Limits = DefaultLimits()
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{}).DialContext
	}
	client := &Client{config: c, http: &http.Client{
		Transport: &http.Transport{
			// No proxy: what is asked is for this server alone.
			DialContext: dialWithin(c.Limits.Connect, c.Dial), MaxIdleConnsPerHost: 32,
			IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: c.Limits.Connect,
		},
		// A redirect could lead to a host that nobody agreed to.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	for _, text := range c.URLs {
		base, err := url.Parse(text)
		if err != nil || base.Host == "" || base.User != nil || base.Scheme != "http" && base.Scheme != "https" {
			return nil, fmt.Errorf("%w: %q", ErrAddress, text)
		}
		client.addresses = append(client.addresses, &address{base: base})
	}
	if len(client.addresses) == 0 {
		return nil, fmt.Errorf("%w: there is none", ErrAddress)
	}
	return client, nil
}

// Close drops the connections that wait for the next request.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Local reports whether all servers are on this computer.
func (c *Client) Local() bool {
	return !slices.ContainsFunc(c.addresses, func(a *address) bool { return !isLoopback(a.base.Hostname()) })
}

// isLoopback reports whether a host name is this computer's own.
func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// dialWithin marks what fails before there is a connection as unreachable. The
// connection of a server on this computer stays on it.
func dialWithin(limit time.Duration, dial func(context.Context, string, string) (net.Conn, error)) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		within, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		conn, err := dial(within, network, addr)
		if host, _, split := net.SplitHostPort(addr); err == nil && split == nil && isLoopback(host) {
			if at, ok := conn.RemoteAddr().(*net.TCPAddr); ok && !at.IP.IsLoopback() {
				err = errors.Join(errRemote, conn.Close())
			}
		}
		if err != nil && ctx.Err() == nil {
			return nil, because(errUnreachable, errUnreachable.Message+" at "+addr, err)
		}
		return conn, err
	}
}

// because returns a fault of a kind with its cause.
func because(kind *chat.Fault, words string, cause error) *chat.Fault {
	return &chat.Fault{Class: kind.Class, Code: kind.Code, Message: words, Err: cause}
}

// take chooses the least busy address that is not left out, or where all are, the
// one that is back first; without those that were tried.
func (c *Client) take(tried []*address) *address {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	var best *address
	better := func(a *address) bool {
		if best == nil {
			return true
		}
		out, bestOut := a.until.After(now), best.until.After(now)
		switch {
		case out != bestOut:
			return !out
		case out:
			return a.until.Before(best.until)
		}
		return a.busy < best.busy
	}
	for _, a := range c.addresses {
		if !slices.Contains(tried, a) && better(a) {
			best = a
		}
	}
	if best != nil {
		best.busy++
	}
	return best
}

// release ends a request; one whose server failed leaves it out for a while.
func (c *Client) release(a *address, failed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a.busy--
	if failed {
		a.until = time.Now().Add(c.config.Limits.Away)
	}
}

// serverFailed reports whether a failure speaks against the server at an address and
// not against the request or the model.
func serverFailed(err error) bool {
	f := chat.FaultOf(err)
	return f.Code == chat.FaultUnreachable || f.Code == chat.FaultCut || f.Code == chat.FaultSilent || f.RetryAfter > 0 ||
		f.Code == chat.FaultStatus && f.Class == chat.FaultRetry
}

// reach makes a request at one address after the other until one takes it: as long
// as nothing of an answer has come, another one may give it.
func (c *Client) reach(ctx context.Context, ask func(*address) (began bool, err error)) error {
	if !c.config.Remote && !c.Local() {
		return errRemote
	}
	var tried []*address
	for {
		a := c.take(tried)
		began, err := ask(a)
		c.release(a, ctx.Err() == nil && serverFailed(err))
		tried = append(tried, a)
		if err == nil || began || ctx.Err() != nil || !serverFailed(err) || len(tried) == len(c.addresses) {
			return err
		}
	}
}

// send posts body as JSON, or gets when body is nil, and returns the response of a
// request that the server took. The caller closes its body.
func (c *Client) send(ctx context.Context, at *address, path string, body any) (*http.Response, error) {
	method, content := http.MethodGet, io.Reader(nil)
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("write the request: %w", err)
		}
		method, content = http.MethodPost, bytes.NewReader(encoded)
	}
	req, err := http.NewRequestWithContext(ctx, method, at.base.JoinPath(path).String(), content)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	// Not sent: it lets the transport take a new connection when one that was
	// kept turns out to be closed.
	req.Header["Idempotency-Key"] = nil
	if c.config.Key != nil {
		if key := c.config.Key(); key != "" {
			req.Header.Set("Authorization", "Bearer "+key)
		}
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, cut(ctx, err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.Join(statusError(resp), resp.Body.Close())
	}
	return resp, nil
}

// cut names why a request broke off: the caller, a limit, nobody there, or the
// connection.
func cut(ctx context.Context, err error) error {
	var f *chat.Fault
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &f):
		return f
	}
	return because(errCut, errCut.Message, err)
}
