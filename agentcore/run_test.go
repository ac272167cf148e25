package agentcore_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

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
	b := newFixture(tools, calls("no", "good", "missing", "bad"), says("done"))
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

func TestReadsRunSideBySideFourAtMostAndChangesOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		running, most := map[string]int{}, map[string]int{}
		count := func(name string, by int) {
			mu.Lock()
			defer mu.Unlock()
			running[name] += by
			most[name] = max(most[name], running[name])
		}
		slow := func(name string) tool {
			return func(context.Context) chat.ToolResult {
				count(name, 1)
				time.Sleep(time.Second)
				count(name, -1)
				return chat.ToolResult{OK: true, Text: name}
			}
		}
		tools := &box{reads: []string{"read", "list"}, tools: map[string]tool{
			"read": slow("read"), "list": slow("list"), "move": slow("move"),
		}}
		b := newFixture(tools, calls("read", "list", "read", "list", "read", "list", "move", "move", "read"), says("done"))
		began := time.Now()
		b.turn(context.Background(), "go")
		if most["read"] != 2 || most["list"] != 2 || most["move"] != 1 {
			t.Errorf("side by side: %v", most)
		}
		if took := time.Since(began); took != 5*time.Second { // 4 reads, 2 reads, a move, a move, a read
			t.Errorf("it took %s", took)
		}
		everyCallIsAnswered(t, b)
	})
}

func TestResultsComeInTheOrderOfTheCallsWhateverOrderTheyFinishIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wait := map[string]time.Duration{"slow": 3 * time.Second, "quick": time.Second}
		tools := &box{tools: map[string]tool{}}
		for name, d := range wait {
			tools.reads = append(tools.reads, name)
			tools.tools[name] = func(context.Context) chat.ToolResult {
				time.Sleep(d)
				return chat.ToolResult{OK: true, Text: name}
			}
		}
		b := newFixture(tools, calls("slow", "quick", "slow", "quick"), says("done"))
		b.turn(context.Background(), "go")
		var got []string
		for _, m := range b.results() {
			got = append(got, m.Text)
		}
		if !slices.Equal(got, []string{"slow", "quick", "slow", "quick"}) {
			t.Errorf("on record are %v", got)
		}
		everyCallIsAnswered(t, b)
	})
}

func TestWhatIsAnnouncedIsOnRecord(t *testing.T) {
	b := newFixture(lookers(), lookAt("1"), says("done"))
	checked := 0
	b.sink = func(e event.Event) {
		last := chat.Message{}
		if n := len(b.pages.messages); n > 0 {
			last = b.pages.messages[n-1]
		}
		switch d := e.Body.(type) {
		case event.TurnStarted:
			if last.Text != d.Request {
				t.Error("the turn has started and its request is not on record")
			}
		case event.ToolStarted:
			if len(last.Calls) != 1 {
				t.Error("a call has started and is not on record")
			}
		case event.ToolFinished:
			if last.CallID != d.CallID {
				t.Error("a call has finished and its result is not on record")
			}
		case event.TurnEnded:
			if last.Text != d.Text {
				t.Error("the turn has ended and its answer is not on record")
			}
		default:
			return
		}
		checked++
	}
	b.turn(context.Background(), "go")
	if checked != 4 {
		t.Errorf("%d events were checked", checked)
	}
}

func TestHowACallEndedIsAnnouncedAsItIsOnRecord(t *testing.T) {
	b := newFixture(&box{tools: map[string]tool{
		"good": ok("fine"), "bad": broken(chat.ErrExecution), "no": broken(chat.ErrDenied), "rule": broken(chat.ErrBlocked),
	}}, calls("good", "bad", "no", "rule"), says("done"))
	b.turn(context.Background(), "go")
	var told []chat.Status
	for _, e := range b.events {
		if f, ok := e.Body.(event.ToolFinished); ok {
			told = append(told, f.Status)
		}
	}
	want := []chat.Status{chat.StatusOK, chat.StatusError, chat.StatusDenied, chat.StatusBlocked}
	if !slices.Equal(told, want) || !slices.Equal(b.statuses(), want) {
		t.Errorf("announced %v, on record %v, want %v", told, b.statuses(), want)
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
	b := newFixture(tools, calls("long", "long"))
	out := b.turn(ctx, "go")
	if out.Reason != event.ReasonCancelled {
		t.Fatalf("ended %s", out.Reason)
	}
	if got := b.statuses(); !slices.Equal(got, []chat.Status{chat.StatusCancelled, chat.StatusCancelled}) {
		t.Fatalf("statuses %v", got)
	}
}
