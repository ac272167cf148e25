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
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/deskhand/deskhand/inference/transport"
)

// Limits are the time limits of a request, each for its own part; there is none
// for the whole.
type Limits struct {
	// Connect is for the connection, Answer for a question that has a short
	// answer (show, tags, ps).
	Connect, Answer time.Duration
	// Load is for bringing a model into memory.
	Load time.Duration
	// FirstToken and PerPromptToken are for the beginning of an answer: the
	// prompt has to be read first.
	FirstToken, PerPromptToken time.Duration
	// Idle is for the pause between two pieces of an answer, Patient for one in
	// which a tool call may be being written: a server sends it when it is whole.
	Idle, Patient time.Duration
	// Stall is for a download without progress.
	Stall time.Duration
}

// DefaultLimits are the limits for a server on the same computer.
func DefaultLimits() Limits {
	return Limits{
		Connect: 5 * time.Second, Answer: 10 * time.Second, Load: 5 * time.Minute,
		FirstToken: 120 * time.Second, PerPromptToken: 50 * time.Millisecond,
		Idle: 60 * time.Second, Patient: 5 * time.Minute, Stall: 60 * time.Second,
	}
}

// Config is what a Client needs. The zero value asks the server on this
// computer.
type Config struct {
	// Host is OLLAMA_HOST in any spelling; empty: the default address.
	Host string
	// Key returns the key that the server wants; nil, or empty: there is none.
	Key func() string
	// AllowRemote are the hosts that may be asked although they are other
	// computers; nothing is sent to another one.
	AllowRemote []string
	// Limits; the zero value: DefaultLimits.
	Limits Limits
	// KeepAlive is how long a model stays loaded after a request; 0: 15 minutes.
	KeepAlive time.Duration
	// Dial makes the connections; nil: the network.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// defaultKeepAlive keeps a model loaded while a person reads a plan.
const defaultKeepAlive = 15 * time.Minute

// Client asks one Ollama server.
type Client struct {
	server    atomic.Pointer[server]
	http      *http.Client
	limits    Limits
	keepAlive time.Duration

	mu     sync.Mutex
	remote []string // the other computers that may be asked
}

// server is where a request goes, and with which key.
type server struct {
	base *url.URL
	key  func() string
}

// New makes a client. It does not connect; it fails when Host is no address.
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

// Move asks another server from now on: at host, in any spelling of OLLAMA_HOST, with
// this key. An answer that is under way comes to its end. It fails, and changes
// nothing, when host is no address.
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

// Close drops the connections that wait for the next request.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Address is where the server is asked, for a person.
func (c *Client) Address() string { return c.server.Load().base.String() }

// Local reports whether the server is on this computer.
func (c *Client) Local() bool { return c.server.Load().local() }

func (s *server) local() bool { return transport.Local(s.base.Hostname()) }

// send posts body as JSON, or gets when body is nil, and gives the response of
// a request that the server took. The caller closes its body.
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

// ask makes a request with a short answer and reads it into answer.
func (c *Client) ask(ctx context.Context, limit time.Duration, path string, body, answer any) error {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, ErrSilent)
	defer cancel()
	resp, err := c.send(ctx, path, body)
	if err != nil {
		return err
	}
	return transport.Read(ctx, resp, answer)
}

// statusError reads what the server says went wrong.
func statusError(resp *http.Response) error {
	raw, closed := transport.Message(resp)
	said := struct {
		Error string `json:"error"`
	}{}
	if err := json.Unmarshal(raw, &said); err != nil || said.Error == "" {
		said.Error = strings.TrimSpace(string(raw))
	}
	said.Error = cmp.Or(said.Error, http.StatusText(resp.StatusCode))
	return errors.Join(told(resp.StatusCode, said.Error, retryAfter(resp.Header.Get("Retry-After"))), closed)
}

// retryAfter reads the header in both of its forms.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil {
		return max(0, time.Duration(min(seconds, 1<<20))*time.Second)
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
