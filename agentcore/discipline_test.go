package agentcore_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

func TestFiveFailuresSideBySideAreThreeErrorsAndTwoBreakersAlways(t *testing.T) {
	for _, reads := range [][]string{nil, {"bad"}} {
		for range 50 {
			b := newFixture(&box{reads: reads, tools: map[string]tool{"bad": broken(chat.ErrExecution)}},
				calls("bad", "bad", "bad", "bad", "bad"), says("sorry"))
			b.turn(context.Background(), "go")
			want := []chat.ErrorType{
				chat.ErrExecution, chat.ErrExecution, chat.ErrExecution, chat.ErrCircuitBreaker, chat.ErrCircuitBreaker,
			}
			if got := b.kinds(); !slices.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	}
}

func TestNoMoreCallsOfAToolRunSideBySideThanMayStillFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running, most := make(chan int, 1), 0
		running <- 0
		fails := 0
		slow := func(context.Context) chat.ToolResult {
			n := <-running + 1
			most = max(most, n)
			running <- n
			time.Sleep(time.Second)
			n = <-running - 1
			fails++
			failed := fails == 1
			running <- n
			if failed {
				return chat.Failed("slow", chat.ErrExecution, "no")
			}
			return chat.ToolResult{OK: true}
		}
		b := newFixture(&box{reads: []string{"slow"}, tools: map[string]tool{"slow": slow}},
			calls("slow", "slow", "slow", "slow"), says("done"))
		b.turn(context.Background(), "go")
		if most != 3 {
			t.Errorf("%d ran side by side, want 3", most)
		}
	})
}

