package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/mcptest"
	"github.com/deskhand/deskhand/mcp/signin"
)

// listening serves on loopback until the test ends.
func listening(t *testing.T, handler http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// noMethod is an older server's answer to an unknown request.
const noMethod = `"error":{"code":-32601,"message":"no such method"}`

// dated is a server from before the newest protocol, with a session; known is its answer
// when it is asked which versions it supports.
func dated(next http.Handler, known string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if bytes.Contains(body, []byte(`"server/discover"`)) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,%s}`, known)
			return
		}
		if version := r.Header.Get("Mcp-Protocol-Version"); version > protocolOurs {
			http.Error(w, "no such version: "+version, http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

func at(address string) Server {
	return Server{Name: "s", At: &Address{URL: address, Loopback: true}}
}

func TestAServerAtAnAddressWorksInEveryTransport(t *testing.T) {
	older := mcptest.SSEHandler()
	rows := []struct {
		what, path string
		handler    http.Handler
		sse        bool
	}{
		{"the newest", "/mcp", mcptest.Handler(), false},
		{"with a session", "/mcp", dated(mcptest.Handler(), noMethod), false},
		{"that knows no version without a handshake", "/mcp", dated(mcptest.Handler(), `"result":{}`), false},
		{"the older transport", "/sse", older, true},
		{"the older transport, which nobody has named", "/sse", older, false},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			address := at(listening(t, row.handler).URL + row.path)
			address.At.SSE = row.sse
			h := started(t, config(address))
			if r := h.Call(t.Context(), invocation("s_echo", `{"text":"hello"}`)); !r.OK || r.Text != "hello" {
				t.Fatalf("got %+v", r)
			}
			var told atomic.Int32
			inv := invocation("s_wait", `{}`)
			ctx, cancel := context.WithCancel(t.Context())
			inv.Progress = func(chat.Progress) {
				told.Add(1)
				cancel()
			}
			began := time.Now()
			if r := h.Call(ctx, inv); r.OK || r.Failure.Class != chat.ErrCancelled || time.Since(began) > 5*time.Second {
				t.Errorf("a call that is cancelled: %+v after %s", r, time.Since(began))
			}
			if told.Load() == 0 {
				t.Error("nothing was told of its progress")
			}
			if r := h.Call(t.Context(), invocation("s_grow", `{}`)); !r.OK {
				t.Fatalf("grow: %+v", r)
			}
			if r := h.Call(t.Context(), invocation("s_echo", `{"text":"again"}`)); !r.OK || r.Text != "again" {
				t.Errorf("after that: %+v", r)
			}
			grown(t, h)
			if s := h.States()[0]; s.Restarts != 0 || s.PID != 0 {
				t.Errorf("it is %+v", s)
			}
		})
	}
}

// grown waits until the list of tools has grown.
func grown(t *testing.T, h *Host) {
	t.Helper()
	ctx, s := limited(t), h.servers[0]
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if _, _, ok := h.find("s_grown"); ok {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatal("the new tool was not listed")
		}
	}
}

func TestAServerThatComesBackIsUsedAgain(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	first := &httptest.Server{Listener: listener, Config: &http.Server{Handler: dated(mcptest.Handler(), noMethod)}} //nolint:gosec // a test's own
	first.Start()
	h := started(t, config(at("http://"+addr+"/mcp")))
	first.CloseClientConnections()
	first.Close()
	if r := h.Call(t.Context(), invocation("s_echo", `{"text":"x"}`)); r.OK {
		t.Fatal("a server that is gone answers")
	}
	for {
		if listener, err = net.Listen("tcp", addr); err == nil {
			break
		}
		if t.Context().Err() != nil {
			t.Fatal(err)
		}
	}
	again := &httptest.Server{Listener: listener, Config: &http.Server{Handler: dated(mcptest.Handler(), noMethod)}} //nolint:gosec // a test's own
	again.Start()
	defer again.Close()
	defer again.CloseClientConnections()
	// The first call finds that the session is gone; the next one starts a new one.
	_ = h.Call(limited(t), invocation("s_echo", `{"text":"x"}`))
	if r := h.Call(limited(t), invocation("s_echo", `{"text":"back"}`)); !r.OK || r.Text != "back" {
		t.Errorf("got %+v, %+v", r, h.States()[0])
	}
}

func TestARedirectIsNotFollowedAndTakesNoKeyAlong(t *testing.T) {
	var asked atomic.Int32
	other := listening(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	first := listening(t, http.RedirectHandler(other.URL+"/mcp", http.StatusTemporaryRedirect))
	address := at(first.URL + "/mcp?key=hidden")
	address.At.Headers = map[string]string{"X-Key": "hidden"}
	h := NewHost(config(address))
	defer func() { _ = h.Close() }()
	h.Start(t.Context())
	if err := h.Wait(limited(t)); err == nil || strings.Contains(err.Error(), "hidden") {
		t.Errorf("got %v", err)
	}
	if asked.Load() != 0 {
		t.Error("the other server was asked")
	}
}

func TestWhyAServerAtAnAddressIsNotThereIsToldWithoutItsKey(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	wants := listening(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	long := listening(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.Copy(w, io.LimitReader(endless{}, 1<<20))
	}))
	rows := []struct {
		what, address string
		want          error
		code          entry.EndCode
		signIn        bool
	}{
		{"nobody listens", gone.URL, errUnreached, entry.EndUnreached, false},
		{"it wants a sign-in", wants.URL, signin.ErrRequired, entry.EndSignIn, true},
		{"its answer is too long", long.URL, errLine, entry.EndTooLong, false},
	}
	for _, row := range rows {
		for _, sse := range []bool{false, true} {
			if sse && row.want == errLine {
				continue // not an event stream, so nothing is read
			}
			t.Run(fmt.Sprintf("%s, %t", row.what, sse), func(t *testing.T) {
				address := at(row.address + "/mcp?key=hidden")
				address.At.SSE = sse
				cfg := config(address)
				cfg.Limits.Line = 64 << 10
				h := NewHost(cfg)
				defer func() { _ = h.Close() }()
				h.Start(t.Context())
				err := h.Wait(limited(t))
				if err == nil || !strings.Contains(err.Error(), row.want.Error()) || strings.Contains(err.Error(), "hidden") {
					t.Errorf("got %v", err)
				}
				if s := h.States()[0]; s.SignIn != row.signIn || s.LastError.Code != row.code || strings.Contains(fmt.Sprint(s.LastError), "hidden") {
					t.Errorf("it is %+v", s)
				}
			})
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestAnswersOverHTTPAreReadUpToTheLimitHoweverTheyCome(t *testing.T) {
	event := "data: " + strings.Repeat("x", 20) + "\n\n"
	rows := []struct {
		what, text string
		events     bool
		whole      bool
	}{
		{"a short one", strings.Repeat("x", 100), false, true},
		{"a long one", strings.Repeat("x", 101), false, false},
		{"many short events", strings.Repeat(event, 50), true, true},
		{"many short events of another system", strings.Repeat(strings.ReplaceAll(event, "\n", "\r\n"), 50), true, true},
		{"a long event", event + "data: " + strings.Repeat("x", 120) + "\n\n", true, false},
		{"a long event of short lines", event + strings.Repeat("data: x\n", 20), true, false},
	}
	for _, row := range rows {
		for how, slow := range map[string]func(io.Reader) io.Reader{"whole": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader, "halves": iotest.HalfReader} {
			told := false
			b := &boundedBody{src: io.NopCloser(slow(strings.NewReader(row.text))), limit: 100, events: row.events, tooLong: func() { told = true }, done: func() {}}
			got, err := io.ReadAll(b)
			if row.whole && (err != nil || told || string(got) != row.text) || !row.whole && (!errors.Is(err, errLine) || !told) {
				t.Errorf("%s, %s: %d bytes, %v", row.what, how, len(got), err)
			}
		}
	}
}
