package cli

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

func TestAnAnswerIsPrintedOnceAndWhatElseHappensOnStandardError(t *testing.T) {
	var out, errs strings.Builder
	c := &Console{out: &out, errs: &errs}
	s := &speaker{c: c, next: c.events(false), thinking: map[int]bool{}}
	for _, b := range []event.Body{
		event.TurnStarted{Request: "hi"},
		event.BlockStarted{Index: 0, Kind: event.BlockThinking},
		event.TextDelta{Index: 0, Text: "Hm."},
		event.BlockStarted{Index: 1, Kind: event.BlockText},
		event.TextDelta{Index: 1, Text: "Hel"},
		event.TextReset{Index: 0},
		event.TextReset{Index: 1},
		event.Retrying{Model: "big", Attempt: 2, Why: "cut"},
		event.TextDelta{Index: 1, Text: "Hello."},
		event.BlockEnded{Index: 0, Text: "Hm."},
		event.BlockEnded{Index: 1, Text: "Hello."},
		event.Compacted{Step: 2, Before: 9000, After: 6000},
		event.ModelChanged{From: "big", To: "rules", Why: "HTTP 500"},
		event.Warning{Warning: chat.Warning{Text: "Look out."}},
		event.TurnEnded{Reason: event.ReasonRounds, Text: "Hello."},
	} {
		s.speak(event.Event{Body: b})
	}
	if got := out.String(); got != "Hel\n[from the start]\nHello.\n" {
		t.Errorf("printed %q", got)
	}
	for _, want := range []string{"9000 → 6000 tokens", "big → rules: HTTP 500", "retrying big (2): cut", "Look out."} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("standard error does not say %q:\n%s", want, errs.String())
		}
	}
}

func TestWhatIsPrintedForAPersonCannotSteerTheTerminal(t *testing.T) {
	var out, errs strings.Builder
	c := &Console{out: &out, errs: &errs}
	s := &speaker{c: c, next: c.events(false), thinking: map[int]bool{}}
	for _, b := range []event.Body{
		event.BlockStarted{Index: 0, Kind: event.BlockText},
		event.TextDelta{Index: 0, Text: "He\x1b[2Jl\u202elo.\u00a0\u200d\t\r"},
		event.Warning{Warning: chat.Warning{Text: "Look\x1b]0;owned\a out."}},
		event.ModelChanged{From: "big\u009b", To: "small", Why: "HTTP 500\b"},
	} {
		s.speak(event.Event{Body: b})
	}
	if got := out.String(); got != "He[2Jllo.\u00a0\u200d\t" {
		t.Errorf("printed %q", got)
	}
	if got := errs.String(); got != "Look]0;owned out.\n[big → small: HTTP 500]\n" {
		t.Errorf("standard error is %q", got)
	}
}
