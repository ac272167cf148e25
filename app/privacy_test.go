package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollama"
	"github.com/deskhand/deskhand/inference/ollamatest"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

// cell is a cell of docs/privacy.md: a source and a destination.
type cell struct{ holds, to, want string }

// privacyCells reads the table.
func privacyCells(t *testing.T) []cell {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", "privacy.md"))
	must(t, err)
	var header []string
	var cells []cell
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		row := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		if header == nil {
			header = row
			continue
		}
		for i := 2; i < len(row)-1; i++ {
			cells = append(cells, cell{row[1], header[i], row[i]})
		}
	}
	return cells
}

// privacyWorld is a fixture with a server of every kind, and a model that does as
// scripted.
type privacyWorld struct {
	*fixture
	meek *ollamatest.Model
	host string

	mu    sync.Mutex
	sends []string // the tools of the questions whether to send
}

// Confirm says yes to everything, for the whole conversation where it can, and
// notes what was asked because something would leave.
func (w *privacyWorld) Confirm(_ context.Context, q Question) (Answer, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if q.Sends {
		w.sends = append(w.sends, q.Tool)
	}
	return Answer{Allowed: true, Scope: ForConversation, By: "person"}, nil
}

// Elicit declines, and notes that it was asked.
func (w *privacyWorld) Elicit(_ context.Context, q elicit.Question) elicit.Answer {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sends = append(w.sends, q.Tool)
	return elicit.Answer{Action: elicit.Decline}
}

func newPrivacyWorld(t *testing.T) *privacyWorld {
	t.Helper()
	s := ollamatest.Start(t)
	t.Setenv(HostVariable, s.Host())
	w := &privacyWorld{meek: s.Model("meek", ollamatest.Tools()), host: s.Host()}
	w.fixture = newFixtureWith(t, Options{Confirm: w, Models: []string{"meek"}})
	for name, change := range map[string]func(*ServerEntry){
		"believed": func(e *ServerEntry) { e.TrustAnnotations = true },
		"third":    func(e *ServerEntry) { e.TrustAnnotations = true },
		"marked":   func(e *ServerEntry) { e.TrustAnnotations = true },
		"named":    func(e *ServerEntry) { e.TrustAnnotations = true },
		"near":     func(e *ServerEntry) { e.Local = true },
		"plain":    func(*ServerEntry) {},
	} {
		e := foreign(mcptest.ModeWell)
		e.Name = name
		change(&e)
		w.trusted(e)
	}
	must(t, w.core.store.AddGrant(t.Context(), Grant{ID: "mark", Scope: MayReceive, Server: "marked", Definition: w.server("marked").Hash}))
	return w
}

// destinations are the tools that stand for the columns of the table.
var destinations = map[string]string{
	"Deskhand's own tool":                    "files_list",
	"server marked `local`":                  "near_echo",
	"tool that says it stays here, believed": "believed_keep",
	"tool that says so, not believed":        "plain_keep",
	"any other tool":                         "believed_echo",
	"server that may receive":                "marked_echo",
	"server named by `--allow-send`":         "named_echo",
	"answer to a server's question":          "believed_question",
}

// call is what a model writes to use a tool of a test.
func (w *privacyWorld) call(tool, text string) ollamatest.Turn {
	args := fmt.Sprintf(`{"text":%q}`, text)
	if tool == "files_list" {
		args = fmt.Sprintf(`{"path":%q}`, w.open)
	}
	return ollamatest.Call(tool, args)
}

