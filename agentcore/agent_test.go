package agentcore_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

func TestATurnAnswersAndEndsOnce(t *testing.T) {
	b := newFixture(&box{}, says("hello"))
	out := b.turn(context.Background(), "hi")
	if out.Reason != event.ReasonAnswered || out.Text != "hello" {
		t.Fatalf("ended %s with %q", out.Reason, out.Text)
	}
	if n := b.count(isEnd); n != 1 || !isEnd(b.events[len(b.events)-1].Body) {
		t.Fatalf("TurnEnded came %d times, last event %T", n, b.events[len(b.events)-1].Body)
	}
	for i, e := range b.events {
		if e.Seq != int64(i+1) || e.Stream != "c/1" {
			t.Fatalf("event %d has header %+v", i, e.Header)
		}
	}
}

func TestWhereNoRoundFitsTheTurnIsSummedUpWithoutTools(t *testing.T) {
	b := newFixture(lookers(), says("There is no room."))
	b.model.window = 1024
	out := b.turn(context.Background(), strings.Repeat("look at this and that ", 50))
	if out.Reason != event.ReasonBudget || out.Text != "There is no room." {
		t.Fatalf("ended %s with %q", out.Reason, out.Text)
	}
	if req := b.model.asked[0]; len(b.model.asked) != 1 || len(req.Tools) > 0 {
		t.Fatalf("%d requests, the first with %d tools", len(b.model.asked), len(req.Tools))
	}
}

func TestARequestThatNobodyUnderstandsEndsWithWhatCanBeAskedInstead(t *testing.T) {
	b := newFixture(&box{}, func(context.Context, chat.Request, func(chat.Delta)) (chat.Reply, error) {
		return chat.Reply{Text: "You can ask me this.", DoneReason: chat.DoneNotUnderstood}, nil
	})
	if out := b.turn(context.Background(), "frobnicate"); out.Reason != event.ReasonNoModel || out.Text != "You can ask me this." {
		t.Fatalf("ended %s with %q", out.Reason, out.Text)
	}
}

// stuck is a transcript that accepts only so many messages.
type stuck struct {
	*pages
	room int
}

var errStuck = errors.New("disk full")

func (s *stuck) Append(ctx context.Context, conversation string, m chat.Message) error {
	if s.room--; s.room < 0 {
		return errStuck
	}
	return s.pages.Append(ctx, conversation, m)
}

func TestATurnThatCannotBeRecordedEndsWithTheErrorWhereverItIs(t *testing.T) {
	for room := range 4 {
		b := newFixture(lookers(), lookAt("1"), says("done"))
		b.agent.Transcript = &stuck{b.pages, room}
		out := b.turn(context.Background(), "go")
		if out.Reason != event.ReasonError || !errors.Is(out.Err, errStuck) || b.count(isEnd) != 1 {
			t.Errorf("after %d messages it ended %s: %v", room, out.Reason, out.Err)
		}
		if len(b.pages.messages) != room {
			t.Errorf("%d messages are on record of %d", len(b.pages.messages), room)
		}
	}
}
