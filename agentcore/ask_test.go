package agentcore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

func TestACancelledAnswerIsKeptAndMarked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b := newFixture(&box{}, func(ctx context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
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
	b := newFixture(tools)
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
	if seen := b.model.asked[2].Messages; seen[len(seen)-1].Role != chat.RoleTool || len(seen[len(seen)-2].Calls) != 1 {
		t.Error("the stand-in does not see what was done")
	}
	for _, m := range b.pages.messages {
		if strings.Contains(m.Text, "I have mo") {
			t.Fatal("half an answer stayed in the transcript")
		}
	}
}

func TestARequestThatIsTooLongIsMadeOnceMoreWithLessOfTheConversation(t *testing.T) {
	tooLong := fails("", fmt.Errorf("HTTP 400: %w", chat.ErrTooLong))
	tools := &box{reads: []string{"look"}, tools: map[string]tool{"look": ok(strings.Repeat("word ", 1000))}}
	b := newFixture(tools, lookAt("1"), lookAt("2"), tooLong, says("done"))
	out := b.turn(context.Background(), "go")
	if out.Text != "done" || out.Model != "big" {
		t.Fatalf("%s answered %q", out.Model, out.Text)
	}
	long, short := size(b.model.asked[2]), size(b.model.asked[3])
	if short > long*2/3 {
		t.Fatalf("after %d characters it was asked with %d", long, short)
	}
}

// size is how many characters a request has.
func size(req chat.Request) int {
	n := 0
	for _, m := range req.Messages {
		n += len(m.Text)
	}
	return n
}

func TestARequestThatIsTooLongTwiceIsLeftToTheNextModel(t *testing.T) {
	tooLong := fails("", chat.ErrTooLong)
	b := newFixture(&box{}, tooLong, tooLong)
	b.model.chain = []string{"big", "other", "rules"}
	b.model.replies["other"] = []reply{tooLong, says("from the other")}
	if out := b.turn(context.Background(), "go"); out.Text != "from the other" || len(b.model.asked) != 4 {
		t.Fatalf("%q after %d requests", out.Text, len(b.model.asked))
	}
}

func TestALastWordThatIsTooLongIsAskedForOnceMore(t *testing.T) {
	b := newFixture(lookers(), lookAt("1"), lookAt("2"), fails("", chat.ErrTooLong), says("I looked."))
	b.agent.Config.Rounds = 1
	if out := b.turn(context.Background(), "go"); out.Text != "I looked." {
		t.Fatalf("ended with %q", out.Text)
	}
}

func TestThinkingHasABlockOfItsOwnAndIsKeptForThePerson(t *testing.T) {
	b := newFixture(&box{}, func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Thinking: "Let me "})
		emit(chat.Delta{Thinking: "see."})
		emit(chat.Delta{Text: "Hello."})
		return chat.Reply{Thinking: "Let me see.", Text: "Hello."}, nil
	})
	b.turn(context.Background(), "hi")
	if got := b.blockTexts(event.BlockThinking); !slices.Equal(got, []string{"Let me see."}) {
		t.Errorf("thought %q", got)
	}
	if got := b.shown(); !slices.Equal(got, []string{"Hello."}) {
		t.Errorf("said %q", got)
	}
	last := b.pages.messages[len(b.pages.messages)-1]
	if last.Thinking != "Let me see." || last.Text != "Hello." {
		t.Errorf("on record is %+v", last)
	}
}

func TestHowLongAModelThoughtIsToldAndOnRecord(t *testing.T) {
	clock := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	b := newFixture(&box{}, func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Thinking: "Hm."})
		emit(chat.Delta{Reset: true}) // earlier thinking does not count
		clock = clock.Add(time.Hour)
		emit(chat.Delta{Thinking: "Let me see."})
		clock = clock.Add(4 * time.Second)
		emit(chat.Delta{Text: "Hello."})
		clock = clock.Add(time.Minute)
		return chat.Reply{Thinking: "Let me see.", Text: "Hello."}, nil
	})
	b.agent.Now = func() time.Time { return clock }
	b.turn(context.Background(), "hi")
	told := int64(0)
	for _, e := range b.events {
		if ended, ok := e.Body.(event.BlockEnded); ok {
			told += ended.MS
		}
	}
	last := b.pages.messages[len(b.pages.messages)-1]
	if told != 4000 || last.ThoughtMS != 4000 {
		t.Errorf("told are %d ms, on record %d, want 4000", told, last.ThoughtMS)
	}
}

