package agentcore_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

func TestEveryCallOfARoundIsAnsweredInOrderAndGoesBackTogether(t *testing.T) {
	tools := &box{tools: map[string]tool{
		"good": ok("fine"),
		"no": func(context.Context) chat.ToolResult {
			return chat.Failed("no", chat.ErrDenied, "The person said no.")
		},
		"bad": func(context.Context) chat.ToolResult {
			return chat.Failed("bad", chat.ErrExecution, "It broke.")
		},
	}}
	b := newBench(tools, calls("no", "good", "missing", "bad"), says("done"))
	b.turn(context.Background(), "go")
	want := []chat.Status{chat.StatusDenied, chat.StatusOK, chat.StatusError, chat.StatusError}
	if got := b.statuses(); !slices.Equal(got, want) {
		t.Fatalf("statuses %v, want %v", got, want)
	}
	if len(b.model.asked) != 2 {
		t.Fatalf("the model was asked %d times, want one follow-up", len(b.model.asked))
	}
	last := b.model.asked[1].Messages[len(b.model.asked[1].Messages)-1].Text
	if !strings.HasSuffix(last, "4 tools: 1 denied, 1 ok, 2 error (missing: tool_not_found; bad: execution_error)") {
		t.Fatalf("the round is summed up as %q", last)
	}
	ids := map[string]bool{}
	for _, m := range b.pages.messages {
		for _, c := range m.Calls {
			ids[c.ID] = true
		}
	}
	for _, m := range b.pages.messages {
		if m.Role == chat.RoleTool && !ids[m.CallID] {
			t.Fatalf("a result answers no call: %+v", m)
		}
	}
}

func TestReadsRunSideBySideAndChangesOneAtATime(t *testing.T) {
	var mu sync.Mutex
	running, most := map[string]int{}, map[string]int{}
	meet := make(chan struct{}, 3)
	enter := func(name string, wait bool) func(context.Context) chat.ToolResult {
		return func(ctx context.Context) chat.ToolResult {
			mu.Lock()
			running[name]++
			most[name] = max(most[name], running[name])
			full := running[name] == 3
			mu.Unlock()
			if wait {
				if full { // the third one lets all go
					for range 3 {
						meet <- struct{}{}
					}
				}
				<-meet
			}
			mu.Lock()
			running[name]--
			mu.Unlock()
			return chat.ToolResult{OK: true}
		}
	}
	tools := &box{reads: []string{"read"}, tools: map[string]tool{
		"read": enter("read", true), "move": enter("move", false),
	}}
	b := newBench(tools, calls("read", "read", "read", "move", "move"), says("done"))
	b.turn(context.Background(), "go")
	if most["read"] != 3 || most["move"] != 1 {
		t.Fatalf("side by side: %v", most)
	}
}

func TestCancellingAnswersEveryCallAndEndsTheTurn(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	tools := &box{tools: map[string]tool{
		"long": func(ctx context.Context) chat.ToolResult {
			cancel()
			<-ctx.Done()
			return chat.Failed("long", chat.ErrCancelled, "It was cancelled.")
		},
	}}
	b := newBench(tools, calls("long", "long"))
	out := b.turn(ctx, "go")
	if out.Reason != event.ReasonCancelled {
		t.Fatalf("ended %s", out.Reason)
	}
	if got := b.statuses(); !slices.Equal(got, []chat.Status{chat.StatusCancelled, chat.StatusCancelled}) {
		t.Fatalf("statuses %v", got)
	}
}
