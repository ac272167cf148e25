package store

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestTheCopyOfSomeTurnsOutlivesTheirConversation(t *testing.T) {
	f, ctx := open(t), context.Background()
	must(t, f.CreateConversation(ctx, "c1", "one", noon))
	must(t, f.CreateConversation(ctx, "c2", "two", noon))
	mustBe(t, f.CopyTurns(ctx, "none", "c2", 1), ErrNotFound)
	long := strings.Repeat("whole ", 20_000)
	handle, err := f.KeepFull(ctx, "c1", long)
	must(t, err)
	must(t, f.Append(ctx, "c1", user("first")))
	must(t, f.Append(ctx, "c1", chat.Message{Role: chat.RoleTool, Text: "a part", Handle: handle, Source: chat.Source{Server: "documents"}}))
	must(t, f.Append(ctx, "c1", chat.Message{Role: chat.RoleAssistant, Text: "answer", Model: "m"}))
	must(t, f.KeepNotice(ctx, "c1", "warning", json.RawMessage(`{"n":1}`)))
	must(t, f.Append(ctx, "c1", user("second")))
	must(t, f.KeepNotice(ctx, "c1", "warning", json.RawMessage(`{"n":2}`)))
	before := f.texts("c1")

	must(t, f.CopyTurns(ctx, "c1", "c2", 1))
	if after := f.texts("c1"); after != before {
		t.Errorf("the first one is %q now, was %q", after, before)
	}
	must(t, f.Delete(ctx, "c1"))
	f.reopen()
	got, err := f.Messages(ctx, "c2")
	must(t, err)
	if len(got) != 3 || got[0].Text != "first" || got[2].Text != "answer" || got[1].Source.Server != "documents" {
		t.Fatalf("copied are %+v", got)
	}
	whole, err := f.Full(ctx, got[1].Handle, 0, 1<<20)
	if err != nil || whole.Text != long {
		t.Errorf("its text has %d characters, %v", len(whole.Text), err)
	}
	notices, err := f.Notices(ctx, "c2")
	must(t, err)
	if len(notices) != 1 || string(notices[0].Body) != `{"n":1}` {
		t.Errorf("its notices are %v", notices)
	}
	known, err := f.Conversation(ctx, "c2")
	must(t, err)
	if known.Messages != 3 || known.Model != "m" {
		t.Errorf("it is known as %+v", known)
	}
}