func TestAFailureIsForgivenByASuccessAndByANewTurn(t *testing.T) {
	n := 0
	flaky := func(context.Context) chat.ToolResult {
		n++
		if n == 3 {
			return chat.ToolResult{OK: true}
		}
		return chat.Failed("flaky", chat.ErrExecution, "no")
	}
	b := newFixture(&box{tools: map[string]tool{"flaky": flaky}},
		calls("flaky", "flaky", "flaky", "flaky", "flaky", "flaky", "flaky"), says("a"), calls("flaky"), says("b"))
	b.turn(context.Background(), "go")
	b.turn(context.Background(), "again")
	e, cb := chat.ErrExecution, chat.ErrCircuitBreaker
	if got, want := b.kinds(), []chat.ErrorType{e, e, "", e, e, e, cb, e}; !slices.Equal(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
}

func TestADenialIsNoFailureOfTheTool(t *testing.T) {
	b := newFixture(&box{tools: map[string]tool{"move": broken(chat.ErrDenied)}},
		calls("move", "move", "move", "move"), says("sorry"))
	b.turn(context.Background(), "go")
	if got := b.kinds(); slices.Contains(got, chat.ErrCircuitBreaker) {
		t.Fatalf("%v", got)
	}
}

func TestAReadRepeatedWithNothingChangedRefersToItsResult(t *testing.T) {
	listing := "12 files\n" + strings.Repeat("x.pdf\n", 200)
	tools := &box{reads: []string{"list"}, tools: map[string]tool{"list": ok(listing)}}
	b := newFixture(tools, asks(call("list", `{"path":"/a","n":1}`)), asks(call("list", ` { "n": 1, "path": "/a" }`)), says("done"))
	b.turn(context.Background(), "go")
	again := b.results()[1]
	if len(tools.seen) != 1 || again.Status != chat.StatusBlocked || again.Failure.Class != chat.ErrRepetition {
		t.Fatalf("%d calls ran; the second ended %s, %s", len(tools.seen), again.Status, again.Failure.Class)
	}
	if !strings.Contains(again.Text, b.results()[0].CallID) || !strings.Contains(again.Text, "12 files") {
		t.Errorf("it does not refer to the earlier result:\n%s", again.Text)
	}
	if again.Handle == "" || b.pages.full[0] != listing {
		t.Error("the whole of the earlier result is not within reach")
	}
}

func TestTheThirdTimeIsNudgedAndTheFourthEndsTheTurn(t *testing.T) {
	tools := &box{reads: []string{"list"}, tools: map[string]tool{"list": ok("12 files")}}
	list := asks(call("list", `{}`))
	b := newFixture(tools, list, list, list, list, says("I kept looking."))
	out := b.turn(context.Background(), "go")
	if out.Reason != event.ReasonLoop || out.Text != "I kept looking." || len(tools.seen) != 1 {
		t.Fatalf("ended %s with %q after %d calls", out.Reason, out.Text, len(tools.seen))
	}
	if third := b.results()[2].Text; !strings.Contains(third, "Stop repeating it") {
		t.Errorf("the third was answered %q", third)
	}
}

func TestAPairOfCallsInTurnIsSeen(t *testing.T) {
	tools := &box{reads: []string{"list", "read"}, tools: map[string]tool{"list": ok("12 files"), "read": ok("text")}}
	x, y := asks(call("list", `{}`)), asks(call("read", `{"path":"/a"}`))
	b := newFixture(tools, x, y, x, y, x, y, x, says("I went round."))
	out := b.turn(context.Background(), "go")
	if out.Reason != event.ReasonLoop || len(tools.seen) != 2 {
		t.Fatalf("ended %s after %d calls", out.Reason, len(tools.seen))
	}
}

func TestAfterAChangeTheSameReadIsLegitimate(t *testing.T) {
	for name, move := range map[string]tool{"moved": ok("moved"), "moved in part": broken(chat.ErrExecution)} {
		tools := &box{reads: []string{"list"}, tools: map[string]tool{"list": ok("12 files"), "move": move}}
		list := asks(call("list", `{}`))
		b := newFixture(tools, list, calls("move"), list, says("done"))
		out := b.turn(context.Background(), "go")
		if got := b.results(); out.Reason != event.ReasonAnswered || got[2].Status != chat.StatusOK || len(tools.seen) != 3 {
			t.Errorf("%s: ended %s, the second look %s", name, out.Reason, got[2].Status)
		}
	}
}

func TestWhatDidNotRunChangesNothingSoTheSameReadIsStillARepetition(t *testing.T) {
	for _, kind := range []chat.ErrorType{chat.ErrDenied, chat.ErrBlocked, chat.ErrInvalidArgs} {
		tools := &box{reads: []string{"list"}, tools: map[string]tool{"list": ok("12 files"), "move": broken(kind)}}
		list := asks(call("list", `{}`))
		b := newFixture(tools, list, calls("move"), list, says("done"))
		b.turn(context.Background(), "go")
		if got := b.results()[2]; got.Failure.Class != chat.ErrRepetition {
			t.Errorf("after %s the second look ended %s", kind, got.Status)
		}
	}
}

func TestWhatWasDeniedIsNotAskedAboutAgain(t *testing.T) {
	tools := &box{tools: map[string]tool{"move": broken(chat.ErrDenied)}}
	move := asks(call("move", `{"from":"a","to":"b"}`))
	b := newFixture(tools, move, move, says("sorry"))
	b.turn(context.Background(), "go")
	if got := b.kinds(); len(tools.seen) != 1 || !slices.Equal(got, []chat.ErrorType{chat.ErrDenied, chat.ErrRepetition}) {
		t.Fatalf("%d calls ran, they ended %v", len(tools.seen), got)
	}
}

func TestTheSameReadTwiceInOneRoundRunsOnce(t *testing.T) {
	tools := &box{reads: []string{"list"}, tools: map[string]tool{"list": ok("12 files")}}
	b := newFixture(tools, asks(call("list", `{}`), call("list", `{}`)), says("done"))
	b.turn(context.Background(), "go")
	if got := b.kinds(); len(tools.seen) != 1 || !slices.Equal(got, []chat.ErrorType{"", chat.ErrRepetition}) {
		t.Fatalf("%d calls ran, they ended %v", len(tools.seen), got)
	}
}

func TestAToolThatIsLeftAloneAndCalledOnAndOnEndsTheTurn(t *testing.T) {
	tools := &box{tools: map[string]tool{"bad": broken(chat.ErrExecution)}}
	bad := asks(call("bad", `{}`))
	b := newFixture(tools, bad, bad, bad, bad, bad, bad, bad, says("It does not work."))
	out := b.turn(context.Background(), "go")
	if out.Reason != event.ReasonLoop || len(tools.seen) != 3 {
		t.Fatalf("ended %s after %d calls, %v", out.Reason, len(tools.seen), b.kinds())
	}
	if got := b.kinds()[6]; got != chat.ErrCircuitBreaker {
		t.Errorf("the last was answered %s", got)
	}
}

func TestLongNumbersThatDifferAreDifferentCalls(t *testing.T) {
	tools := &box{reads: []string{"read"}, tools: map[string]tool{"read": ok("x")}}
	b := newFixture(tools, asks(call("read", `{"id":9007199254740993}`), call("read", `{"id":9007199254740992}`)), says("done"))
	b.turn(context.Background(), "go")
	if len(tools.seen) != 2 {
		t.Fatalf("%d calls ran", len(tools.seen))
	}
}
