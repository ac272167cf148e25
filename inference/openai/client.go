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

// ErrAddress means that a configured address is none.
var ErrAddress = errors.New("not an address of a server of models")

// errRemote means that a server is another computer, which nobody allowed.
var errRemote = &chat.Fault{Class: chat.FaultPerson, Code: chat.FaultRemote, Message: "the server is another computer, which is not allowed"}

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

// Close drops the connections that wait for the next request.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Local reports whether all servers are on this computer.
func (c *Client) Local() bool {
	return !slices.ContainsFunc(c.addresses, func(a *address) bool { return !transport.Local(a.base.Hostname()) })
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
