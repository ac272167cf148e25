package history_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/history"
)

func TestPropertyThePromptForASummaryTakesAtMostFourFifthsOfTheWindow(t *testing.T) {
	count := sharedCount()
	rapid.Check(t, func(t *rapid.T) {
		window := rapid.SampledFrom([]int{2048, 4096, 8192, 32768}).Draw(t, "window")
		g := history.Gap{
			Earlier:  strings.Repeat("note ", rapid.IntRange(0, 200).Draw(t, "earlier")),
			Request:  strings.Repeat("word ", rapid.IntRange(1, window/10).Draw(t, "request")),
			Messages: conversation().Draw(t, "messages"),
		}
		messages, cut := history.SummaryRequest(g, count, window)
		if n := count.Messages(messages); n > window*4/5 {
			t.Fatalf("%d tokens for a window of %d", n, window)
		}
		body := messages[1].Text
		if !strings.Contains(body, g.Request) || !strings.Contains(body, g.Earlier) {
			t.Fatal("the request in hand or the notes so far are missing")
		}
		if newest := g.Messages[len(g.Messages)-1].Text; window > 4096 && !strings.Contains(body, newest[:min(20, len(newest))]) {
			t.Fatal("the newest message is missing")
		}
		if !cut && !strings.Contains(body, g.Messages[0].Text[:min(20, len(g.Messages[0].Text))]) {
			t.Fatal("the oldest message is missing and nobody says so")
		}
	})
}

func TestTheOldestMessagesAreCutFirst(t *testing.T) {
	g := history.Gap{Request: "go on", Earlier: "the first notes"}
	for i := range 200 {
		g.Messages = append(g.Messages, asked(fmt.Sprintf("<%d> %s", i, strings.Repeat("word ", 100))))
	}
	messages, cut := history.SummaryRequest(g, sharedCount(), 8192)
	body := messages[1].Text
	if !cut || strings.Contains(body, "<0>") || !strings.Contains(body, "<199>") || !strings.Contains(body, "the first notes") {
		t.Fatalf("cut %v: %q", cut, body[:200])
	}
}

func TestAnAccountSaysWhatWasAskedAndHowEachCallEnded(t *testing.T) {
	g := history.Gap{Earlier: "Asked: what came before", Messages: append([]chat.Message{asked("tidy\nplease")}, round("a", "12 files\nmore", "no such folder")...)}
	g.Messages[3].Status = chat.StatusError
	g.Messages = append(g.Messages, answered(""), answered("All done."))
	want := `Asked: what came before
Asked: tidy
- read {"path":"/a"}: ok: 12 files
- read {"path":"/a"}: error: no such folder
Answered: All done.`
	if got := history.Account(g); got != want {
		t.Fatalf("%s", got)
	}
}

func TestAnAccountDoesNotGrowWithoutBound(t *testing.T) {
	earlier := ""
	for i := range 50 {
		earlier = history.Account(history.Gap{Earlier: earlier, Messages: []chat.Message{asked(fmt.Sprintf("<%d> %s", i, strings.Repeat("word ", 100)))}})
	}
	if len(earlier) > 2000 || !strings.Contains(earlier, "<49>") || strings.Count(earlier, "left out") != 1 {
		t.Fatalf("%d bytes: %s", len(earlier), earlier)
	}
}
