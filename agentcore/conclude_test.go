package agentcore_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// lookers is a toolbox whose one tool always finds scan.pdf.
func lookers() *box {
	return &box{reads: []string{"look"}, tools: map[string]tool{"look": ok("a listing: scan.pdf")}}
}

// lookAt makes the call of a round, with distinct arguments.
func lookAt(n string) reply { return asks(call("look", `{"at":"`+n+`"}`)) }

func TestATurnThatNeverEndsIsSummedUpAtItsRoundsWithEveryCallAnswered(t *testing.T) {
	b := newFixture(lookers(), lookAt("1"), lookAt("2"), lookAt("3"), says("I looked twice."))
	b.agent.Config.Rounds = 2
	out := b.turn(context.Background(), "go")
	if out.Reason != event.ReasonRounds || out.Text != "I looked twice." {
		t.Fatalf("ended %s with %q", out.Reason, out.Text)
	}
	want := []chat.Status{chat.StatusOK, chat.StatusOK, chat.StatusBlocked}
	if got := b.statuses(); !slices.Equal(got, want) {
		t.Fatalf("statuses %v, want %v", got, want)
	}
	if last := b.pages.messages[len(b.pages.messages)-1]; last.Text != out.Text || last.Role != chat.RoleAssistant {
		t.Fatalf("the last word is not on record: %+v", last)
	}
}

func TestALastWordIsAskedForWithoutToolsAndInWordsThatForbidInventing(t *testing.T) {
	b := newFixture(lookers(), lookAt("1"), lookAt("2"), func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Text: "Stopped."})
		return chat.Reply{Text: "Stopped.", Calls: []chat.ToolCall{call("look", `{"at":"3"}`)}}, nil
	})
	b.agent.Config.Rounds = 1
	b.turn(context.Background(), "go")
	req := b.model.asked[2]
	if len(req.Tools) != 0 {
		t.Errorf("%d tools were offered", len(req.Tools))
	}
	said := req.Messages[len(req.Messages)-1].Text
	for _, words := range []string{"only results that you actually received from tool calls", `"not processed"`, `"I was unable to complete the task"`} {
		if !strings.Contains(said, words) {
			t.Errorf("the order does not say %s:\n%s", words, said)
		}
	}
	if n := len(b.box().seen); n != 1 {
		t.Errorf("%d calls ran; those of the last word are to be ignored", n)
	}
	for _, m := range b.pages.messages {
		if strings.Contains(m.Text, "Sum up for the person") {
			t.Error("our own order is on record as if the person had said it")
		}
	}
}

func TestALastWordThatFailsOrIsEmptyGivesWayToTheAccountOfTheRecords(t *testing.T) {
	for name, last := range map[string]reply{
		"fails": fails("I renamed fif", errors.New("HTTP 500")),
		"empty": says("  "),
	} {
		b := newFixture(lookers(), lookAt("1"), lookAt("2"), last)
		b.agent.Config.Rounds = 1
		out := b.turn(context.Background(), "go")
		if out.Reason != event.ReasonRounds || !strings.Contains(out.Text, "look (ok): a listing: scan.pdf") {
			t.Errorf("%s: ended %s with %q", name, out.Reason, out.Text)
		}
		shown := b.shown()
		if len(shown) != 1 || shown[0] != out.Text {
			t.Errorf("%s: shown was %q", name, shown)
		}
		if stored := b.pages.messages[len(b.pages.messages)-1]; stored.Text != out.Text {
			t.Errorf("%s: on record is %q", name, stored.Text)
		}
	}
}

func TestFilesThatNoToolSpokeOfAreFlaggedInALastWord(t *testing.T) {
	last := says("I read scan.pdf, `Letter.PDF`, the wanted.txt and rechnung-2024.pdf. See example.com, e.g. v1.2.")
	b := newFixture(lookers(), lookAt("notes.md"), lookAt("2"), last)
	b.agent.Config.Rounds = 1
	b.turn(context.Background(), "read wanted.txt")
	got := b.warnings()
	if len(got) != 1 || got[0] != "unknown_files letter.pdf rechnung-2024.pdf" {
		t.Fatalf("warned %q", got)
	}
}