// source is the call after which a conversation holds what a row says; ok is false
// where it takes none.
func (w *privacyWorld) source(holds, tool string) (turn ollamatest.Turn, ok bool) {
	switch holds {
	case "your words alone":
		return turn, false
	case "names or text of files":
		return ollamatest.Call("documents_read", fmt.Sprintf(`{"path":%q}`, filepath.Join(w.open, "a.txt"))), true
	case "a result of another server":
		return w.call("third_echo", "theirs"), true
	case "a result of the same server":
		server, _, _ := strings.Cut(tool, "_")
		if server == serverFiles {
			return ollamatest.Call("files_info", fmt.Sprintf(`{"path":%q}`, filepath.Join(w.open, "a.txt"))), true
		}
		return w.call(server+"_mirror", "its own"), true
	case "an error":
		return ollamatest.Call("documents_read", fmt.Sprintf(`{"path":%q}`, filepath.Join(w.open, "missing.txt"))), true
	}
	w.t.Fatalf("no test knows the row %q", holds)
	return turn, false
}

// converse makes a conversation hold what a row says and then calls a tool. It returns
// the conversation and how the last call ended.
func (w *privacyWorld) converse(holds, tool string) (conversation string, last chat.ToolResult) {
	w.t.Helper()
	w.sends = nil
	replies := []ollamatest.Turn{w.call(tool, "something"), ollamatest.Say("Done.")}
	if source, ok := w.source(holds, tool); ok {
		replies = append([]ollamatest.Turn{source}, replies...)
	}
	w.meek.Replies(replies...)
	_, err := w.core.Ask(WithAllowSend(w.t.Context(), []string{"named"}), AskRequest{Prompt: "sort this out", Paths: []string{w.open}}, func(e event.Event) {
		conversation = e.Stream
		if f, ok := e.Body.(event.ToolFinished); ok {
			last = f.Result
		}
	})
	must(w.t, err)
	return strings.Split(conversation, "/")[0], last
}

// toModel sends a conversation to a model at a host, all of which lead to the
// scripted server.
func (w *privacyWorld) toModel(holds, host string, allowed ...string) string {
	w.t.Helper()
	conversation, _ := w.converse(holds, "files_list")
	messages, err := w.core.store.Messages(w.t.Context(), conversation)
	must(w.t, err)
	c, err := ollama.New(ollama.Config{Host: host, AllowRemote: allowed, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, strings.TrimPrefix(w.host, "http://"))
		return conn, err
	}})
	must(w.t, err)
	defer c.Close()
	before := len(w.meek.Requests())
	w.meek.Replies(ollamatest.Say("Hello."))
	_, err = c.Chat(w.t.Context(), chat.Request{Model: "meek", Messages: messages, Window: 8192}, backend.Setting{}, func(chat.Delta) {})
	got := len(w.meek.Requests()) > before
	switch {
	case errors.Is(err, ollama.ErrRemote) && !got:
		return "refused"
	case err == nil && got:
		return "no"
	}
	return fmt.Sprintf("got %v, %v", got, err)
}

// tried is what really becomes of a cell.
func (w *privacyWorld) tried(c cell) string {
	w.t.Helper()
	switch c.to {
	case "model here":
		return w.toModel(c.holds, w.host)
	case "model elsewhere, not allowed":
		return w.toModel(c.holds, "192.0.2.1", "192.0.2.2")
	case "model elsewhere, allowed":
		return w.toModel(c.holds, "192.0.2.1", "192.0.2.1")
	}
	tool, ok := destinations[c.to]
	if !ok {
		w.t.Fatalf("no test knows the column %q", c.to)
	}
	_, last := w.converse(c.holds, tool)
	switch {
	case !last.OK:
		return "failed: " + last.Failure.Message
	case len(w.sends) == 1 && w.sends[0] == tool:
		return "asks"
	case len(w.sends) == 0:
		return "no"
	}
	return fmt.Sprintf("asked %v", w.sends)
}

func TestEachCellOfThePrivacyTable(t *testing.T) {
	cells := privacyCells(t)
	if want := 5 * (len(destinations) + 3); len(cells) != want {
		t.Fatalf("the table has %d cells, want %d", len(cells), want)
	}
	w := newPrivacyWorld(t)
	for _, c := range cells {
		if got := w.tried(c); got != c.want {
			t.Errorf("%s → %s: the table says %q; %s", c.holds, c.to, c.want, got)
		}
	}
}
