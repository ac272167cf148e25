package app

import (
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

func TestARelayThinsProgressAndLosesNothingElse(t *testing.T) {
	now := time.Unix(0, 0)
	var got []event.Event
	r := NewRelay(func(e event.Event) { got = append(got, e) }, func() time.Time { return now })
	s := event.NewStream("s", r.Emit)
	for i := 1; i <= 1000; i++ {
		now = now.Add(time.Millisecond)
		s.Emit(event.Progress{Progress: chat.Progress{Done: i, Total: 1001}})
		if i == 500 {
			s.Emit(event.Warning{Warning: chat.Warning{Text: "w"}})
		}
	}
	s.Emit(event.PlanProposed{})
	progress, last := 0, int64(0)
	for i, e := range got {
		if e.Seq <= last {
			t.Fatalf("%d came after %d", e.Seq, last)
		}
		last = e.Seq
		if _, ok := e.Body.(event.Progress); ok {
			progress++
		}
		if _, ok := e.Body.(event.Warning); ok && got[i-1].Body.(event.Progress).Done != 500 {
			t.Fatal("the progress before the warning did not arrive before it")
		}
	}
	if progress > 40 || progress < 30 {
		t.Fatalf("%d of 1000 reports of progress arrived in a second", progress)
	}
	if len(got) != progress+2 || got[len(got)-2].Body.(event.Progress).Done != 1000 {
		t.Fatalf("%d events, the last but one %+v", len(got), got[len(got)-2])
	}
}