func TestALastWordThatKeepsToTheRecordsIsNotFlagged(t *testing.T) {
	whole := strings.Repeat("filler ", 2000) + "/deep/down/last.pdf" // beyond the cap
	tools := &box{reads: []string{"look"}, tools: map[string]tool{"look": ok(whole)}}
	b := newFixture(tools, lookAt("asked.pdf"), lookAt("2"), says("I read asked.pdf and last.pdf."))
	b.agent.Config.Rounds = 1
	b.turn(context.Background(), "go")
	for _, w := range b.warnings() {
		if strings.HasPrefix(w, "unknown_files") {
			t.Errorf("warned %q", w)
		}
	}
}

func TestAnEmptyAnswerIsNudgedOnceAndThenSummedUp(t *testing.T) {
	b := newFixture(lookers(), says(""), says(" \n"), says("I could not."))
	out := b.turn(context.Background(), "go")
	if out.Reason != event.ReasonEmpty || out.Text != "I could not." {
		t.Fatalf("ended %s with %q", out.Reason, out.Text)
	}
	if len(b.model.asked) != 3 {
		t.Fatalf("asked %d times", len(b.model.asked))
	}
	first, second := b.model.asked[0].Messages, b.model.asked[1].Messages
	if len(second) != len(first)+1 || !strings.Contains(second[len(second)-1].Text, "malformed") {
		t.Fatalf("the nudge is %q", second[len(second)-1].Text)
	}
	for _, m := range b.pages.messages {
		if m.Role == chat.RoleAssistant && strings.TrimSpace(m.Text) == "" || strings.Contains(m.Text, "was empty") {
			t.Errorf("on record is %+v", m)
		}
	}
}

func TestANudgeWithoutToolsDoesNotSpeakOfThem(t *testing.T) {
	b := newFixture(&box{}, says(""), says("Hello."))
	out := b.turn(context.Background(), "hi")
	second := b.model.asked[1].Messages
	if out.Reason != event.ReasonAnswered || strings.Contains(second[len(second)-1].Text, "tool") {
		t.Fatalf("ended %s after the nudge %q", out.Reason, second[len(second)-1].Text)
	}
}

func TestAfterAnAnswerWithCallsAnEmptyOneIsNudgedAgain(t *testing.T) {
	b := newFixture(lookers(), says(""), lookAt("1"), says(""), says("Done."))
	if out := b.turn(context.Background(), "go"); out.Reason != event.ReasonAnswered || out.Text != "Done." {
		t.Fatalf("ended %s with %q", out.Reason, out.Text)
	}
}

func TestAnAnswerThatReachedItsLimitBeforeItBeganGetsMoreRoomOnce(t *testing.T) {
	thinks := func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Thinking: "hm"})
		return chat.Reply{Thinking: "hm", DoneReason: "length"}, nil
	}
	b := newFixture(&box{}, thinks, thinks, says("Here."))
	out := b.turn(context.Background(), "hi")
	asked := b.model.asked
	if out.Text != "Here." || asked[1].Reserve != 2*asked[0].Reserve || asked[2].Reserve != asked[1].Reserve {
		t.Fatalf("ended with %q after reserves of %d, %d, %d", out.Text, asked[0].Reserve, asked[1].Reserve, asked[2].Reserve)
	}
	if n := len(asked[1].Messages); n != 2 {
		t.Errorf("it was nudged although it had only run out of room: %d messages", n)
	}
}

func TestALastWordCanBeCancelledAndWhatWasSaidIsKept(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b := newFixture(lookers(), lookAt("1"), lookAt("2"), func(ctx context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Text: "I loo"})
		cancel()
		return chat.Reply{}, ctx.Err()
	})
	b.agent.Config.Rounds = 1
	out := b.turn(ctx, "go")
	last := b.pages.messages[len(b.pages.messages)-1]
	if out.Reason != event.ReasonCancelled || !last.Partial || last.Text != "I loo" {
		t.Fatalf("ended %s, on record %+v", out.Reason, last)
	}
}
