package transport

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
	"time"
)

// Dial makes a connection.
type Dial = func(ctx context.Context, network, addr string) (net.Conn, error)

// NewHTTP returns the client for one kind of server, with up to idle idle connections to
// each. A nil dial means the network.
func NewHTTP(connect time.Duration, dial Dial, idle int) *http.Client {
	if dial == nil {
		dial = (&net.Dialer{}).DialContext
	}
	return &http.Client{
		Transport: &http.Transport{
			// No proxy: requests are for this server alone.
			DialContext: within(connect, dial), MaxIdleConnsPerHost: idle,
			IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: connect,
		},
		// A redirect could lead to a host that the user did not agree to.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Local reports whether a host name is this computer's own.
func Local(name string) bool {
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// ErrNotLoopback means that the name of this computer led to another one.
var ErrNotLoopback = errors.New("localhost is another computer")

// within marks connection failures as unreachable. A connection to a server on this
// computer stays on it, whatever the name localhost resolves to.
func within(limit time.Duration, dial Dial) Dial {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		inTime, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		conn, err := dial(inTime, network, addr)
		if host, _, split := net.SplitHostPort(addr); err == nil && split == nil && Local(host) {
			if at, ok := conn.RemoteAddr().(*net.TCPAddr); ok && !at.IP.IsLoopback() {
				return nil, unreachable(addr, errors.Join(ErrNotLoopback, conn.Close()))
			}
		}
		if err != nil && ctx.Err() == nil {
			return nil, unreachable(addr, err)
		}
		return conn, err
	}
}

// Send makes a request, with body as JSON and a key, if given. The caller must close the
// response's body.
func Send(ctx context.Context, by *http.Client, method string, at *url.URL, key string, body any) (*http.Response, error) {
	content := io.Reader(nil)
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("write the request: %w", err)
		}
		content = bytes.NewReader(encoded)
	}
	req, err := http.NewRequestWithContext(ctx, method, at.String(), content)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	// Not sent: it allows the transport to retry on a new connection if an idle one turns
	// out to be closed, as after a restart of the server.
	req.Header["Idempotency-Key"] = nil
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := by.Do(req)
	if err != nil {
		return nil, Cut(ctx, err)
	}
	return resp, nil
}

// maxMessage is how much of an error's text is read, in bytes.
const maxMessage = 64 << 10

// Message reads the error that a server reports, and closes the response.
func Message(resp *http.Response) ([]byte, error) {
	raw, _ := io.ReadAll(io.LimitReader(resp.Body, maxMessage)) // half a message is better than none
	return raw, resp.Body.Close()
}

// RetryAfter returns the wait that a server asks for; 0 if none.
func RetryAfter(resp *http.Response) time.Duration {
	value := resp.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return max(0, time.Duration(min(seconds, 1<<20))*time.Second)
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
