package agentcore_test

import (
	"context"
	"testing"

	"github.com/deskhand/deskhand/agentcore/event"
)

func TestATurnAnswersAndEndsOnce(t *testing.T) {
	b := newBench(&box{}, says("hello"))
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
