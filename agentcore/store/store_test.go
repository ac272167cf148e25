package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
)

var (
	_ agentcore.Transcript = (*Store)(nil)
	_ guard.Auditor        = (*Store)(nil)
	_ guard.GrantStore     = (*Store)(nil)
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// fixture is a store that can be closed and opened again.
type fixture struct {
	*Store
	t    testing.TB
	path string
}

func open(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{t: t, path: filepath.Join(t.TempDir(), "data", "deskhand.db")}
	f.open()
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func (f *fixture) open() {
	f.t.Helper()
	s, err := Open(f.path, Options{Now: func() time.Time { return noon }})
	must(f.t, err)
	f.Store = s
}

// reopen is what a restart of the program does to the store.
func (f *fixture) reopen() {
	f.t.Helper()
	must(f.t, f.Close())
	must(f.t, checkFile(f.path))
	f.open()
	if n := f.Salvaged(); n != (Salvage{}) {
		f.t.Fatalf("a sound file was found damaged: %v", n)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustBe(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want %v", err, want)
	}
}

func user(text string) chat.Message {
	return chat.Message{Role: chat.RoleUser, Text: text, Time: noon}
}

func calls(ids ...string) chat.Message {
	m := chat.Message{Role: chat.RoleAssistant, Time: noon}
	for _, id := range ids {
		m.Calls = append(m.Calls, chat.ToolCall{ID: id, Name: "files_list", Args: []byte(`{}`)})
	}
	return m
}

func result(id string) chat.Message {
	return chat.Message{Role: chat.RoleTool, CallID: id, Tool: "files_list", Status: chat.StatusOK, Text: "ok", Time: noon}
}

func (f *fixture) texts(id string) string {
	f.t.Helper()
	messages, err := f.Messages(context.Background(), id)
	must(f.t, err)
	out := make([]string, len(messages))
	for i, m := range messages {
		out[i] = m.Text
	}
	return strings.Join(out, "|")
}

func TestWhatIsAppendedIsThereAfterEachRestart(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "first", noon))
	f.reopen()
	want := ""
	for i := range 5 {
		text := fmt.Sprintf("message %d", i)
		must(t, f.Append(ctx, "c1", user(text)))
		f.reopen()
		want = strings.TrimPrefix(want+"|"+text, "|")
		if got := f.texts("c1"); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
		c, err := f.Conversation(ctx, "c1")
		must(t, err)
		if c.Messages != i+1 {
			t.Fatalf("got %d messages in the meta, want %d", c.Messages, i+1)
		}
	}
}
