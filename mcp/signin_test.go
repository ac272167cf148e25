package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/manifest"
	"github.com/deskhand/deskhand/mcp/mcptest"
	"github.com/deskhand/deskhand/mcp/signin"
)

// guarded runs an MCP server that requires a sign-in, until the test ends.
func guarded(t *testing.T, hint bool) *mcptest.Guarded {
	t.Helper()
	g := mcptest.NewGuarded(hint)
	t.Cleanup(func() {
		g.CloseClientConnections()
		g.Close()
	})
	return g
}

// kept returns the file of sign-ins.
func kept(t *testing.T) manifest.SignIns {
	t.Helper()
	return manifest.SignIns(filepath.Join(t.TempDir(), "signins.json"))
}

// signable returns a server whose sign-in is stored in file.
func signable(g *mcptest.Guarded, file manifest.SignIns) Server {
	s := at(g.URL + "/mcp")
	s.At.SignIns = file
	return s
}

// visit opens a page as the user would, and returns what their browser shows in the end.
func visit(t *testing.T, page string) (int, string) {
	t.Helper()
	res, err := http.Get(page)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

var pages = signin.Pages{Done: "you are in", Failed: "you are not"}

// signedIn signs in and returns what the browser showed.
func signedIn(t *testing.T, s Server) (shown string) {
	t.Helper()
	if err := s.At.Site().SignIn(limited(t), pages, func(page string) { _, shown = visit(t, page) }); err != nil {
		t.Fatal(err)
	}
	return shown
}

// expire makes the stored token expire and the server reject all tokens.
func expire(t *testing.T, g *mcptest.Guarded, at string, file manifest.SignIns) {
	t.Helper()
	raw, _ := file.Of(at)
	var made map[string]any
	if err := json.Unmarshal(raw, &made); err != nil {
		t.Fatal(err)
	}
	made["token"].(map[string]any)["expires_at"] = time.Now().Add(-time.Hour)
	raw, err := json.Marshal(made)
	if err == nil {
		err = file.Keep(at, raw)
	}
	if err != nil {
		t.Fatal(err)
	}
	g.Revoke()
}

func TestAServerThatWantsASignInIsUsedOnceThePersonHasSignedIn(t *testing.T) {
	for what, hint := range map[string]bool{"it says where": true, "it says nothing": false} {
		t.Run(what, func(t *testing.T) {
			g, file := guarded(t, hint), kept(t)
			server := signable(g, file)
			h := NewHost(config(server))
			h.Start(t.Context())
			if err := h.Wait(limited(t)); err == nil || !h.States()[0].SignIn {
				t.Fatalf("without a sign-in: %v", err)
			}
			if shown := signedIn(t, server); shown != pages.Done {
				t.Errorf("the browser shows %q", shown)
			}
			if err := h.StartServer("s"); err != nil {
				t.Fatal(err)
			}
			reach(t, h, StateReady)
			if r := h.Call(limited(t), invocation("s_echo", `{"text":"hello"}`)); !r.OK || r.Text != "hello" {
				t.Errorf("got %+v", r)
			}
			h.StopServer("s")
			if err := file.Drop(server.At.URL); err != nil {
				t.Fatal(err)
			}
			if err := h.StartServer("s"); err != nil {
				t.Fatal(err)
			}
			if s := reach(t, h, StateQuarantined); !s.SignIn {
				t.Errorf("after signing out: %+v", s)
			}
			_ = h.Close()
			if states := fmt.Sprintf("%+v", h.States()); strings.Contains(states, "hidden") {
				t.Errorf("its state tells a secret: %s", states)
			}
		})
	}
}

func TestScopesAreRequestedAsTheServerDemandsThem(t *testing.T) {
	g, file := guarded(t, true), kept(t)
	g.Rule(mcptest.Rules{Scope: "read", Scopes: "read write"})
	server := signable(g, file)
	requested := func() (scope string) {
		err := server.At.Site().SignIn(limited(t), pages, func(page string) {
			at, err := url.Parse(page)
			if err != nil {
				t.Error(err)
				return
			}
			scope = at.Query().Get("scope")
			visit(t, page)
		})
		if err != nil {
			t.Fatal(err)
		}
		return scope
	}
	if scope := requested(); scope != "read" {
		t.Errorf("the first sign-in requests %q", scope)
	}
	h := NewHost(config(server))
	h.Start(t.Context())
	t.Cleanup(func() { _ = h.Close() })
	if err := h.Wait(limited(t)); err == nil || !h.States()[0].SignIn {
		t.Fatalf("a token that lacks a scope: %v", err)
	}
	if scope := requested(); scope != "read write" {
		t.Errorf("the second sign-in requests %q", scope)
	}
	if err := h.StartServer("s"); err != nil {
		t.Fatal(err)
	}
	reach(t, h, StateReady)
	g.Revoke()
	if r := h.Call(limited(t), invocation("s_echo", `{"text":"hello"}`)); r.OK || !strings.Contains(r.Failure.Message, "sign in") {
		t.Errorf("without a valid token: %+v", r)
	}
	server.At.Client.Scope = "mine"
	if scope := requested(); scope != "mine" {
		t.Errorf("with a scope of the user's it requests %q", scope)
	}
}

func TestATokenThatHasExpiredIsRenewedOnlyWhereItCameFrom(t *testing.T) {
	g, file := guarded(t, true), kept(t)
	server := signable(g, file)
	signedIn(t, server)
	expire(t, g, server.At.URL, file)
	h := started(t, config(server))
	if r := h.Call(limited(t), invocation("s_echo", `{"text":"hello"}`)); !r.OK || g.Renewed() != 1 {
		t.Errorf("got %+v, renewed %d times", r, g.Renewed())
	}
	var asked atomic.Bool
	other := listening(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Store(true) }))
	for _, row := range []struct {
		what  string
		rules mcptest.Rules
	}{
		{"its sign-in is over", mcptest.Rules{NoRenewal: true}},
		{"it names another address", mcptest.Rules{Endpoint: other.URL + "/token"}},
	} {
		g, file := guarded(t, true), kept(t)
		server := signable(g, file)
		signedIn(t, server)
		expire(t, g, server.At.URL, file)
		g.Rule(row.rules)
		h := NewHost(config(server))
		h.Start(t.Context())
		t.Cleanup(func() { _ = h.Close() })
		if s := reach(t, h, StateQuarantined); !s.SignIn || asked.Load() {
			t.Errorf("%s: %+v, the other was asked: %t", row.what, s, asked.Load())
		}
	}
}

