package ollama

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/transport"
)

// everything asks a server all that a client can ask, and returns the errors.
func everything(ctx context.Context, c *Client) map[string]error {
	errs := map[string]error{}
	_, errs["tags"] = c.Tags(ctx)
	_, errs["ps"] = c.Ps(ctx)
	_, errs["show"] = c.Show(ctx, "a")
	_, errs["digest"] = c.Digest(ctx, "a")
	_, errs["loaded"] = c.Loaded(ctx, "a", 8192)
	errs["preload"] = c.Preload(ctx, "a", 8192)
	errs["unload"] = c.Unload(ctx, "a")
	errs["pull"] = c.Pull(ctx, "a", func(backend.Download) {})
	_, errs["chat"] = c.Chat(ctx, filled(chat.Request{}), backend.Setting{}, func(chat.Delta) {})
	return errs
}

func TestAServerElsewhereIsAskedNothingUntilItsVeryHostIsAllowed(t *testing.T) {
	var dials atomic.Int32
	dial := func(context.Context, string, string) (net.Conn, error) {
		dials.Add(1)
		return nil, errors.New("nobody there")
	}
	rows := []struct {
		host    string
		allowed []string
		asked   bool
	}{
		{"192.168.1.5", nil, false},
		{"192.168.1.5", []string{"192.168.1.6", "192.168.1.5:80", "192.168.1.5.example", ""}, false},
		{"192.168.1.5", []string{"192.168.1.5"}, true},
		{"192.168.1.5", []string{"http://192.168.1.5:11434"}, true},
		{"https://Ollama.Example", []string{"ollama.example:443"}, true},
		{"https://ollama.example", []string{"ollama.example"}, false}, // another port
		{"sub.ollama.example", []string{"ollama.example"}, false},
		{"127.0.0.1", nil, true},
	}
	for _, row := range rows {
		c, err := New(Config{Host: row.host, AllowRemote: row.allowed, Dial: dial})
		if err != nil {
			t.Fatal(err)
		}
		dials.Store(0)
		for what, err := range everything(t.Context(), c) {
			if errors.Is(err, ErrRemote) == row.asked {
				t.Errorf("%s with %q allowed: %s: %v", row.host, row.allowed, what, err)
			}
		}
		if (dials.Load() > 0) != row.asked || c.Allowed() != row.asked {
			t.Errorf("%s with %q allowed: %d connections", row.host, row.allowed, dials.Load())
		}
	}
}

func TestConsentIsTakenBackWhileTheProgramRuns(t *testing.T) {
	c, err := New(Config{Host: "192.168.1.5", AllowRemote: []string{"192.168.1.5"}})
	if err != nil || !c.Allowed() {
		t.Fatal(err)
	}
	if c.AllowRemote(nil); c.Allowed() {
		t.Error("it is still allowed")
	}
}

func TestOnlyWhatIsThisComputerBySpellingIsLocal(t *testing.T) {
	rows := map[string]bool{
		"": true, "11434": true, ":80": true, "0.0.0.0": true, "[::]": true, "localhost": true, "LOCALHOST:1": true,
		"127.0.0.1": true, "127.8.9.10": true, "::1": true, "[::1]:80": true, "::ffff:127.0.0.1": true,
		"10.0.0.1": false, "192.168.0.1": false, "169.254.0.1": false, "fe80::1": false, "fe80::1%lo": false, "::2": false,
		"localhost.": false, "localhost.example": false, "evil.localhost": false, "127.0.0.1.nip.io": false, "localtest.me": false,
		"127.1": false, "0177.0.0.1": false, "0x7f.0.0.1": false, "128.0.0.1": false, "0.0.0.1": false, "host.docker.internal": false,
	}
	for host, local := range rows {
		c, err := New(Config{Host: host})
		if err != nil {
			if local {
				t.Errorf("%q: %v", host, err)
			}
			continue
		}
		if c.Local() != local {
			t.Errorf("%q is %s, local: %v", host, c.Address(), c.Local())
		}
	}
	for _, host := range []string{"unix:///run/ollama.sock", "localhost@evil.example", "http://127.0.0.1#@evil.example", `127.0.0.1\@evil.example`} {
		if c, err := New(Config{Host: host}); err == nil {
			t.Errorf("%s became %s", host, c.Address())
		}
	}
}

func TestALocalNameThatLeadsElsewhereGetsNothing(t *testing.T) {
	for _, host := range []string{"localhost", "127.0.0.1"} {
		here, there := net.Pipe()
		t.Cleanup(func() { _ = there.Close() })
		c, err := New(Config{Host: host, Dial: func(context.Context, string, string) (net.Conn, error) {
			return elsewhere{here}, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Tags(t.Context()); !errors.Is(err, transport.ErrNotLoopback) {
			t.Errorf("%s: %v", host, err)
		}
	}
}

// elsewhere is a connection that leads to another computer.
type elsewhere struct{ net.Conn }

func (elsewhere) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 11434} }

func TestARedirectIsNotFollowed(t *testing.T) {
	var reached atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Store(true) }))
	t.Cleanup(other.Close)
	for _, code := range []int{http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		first := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, code) }))
		t.Cleanup(first.Close)
		c, err := New(Config{Host: first.URL})
		if err != nil {
			t.Fatal(err)
		}
		for what, err := range everything(t.Context(), c) {
			if err == nil {
				t.Errorf("%d: %s went well", code, what)
			}
		}
	}
	if reached.Load() {
		t.Error("a redirect was followed")
	}
}