func TestARetryVoidsWhatWasThoughtAndSaidAndNothingIsShownTwice(t *testing.T) {
	b := newFixture(&box{}, func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Thinking: "Hm."})
		emit(chat.Delta{Text: "Hel"})
		emit(chat.Delta{Reset: true})
		emit(chat.Delta{Retry: &chat.Retry{Model: "big", Attempt: 2, Why: "cut"}})
		emit(chat.Delta{Thinking: "Aha."})
		emit(chat.Delta{Text: "Hello."})
		return chat.Reply{Thinking: "Aha.", Text: "Hello."}, nil
	})
	b.turn(context.Background(), "hi")
	if thought, said := b.blockTexts(event.BlockThinking), b.shown(); !slices.Equal(thought, []string{"Aha."}) || !slices.Equal(said, []string{"Hello."}) {
		t.Fatalf("thought %q, said %q", thought, said)
	}
}

func TestAWarningOfTheModelIsAnEventAndNoPartOfTheAnswer(t *testing.T) {
	b := newFixture(&box{}, func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Warning: &chat.Warning{Code: chat.WarningWindowGuessed}})
		emit(chat.Delta{Text: "Hello."})
		return chat.Reply{Text: "Hello."}, nil
	})
	b.turn(context.Background(), "hi")
	var warned []string
	for _, e := range b.events {
		if w, ok := e.Body.(event.Warning); ok {
			warned = append(warned, string(w.Code))
		}
	}
	if said := b.shown(); !slices.Equal(warned, []string{"window_guessed"}) || !slices.Equal(said, []string{"Hello."}) {
		t.Fatalf("warned %q, said %q", warned, said)
	}
}

func TestDeltasAreAppendedAsTheyAreSoThatAShortRepeatIsNotLost(t *testing.T) {
	b := newFixture(&box{}, func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		for _, d := range []string{"I think", "I", " ha", " ha", "a"} {
			emit(chat.Delta{Text: d})
		}
		return chat.Reply{Text: "I thinkI ha haa"}, nil
	})
	b.turn(context.Background(), "hi")
	if got := b.shown(); !slices.Equal(got, []string{"I thinkI ha haa"}) {
		t.Fatalf("shown is %q", got)
	}
}

func TestBlocksHaveGrowingIndicesAndEachIsStartedAndEndedOnce(t *testing.T) {
	b := newFixture(lookers(), says(""), fails("Hel", errors.New("HTTP 500")))
	b.model.chain = []string{"big", "other", "rules"}
	thinks := func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Text: "I look."})
		emit(chat.Delta{Thinking: "Both."})
		return chat.Reply{Text: "I look.", Thinking: "Both.", Calls: []chat.ToolCall{call("look", `{"at":"1"}`), call("look", `{"at":"2"}`)}}, nil
	}
	b.model.replies["other"] = []reply{thinks, says("Done.")}
	b.turn(context.Background(), "go")
	next, open := 0, map[int]bool{}
	for _, e := range b.events {
		switch d := e.Body.(type) {
		case event.BlockStarted:
			if d.Index != next {
				t.Fatalf("block %d was started after %d", d.Index, next-1)
			}
			next, open[d.Index] = next+1, true
		case event.TextDelta:
			if !open[d.Index] {
				t.Fatalf("text for block %d, which is not open", d.Index)
			}
		case event.BlockEnded:
			if !open[d.Index] {
				t.Fatalf("block %d ended, which is not open", d.Index)
			}
			delete(open, d.Index)
		}
	}
	if next != 6 || len(open) > 0 {
		t.Fatalf("%d blocks, left open %v", next, open)
	}
}