func TestAServerThatRegistersNobodyTakesAClientOfThePersons(t *testing.T) {
	g, file := guarded(t, true), kept(t)
	g.Rule(mcptest.Rules{OneClient: true})
	server := signable(g, file)
	err := server.At.Site().SignIn(limited(t), pages, func(page string) { t.Errorf("%s is shown", page) })
	var told *signin.Error
	if !errors.As(err, &told) || told.Why.Code != entry.EndNoClient {
		t.Errorf("without one: %v", err)
	}
	server.At.Client = entry.Client{ID: "own-client", Secret: "own-hidden", Scope: "read write", Port: freePort(t)}
	err = server.At.Site().SignIn(limited(t), pages, func(page string) {
		to, _ := url.Parse(page)
		back, _ := url.Parse(to.Query().Get("redirect_uri"))
		if asked := to.Query().Get("scope"); asked != "read write" || back.Port() != strconv.Itoa(server.At.Client.Port) {
			t.Errorf("%q is asked for, and %s come back to", asked, back)
		}
		visit(t, page)
	})
	if err != nil {
		t.Fatal(err)
	}
	if raw, _ := file.Of(server.At.URL); strings.Contains(string(raw), "own-hidden") {
		t.Errorf("the secret is kept twice: %s", raw)
	}
	expire(t, g, server.At.URL, file)
	h := started(t, config(server))
	if r := h.Call(limited(t), invocation("s_echo", `{"text":"hello"}`)); !r.OK || g.Renewed() != 1 {
		t.Errorf("got %+v, renewed %d times", r, g.Renewed())
	}
	h.StopServer("s")
	server.At.Client.ID = "another"
	other := NewHost(config(server))
	defer func() { _ = other.Close() }()
	other.Start(t.Context())
	if err := other.Wait(limited(t)); err == nil || !other.States()[0].SignIn {
		t.Errorf("as another client: %v, %+v", err, other.States()[0])
	}
}

