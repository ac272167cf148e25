package agentcore_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

func TestACancelledAnswerIsKeptAndMarked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b := newBench(&box{}, func(ctx context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Text: "half a sen"})
		cancel()
		return chat.Reply{}, ctx.Err()
	})
	if out := b.turn(ctx, "go"); out.Reason != event.ReasonCancelled {
		t.Fatalf("ended %s", out.Reason)
	}
	last := b.pages.messages[len(b.pages.messages)-1]
	if !last.Partial || last.Text != "half a sen" {
		t.Fatalf("kept %+v", last)
	}
}

func TestAModelThatFailsIsLeftForTheNextAndNoToolRunsTwice(t *testing.T) {
	runs := 0
	tools := &box{tools: map[string]tool{
		"move": func(context.Context) chat.ToolResult { runs++; return chat.ToolResult{OK: true} },
	}}
	b := newBench(tools)
	b.model.replies["big"] = []reply{calls("move"), fails("I have mo", errors.New("HTTP 500"))}
	b.model.replies["rules"] = []reply{says("from the rules")}
	out := b.turn(context.Background(), "go")
	if out.Text != "from the rules" || out.Model != "rules" || runs != 1 {
		t.Fatalf("text %q of %s, tool ran %d times", out.Text, out.Model, runs)
	}
	hops := b.count(func(b event.Body) bool {
		m, ok := b.(event.ModelChanged)
		return ok && m == event.ModelChanged{From: "big", To: "rules", Why: "HTTP 500"}
	})
	resets := b.count(func(b event.Body) bool { _, ok := b.(event.TextReset); return ok })
	if hops != 1 || resets != 1 {
		t.Fatalf("%d hops, %d resets", hops, resets)
	}
	for _, m := range b.pages.messages {
		if strings.Contains(m.Text, "I have mo") {
			t.Fatal("half an answer stayed in the transcript")
		}
	}
}
