package storetest

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
)

// Transcript tests a transcript; open returns a new one that has this one
// conversation, without messages.
func Transcript(t *testing.T, open func(t *testing.T, conversation string) agentcore.Transcript) {
	ctx := context.Background()
	message := func(text string) chat.Message {
		return chat.Message{
			Role: chat.RoleAssistant, Text: text, Time: time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC),
			Calls: []chat.ToolCall{{ID: "1", Name: "files_list", Args: []byte(`{"path":"/a"}`)}},
		}
	}
	kept := func(t *testing.T, s agentcore.Transcript) []chat.Message {
		t.Helper()
		all, err := s.Messages(ctx, "c")
		must(t, err)
		return all
	}
	t.Run("messages come back whole and in their order", func(t *testing.T) {
		s := open(t, "c")
		want := []chat.Message{message("one"), message("two")}
		for _, m := range want {
			must(t, s.Append(ctx, "c", m))
		}
		if got := kept(t, s); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
	t.Run("what was returned can be changed and what is kept stays", func(t *testing.T) {
		s := open(t, "c")
		must(t, s.Append(ctx, "c", message("one")))
		kept(t, s)[0].Text = "another"
		if got := kept(t, s); got[0].Text != "one" {
			t.Errorf("it became %q", got[0].Text)
		}
	})
	t.Run("a conversation that does not exist is an error", func(t *testing.T) {
		s := open(t, "c")
		_, read := s.Messages(ctx, missing)
		_, keep := s.KeepFull(ctx, missing, "text")
		for what, err := range map[string]error{"append": s.Append(ctx, missing, message("x")), "messages": read, "keep": keep} {
			if err == nil {
				t.Errorf("%s did not fail", what)
			}
		}
	})
	t.Run("each full text has a handle of its own", func(t *testing.T) {
		s := open(t, "c")
		a, err := s.KeepFull(ctx, "c", "same")
		must(t, err)
		b, err := s.KeepFull(ctx, "c", "same")
		must(t, err)
		if a == "" || a == b {
			t.Errorf("the handles are %q and %q", a, b)
		}
	})
	t.Run("a cancelled call does nothing and says so", func(t *testing.T) {
		s := open(t, "c")
		mustBeCancelled(t, "append", s.Append(cancelled(), "c", message("x")))
		_, err := s.KeepFull(cancelled(), "c", "text")
		mustBeCancelled(t, "keep", err)
		_, err = s.Messages(cancelled(), "c")
		mustBeCancelled(t, "messages", err)
		if got := kept(t, s); len(got) != 0 {
			t.Errorf("%d messages were kept", len(got))
		}
	})
}

// Notes tests notes; open returns new ones for this one conversation.
func Notes(t *testing.T, open func(t *testing.T, conversation string) agentcore.Notes) {
	ctx := context.Background()
	state := chat.Compaction{Shortened: 3, Summary: "notes"}
	mustBe := func(t *testing.T, n agentcore.Notes, want chat.Compaction) {
		t.Helper()
		got, err := n.Compaction(ctx, "c")
		must(t, err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	t.Run("nothing is the zero value, and the last one stands", func(t *testing.T) {
		n := open(t, "c")
		mustBe(t, n, chat.Compaction{})
		must(t, n.KeepCompaction(ctx, "c", state))
		later := state
		later.Shortened = 9
		must(t, n.KeepCompaction(ctx, "c", later))
		mustBe(t, n, later)
		if other, err := n.Compaction(ctx, missing); err != nil || !reflect.DeepEqual(other, chat.Compaction{}) {
			t.Errorf("another conversation has %+v, %v", other, err)
		}
	})
	t.Run("a conversation that does not exist is an error", func(t *testing.T) {
		if open(t, "c").KeepCompaction(ctx, missing, state) == nil {
			t.Error("it did not fail")
		}
	})
	t.Run("a cancelled call does nothing and says so", func(t *testing.T) {
		n := open(t, "c")
		mustBeCancelled(t, "keep", n.KeepCompaction(cancelled(), "c", state))
		_, err := n.Compaction(cancelled(), "c")
		mustBeCancelled(t, "read", err)
		mustBe(t, n, chat.Compaction{})
	})
}

// Ratios tests ratios; open returns new ones.
func Ratios(t *testing.T, open func(t *testing.T) budget.Ratios) {
	r := open(t)
	if _, _, ok := r.Ratio("a"); ok {
		t.Error("a model is known before anything was kept")
	}
	must(t, r.KeepRatio("a", 1.5, 3))
	must(t, r.KeepRatio("b", 1.25, 1))
	must(t, r.KeepRatio("a", 1.75, 4))
	if ratio, samples, ok := r.Ratio("a"); !ok || ratio != 1.75 || samples != 4 {
		t.Errorf("got %v of %d samples, %v", ratio, samples, ok)
	}
}

// Library tests a library; open returns one that has this text and its handle.
func Library(t *testing.T, open func(t *testing.T, text string) (l agentcore.Library, handle string)) {
	ctx := context.Background()
	text := strings.Repeat("ä日x\n", 100)
	whole := []rune(text)
	l, handle := open(t, text)
	for _, row := range []struct {
		what            string
		offset, n, from int
		until           int
	}{
		{"the beginning", 0, 10, 0, 10},
		{"the middle", 7, 10, 7, 17},
		{"more than there is", 390, 100, 390, 400},
		{"past the end", 1000, 10, 400, 400},
		{"nothing", 5, 0, 5, 5},
	} {
		t.Run(row.what, func(t *testing.T) {
			got, total, err := l.Full(ctx, handle, row.offset, row.n)
			if want := string(whole[row.from:row.until]); err != nil || got != want || total != len(whole) {
				t.Errorf("got %q of %d characters, %v; want %q", got, total, err, want)
			}
		})
	}
	if _, _, err := l.Full(ctx, missing, 0, 1); err == nil {
		t.Error("a handle that does not exist opened something")
	}
	_, _, err := l.Full(cancelled(), handle, 0, 1)
	mustBeCancelled(t, "open", err)
}