// freePort returns a port of this computer that nobody listens at.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

func TestASignInIsKeptWhileItsServerCannotBeReached(t *testing.T) {
	g, file := guarded(t, true), kept(t)
	server := signable(g, file)
	signedIn(t, server)
	expire(t, g, server.At.URL, file)
	g.CloseClientConnections()
	g.Close()
	h := NewHost(config(server))
	defer func() { _ = h.Close() }()
	h.Start(t.Context())
	_ = h.Wait(limited(t))
	if s := h.States()[0]; s.SignIn || s.LastError.Code != entry.EndUnreached {
		t.Errorf("it is %+v", s)
	}
}

func TestOnlyTheAnswerToOurOwnQuestionSignsIn(t *testing.T) {
	g, file := guarded(t, false), kept(t)
	server := signable(g, file)
	err := server.At.Site().SignIn(limited(t), pages, func(page string) {
		to, _ := url.Parse(page)
		back := to.Query().Get("redirect_uri")
		for _, wrong := range []string{
			back + "?code=code-1&state=wrong", back + "?code=code-1", back + "?error=access_denied&state=wrong",
			strings.TrimSuffix(back, "/signed-in") + "/?code=code-1&state=" + url.QueryEscape(to.Query().Get("state")),
		} {
			if status, shown := visit(t, wrong); status != http.StatusBadRequest || !strings.Contains(shown, pages.Failed) {
				t.Errorf("%s: %d %q", wrong, status, shown)
			}
		}
		if _, ok := file.Of(server.At.URL); ok {
			t.Error("something is kept")
		}
		if _, shown := visit(t, page); shown != pages.Done {
			t.Errorf("the right one shows %q", shown)
		}
	})
	if _, ok := file.Of(server.At.URL); err != nil || !ok {
		t.Errorf("the right one: %v", err)
	}
}

func TestWhyNobodyIsSignedInIsTold(t *testing.T) {
	g := guarded(t, false)
	bare := listening(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	answer := func(more string) func(string) {
		return func(page string) {
			to, _ := url.Parse(page)
			if _, shown := visit(t, to.Query().Get("redirect_uri")+"?state="+url.QueryEscape(to.Query().Get("state"))+more); shown != pages.Failed {
				t.Errorf("%s: the browser shows %q", more, shown)
			}
		}
	}
	never := func(page string) { t.Errorf("%s is shown", page) }
	for _, row := range []struct {
		what string
		at   Address
		show func(string)
		code entry.EndCode
		says string
	}{
		{"the person says no", Address{URL: g.URL + "/mcp", Loopback: true}, answer("&error=access_denied"), entry.EndRefusedSignIn, "access_denied"},
		{"a code of nobody", Address{URL: g.URL + "/mcp", Loopback: true}, answer("&code=other"), entry.EndRefusedSignIn, "invalid_grant"},
		{"a refusal in words of its own", Address{URL: g.URL + "/mcp", Loopback: true}, answer("&error=hidden"), entry.EndRefusedSignIn, ""},
		{"no sign-in at all", Address{URL: bare.URL + "/mcp", Loopback: true}, never, entry.EndNoSignIn, ""},
		{"it is not there", Address{URL: gone.URL + "/mcp", Loopback: true}, never, entry.EndUnreached, "refused"},
		{"over an open way", Address{URL: g.URL + "/mcp"}, never, entry.EndOpenSignIn, ""},
	} {
		file := kept(t)
		row.at.SignIns = file
		err := row.at.Site().SignIn(limited(t), pages, row.show)
		var told *signin.Error
		if !errors.As(err, &told) || told.Why.Code != row.code || !strings.Contains(told.Why.Detail, row.says) || row.says == "" && told.Why.Detail != "" {
			t.Errorf("%s: %v", row.what, err)
		}
		if _, ok := file.Of(row.at.URL); ok || err != nil && strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: it is kept, or says %v", row.what, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	at := Address{URL: g.URL + "/mcp", Loopback: true, SignIns: kept(t)}
	if err := at.Site().SignIn(ctx, pages, func(string) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}
