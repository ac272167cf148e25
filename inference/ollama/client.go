package ollama

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
	"strconv"
	"strings"
	"sync"
	"time"
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
	base      *url.URL
	http      *http.Client
	limits    Limits
	keepAlive time.Duration

	mu     sync.Mutex
	remote []string // the other computers that may be asked
}

// New makes a client. It does not connect; it fails when Host is no address.
func New(c Config) (*Client, error) {
	base, err := parseHost(c.Host)
	if err != nil {
		return nil, err
	}
	if c.Limits == (Limits{}) {
		c.Limits = DefaultLimits()
	}
	if c.KeepAlive <= 0 {
		c.KeepAlive = defaultKeepAlive
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{}).DialContext
	}
	return &Client{base: base, limits: c.Limits, keepAlive: c.KeepAlive, remote: c.AllowRemote, http: &http.Client{
		Transport: &http.Transport{
			// No proxy: what is asked is for this server alone.
			DialContext:         dialWithin(c.Limits.Connect, c.Dial, isLoopback(base.Hostname())),
			MaxIdleConnsPerHost: 4, IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: c.Limits.Connect,
		},
		// A redirect could lead to a host that nobody agreed to.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Close drops the connections that wait for the next request.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Address is where the server is asked, for a person.
func (c *Client) Address() string { return c.base.String() }

// Local reports whether the server is on this computer.
func (c *Client) Local() bool { return isLoopback(c.base.Hostname()) }

type dialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// dialWithin marks what fails before there is a connection as unreachable. The
// connection of a server on this computer stays on it.
func dialWithin(limit time.Duration, dial dialFunc, local bool) dialFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		within, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		conn, err := dial(within, network, addr)
		if err == nil && local {
			if err = sameComputer(conn); err != nil {
				return nil, unreachable(addr, err)
			}
		}
		if err != nil && ctx.Err() == nil {
			return nil, unreachable(addr, err)
		}
		return conn, err
	}
}

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
	if err := c.permitted(); err != nil {
		return nil, err
	}
	content := io.Reader(nil)
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("write the request: %w", err)
		}
		content = bytes.NewReader(encoded)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base.JoinPath(path).String(), content)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	// Not sent: it lets the transport take a new connection when one that was
	// kept turns out to be closed, as after a restart of the server.
	req.Header["Idempotency-Key"] = nil
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, cut(ctx, err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.Join(statusError(resp), resp.Body.Close())
	}
	return resp, nil
}

// ask makes a request with a short answer and reads it into answer.
func (c *Client) ask(ctx context.Context, limit time.Duration, path string, body, answer any) error {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, ErrSilent)
	defer cancel()
	resp, err := c.send(ctx, path, body)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }() // it was read, or the request failed
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxLine))
	if err != nil {
		return cut(ctx, err)
	}
	if err := json.Unmarshal(raw, answer); err != nil {
		return broken(ErrGarbled, err)
	}
	return nil
}

// cut names why a request broke off: the caller, a limit, nobody there,
// or the connection.
func cut(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, ErrUnreachable) {
		return bare(err)
	}
	return broken(ErrCut, err)
}

// maxMessage is how much of an error's text is read, in bytes.
const maxMessage = 64 << 10

// statusError reads what the server says went wrong.
func statusError(resp *http.Response) error {
	raw, _ := io.ReadAll(io.LimitReader(resp.Body, maxMessage)) // half a message is better than none
	said := struct {
		Error string `json:"error"`
	}{}
	if err := json.Unmarshal(raw, &said); err != nil || said.Error == "" {
		said.Error = strings.TrimSpace(string(raw))
	}
	if said.Error == "" {
		said.Error = http.StatusText(resp.StatusCode)
	}
	return told(resp.StatusCode, said.Error, retryAfter(resp.Header.Get("Retry-After")))
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
