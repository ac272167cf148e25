package ollama

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/deskhand/deskhand/inference/transport"
)

// Limits are the time limits of the parts of a request; there is none for the whole.
type Limits struct {
	// Connect bounds the connection, Answer requests with a short answer (show, tags,
	// ps).
	Connect, Answer time.Duration
	// Load bounds loading a model.
	Load time.Duration
	// FirstToken and PerPromptToken bound the wait for the first token: the prompt has to
	// be read first.
	FirstToken, PerPromptToken time.Duration
	// Idle bounds the pause between two pieces of an answer; Patient replaces it while a
	// tool call may be being written, which a server sends only when it is complete.
	Idle, Patient time.Duration
	// Stall bounds a download without progress.
	Stall time.Duration
}

// DefaultLimits returns the limits for a server on the same computer.
func DefaultLimits() Limits {
	return Limits{
		Connect: 5 * time.Second, Answer: 10 * time.Second, Load: 5 * time.Minute,
		FirstToken: 120 * time.Second, PerPromptToken: 50 * time.Millisecond,
		Idle: 60 * time.Second, Patient: 5 * time.Minute, Stall: 60 * time.Second,
	}
}

// Config configures a Client. The zero value uses the server on this computer.
type Config struct {
	// Host is OLLAMA_HOST in any notation; empty means the default address.
	Host string
	// Key returns the server's API key; nil or empty means none.
	Key func() string
	// AllowRemote lists the other computers that may be asked; nothing is sent to any
	// other.
	AllowRemote []string
	// Limits; the zero value means DefaultLimits.
	Limits Limits
	// KeepAlive is how long a model stays loaded after a request; 0 means 15 minutes.
	KeepAlive time.Duration
	// Dial makes the connections; nil means the network.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// defaultKeepAlive keeps a model loaded while the user reads a plan.
const defaultKeepAlive = 15 * time.Minute

// Client is a client of one Ollama server.
type Client struct {
	server    atomic.Pointer[server]
	http      *http.Client
	limits    Limits
	keepAlive time.Duration

	mu     sync.Mutex
	remote []string // other computers that may be asked
}

// server is the address and key of a server.
type server struct {
	base *url.URL
	key  func() string
}

// New returns a client. It does not connect; it fails if Host is not an address.
func New(c Config) (*Client, error) {
	if c.Limits == (Limits{}) {
		c.Limits = DefaultLimits()
	}
	if c.KeepAlive <= 0 {
		c.KeepAlive = defaultKeepAlive
	}
	client := &Client{limits: c.Limits, keepAlive: c.KeepAlive, remote: c.AllowRemote, http: transport.NewHTTP(c.Limits.Connect, c.Dial, 4)}
	return client, client.Move(c.Host, c.Key)
}

// Move switches to the server at host, in any notation of OLLAMA_HOST, with this key.
// Running answers are completed. If host is not an address, Move fails and changes
// nothing.
func (c *Client) Move(host string, key func() string) error {
	base, err := parseHost(host)
	if err != nil {
		return err
	}
	if key == nil {
		key = func() string { return "" }
	}
	c.server.Store(&server{base, key})
	return nil
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Address returns the server's address for display.
func (c *Client) Address() string { return c.server.Load().base.String() }

// Local reports whether the server is on this computer.
func (c *Client) Local() bool { return c.server.Load().local() }

func (s *server) local() bool { return transport.Local(s.base.Hostname()) }

// send posts body as JSON, or gets if body is nil, and returns a successful response. The
// caller must close its body.
func (c *Client) send(ctx context.Context, path string, body any) (*http.Response, error) {
	method := http.MethodPost
	if body == nil {
		method = http.MethodGet
	}
	return c.sendAs(ctx, method, path, body)
}

func (c *Client) sendAs(ctx context.Context, method, path string, body any) (*http.Response, error) {
	to := c.server.Load()
	if !c.allows(to) {
		return nil, fmt.Errorf("%w: %s", ErrRemote, to.base)
	}
	resp, err := transport.Send(ctx, c.http, method, to.base.JoinPath(path), to.key(), body)
	if err == nil && resp.StatusCode != http.StatusOK {
		return nil, statusError(resp)
	}
	return resp, err
}

// ask makes a request with a short answer and decodes it into answer.
func (c *Client) ask(ctx context.Context, limit time.Duration, path string, body, answer any) error {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, ErrSilent)
	defer cancel()
	resp, err := c.send(ctx, path, body)
	if err != nil {
		return err
	}
	return transport.Read(ctx, resp, answer)
}

// statusError returns the error that the server reports.
func statusError(resp *http.Response) error {
	raw, closed := transport.Message(resp)
	said := struct {
		Error string `json:"error"`
	}{}
	if err := json.Unmarshal(raw, &said); err != nil || said.Error == "" {
		said.Error = strings.TrimSpace(string(raw))
	}
	said.Error = cmp.Or(said.Error, http.StatusText(resp.StatusCode))
	return errors.Join(told(resp.StatusCode, said.Error, transport.RetryAfter(resp)), closed)
}
