package openai

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/transport"
)

// ErrAddress means that a configured address is invalid.
var ErrAddress = errors.New("not an address of a server of models")

// errRemote means that a server is on another computer, which is not allowed.
var errRemote = &chat.Fault{Class: chat.FaultPerson, Code: chat.FaultRemote, Message: "the server is another computer, which is not allowed"}

// Limits are the time limits of the parts of a request; there is none for the whole.
type Limits struct {
	// Connect bounds the connection, Answer a request with a short answer.
	Connect, Answer time.Duration
	// First bounds the wait for the first piece, Idle the pause between two pieces.
	// Patient replaces both if tools are offered, since some servers send a call only
	// when it is complete.
	First, Idle, Patient time.Duration
	// Away is how long an address that failed is not used.
	Away time.Duration
}

// DefaultLimits returns the limits of a new installation.
func DefaultLimits() Limits {
	return Limits{
		Connect: 5 * time.Second, Answer: 10 * time.Second,
		First: 2 * time.Minute, Idle: time.Minute, Patient: 5 * time.Minute, Away: 30 * time.Second,
	}
}

// Config configures a Client.
type Config struct {
	// URLs are the addresses of one model server each, with their path ("/v1").
	URLs []string
	// Models may be asked; none means those that the server lists.
	Models []string
	// Key returns the server's API key; nil or empty means none.
	Key func() string
	// Remote means that the user agreed that requests leave this computer.
	Remote bool
	// Limits; the zero value means DefaultLimits.
	Limits Limits
	// Dial makes the connections; nil means the network.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Client is a client of the servers of one set of models.
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
	busy  int       // running requests
	until time.Time // not used until then
}

// New returns a client. It does not connect; it fails if an address is invalid.
func New(c Config) (*Client, error) {
	if c.Limits == (Limits{}) {
		c.Limits = DefaultLimits()
	}
	client := &Client{config: c, http: transport.NewHTTP(c.Limits.Connect, c.Dial, 32)}
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

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Local reports whether all servers are on this computer.
func (c *Client) Local() bool {
	return !slices.ContainsFunc(c.addresses, func(a *address) bool { return !transport.Local(a.base.Hostname()) })
}

// take returns the least busy available address, or if none is, the one that will be
// first; tried ones are excluded.
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

// release ends a request; a failed server is not used for a while.
func (c *Client) release(a *address, failed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a.busy--
	if failed {
		a.until = time.Now().Add(c.config.Limits.Away)
	}
}

// serverFailed reports whether a failure is the fault of the server at an address, not of
// the request or the model.
func serverFailed(err error) bool {
	f := chat.FaultOf(err)
	return f.Code == chat.FaultUnreachable || f.Code == chat.FaultCut || f.Code == chat.FaultSilent || f.RetryAfter > 0 ||
		f.Code == chat.FaultStatus && f.Class == chat.FaultRetry
}

// reach tries one address after the other until one accepts the request: as long as
// nothing of an answer has come, another one may give it.
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

// send posts body as JSON, or gets if body is nil, and returns a successful response. The
// caller must close its body.
func (c *Client) send(ctx context.Context, at *address, path string, body any) (*http.Response, error) {
	method, key := http.MethodGet, ""
	if body != nil {
		method = http.MethodPost
	}
	if c.config.Key != nil {
		key = c.config.Key()
	}
	resp, err := transport.Send(ctx, c.http, method, at.base.JoinPath(path), key, body)
	if err == nil && resp.StatusCode != http.StatusOK {
		return nil, statusError(resp)
	}
	return resp, err
}
