package agentcore_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// stubborn is how long the slowest tool that keeps the contract takes to end: half a
// second.
const stubborn = 500 * time.Millisecond

func hangs(ctx context.Context) {
	<-ctx.Done()
	time.Sleep(stubborn)
}

// slowNext is a chain that does not answer.
type slowNext struct{ *script }

func (slowNext) Next(ctx context.Context, _ []chat.ModelFailure) (chat.Candidate, error) {
	hangs(ctx)
	return chat.Candidate{}, ctx.Err()
}

func hangingReply(ctx context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	emit(chat.Delta{Text: "I am"})
	hangs(ctx)
	return chat.Reply{}, ctx.Err()
}

func hangingTool(ctx context.Context) chat.ToolResult {
	hangs(ctx)
	return chat.Failed("wait", chat.ErrExecution, "context canceled") // not every tool knows why it ended
}

func TestCancellingEndsTheTurnWithinASecondInEveryPhaseWithEveryCallAnswered(t *testing.T) {
	five := calls("wait", "wait", "wait", "wait", "wait")
	phases := map[string]struct {
		reads   []string
		replies []reply
		change  func(*fixture)
	}{
		"while a model is chosen": {change: func(b *fixture) { b.agent.Models = slowNext{b.model} }},
		"while a model answers":   {replies: []reply{hangingReply}},
		"while a change runs":     {replies: []reply{five}},
		"while reads run":         {replies: []reply{five}, reads: []string{"wait"}},
		"while a last word is said": {
			replies: []reply{calls("quick"), calls("quick"), hangingReply},
			change:  func(b *fixture) { b.agent.Config.Rounds = 1 },
		},
	}
	for name, phase := range phases {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tools := &box{reads: phase.reads, tools: map[string]tool{"wait": hangingTool, "quick": ok("quick")}}
				b := newFixture(tools, phase.replies...)
				b.agent.Now = time.Now
				if phase.change != nil {
					phase.change(b)
				}
				ctx, cancel := context.WithCancel(t.Context())
				var at time.Time
				go func() {
					synctest.Wait()
					at = time.Now()
					cancel()
				}()
				out := b.turn(ctx, "go")
				if took := time.Since(at); out.Reason != event.ReasonCancelled || took > time.Second {
					t.Fatalf("ended %s after %s", out.Reason, took)
				}
				everyCallIsAnswered(t, b)
				for _, m := range b.results() {
					if m.Tool == "wait" && m.Status != chat.StatusCancelled {
						t.Errorf("a call ended %s", m.Status)
					}
				}
			})
		})
	}
}

// everyCallIsAnswered checks the record and the events against the calls made.
func everyCallIsAnswered(t *testing.T, b *fixture) {
	t.Helper()
	var made, answered, told []string
	for _, m := range b.pages.messages {
		for _, c := range m.Calls {
			made = append(made, c.ID)
		}
		if m.Role == chat.RoleTool {
			answered = append(answered, m.CallID)
		}
	}
	for _, e := range b.events {
		if f, ok := e.Body.(event.ToolFinished); ok {
			told = append(told, f.CallID)
		}
	}
	if !slices.Equal(made, answered) || !slices.Equal(made, told) {
		t.Fatalf("made %v, answered %v, told %v", made, answered, told)
	}
}

func TestAfterACancellationTheNextTurnWorks(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	tools := &box{tools: map[string]tool{"move": func(ctx context.Context) chat.ToolResult {
		cancel()
		return chat.Failed("move", chat.ErrCancelled, "3 of 7 moved.")
	}}}
	b := newFixture(tools, calls("move", "move"), says("hello again"))
	b.turn(ctx, "go")
	out := b.turn(context.Background(), "and now?")
	if out.Reason != event.ReasonAnswered || out.Text != "hello again" {
		t.Fatalf("ended %s with %q", out.Reason, out.Text)
	}
	everyCallIsAnswered(t, b)
}
