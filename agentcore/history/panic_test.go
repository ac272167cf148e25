package history_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/history"
)

// eight returns an input for a window of 8,192 tokens, with a usual prompt and tools.
func eight(messages ...chat.Message) history.Input {
	b := budget.Budget{Window: 8192, System: 400, Tools: 1500, Reserve: budget.Reserve(8192)}
	in := plenty(messages...)
	in.Room, in.Threshold, in.Request = b.History(), b.Threshold(40_000), budget.ForRequest(b.Window)
	return in
}

func TestANewestResultOf200kBFitsIntoAWindowOf8k(t *testing.T) {
	huge := strings.Repeat("a", 1000) + strings.Repeat("0123456789", 20_000) + strings.Repeat("z", 500)
	in := eight(append([]chat.Message{asked("look")}, round("a", huge)...)...)
	p := history.Fit(in)
	if p.Tokens > in.Room || len(p.Warnings) != 1 {
		t.Fatalf("%d tokens, warnings %+v", p.Tokens, p.Warnings)
	}
	var head, tail, of int
	text := p.Messages[2].Text
	_, notice, _ := strings.Cut(text, "\n[... cut to fit: ")
	if _, err := fmt.Sscanf(notice, "showing first %d and last %d of %d chars]", &head, &tail, &of); err != nil || of != 201_500 || head != 2*tail && head != 2*tail+1 && head != 2*tail+2 {
		t.Fatalf("cut to %d and %d of %d: %v", head, tail, of, err)
	}
	if !strings.Contains(text, "\n"+strings.Repeat("a", 1000)) || !strings.Contains(text, strings.Repeat("z", 500)+"\n") {
		t.Error("it has not both ends")
	}
	if p.Tokens < in.Room*9/10 {
		t.Errorf("%d tokens of %d: more was cut than had to be", p.Tokens, in.Room)
	}
	if len(p.Steps) != 1 || p.Steps[0].Number != history.StepPanic || p.Steps[0].After != p.Tokens {
		t.Fatalf("steps %v", p.Steps)
	}
}

func TestACutResultKeepsWholeCharactersAtBothEnds(t *testing.T) {
	in := eight(append([]chat.Message{asked("look")}, round("a", strings.Repeat("ä", 200_000))...)...)
	got := history.Fit(in).Messages[2].Text
	if !utf8.ValidString(got) || !strings.Contains(got, "ä\n[... cut to fit: ") || !strings.Contains(got, "of 200000 chars]\nä") {
		t.Fatalf("cut to %d bytes", len(got))
	}
}

func TestManyLargeResultsAreHalvedUntilTheyFit(t *testing.T) {
	in := eight(append([]chat.Message{asked("look")}, round("a", slices.Repeat([]string{strings.Repeat("x", 6000)}, 20)...)...)...)
	p := history.Fit(in)
	if p.Tokens > in.Room || len(p.Messages) != 22 || p.State.Ceiling < 375 || p.Tokens < in.Room*9/10 {
		t.Fatalf("%d tokens, %d messages, %+v", p.Tokens, len(p.Messages), p.State)
	}
}

func TestOfAResultThatIsALittleTooLongALittleIsCut(t *testing.T) {
	in := plenty(append([]chat.Message{asked("look")}, round("a", strings.Repeat("word ", 1200))...)...)
	whole := tokensOf(in)
	in.Room, in.Threshold = whole-330, whole-330
	p := history.Fit(in)
	if p.Tokens > in.Room || p.Tokens < in.Room-in.Room/8 {
		t.Errorf("%d of %d tokens are left in a room of %d", p.Tokens, whole, in.Room)
	}
}

func TestPanicIsNeverMeasuredAgainstTheThreshold(t *testing.T) {
	in := eight(append([]chat.Message{asked("look")}, round("a", strings.Repeat("x", 6000))...)...)
	in.Threshold = 100
	if p := history.Fit(in); p.State.Ceiling != 0 || len(p.Warnings) != 0 || !strings.Contains(p.Messages[2].Text, strings.Repeat("x", 6000)) {
		t.Fatalf("what fits the room was cut: %+v, %+v", p.State, p.Warnings)
	}
}

func TestLongArgumentsOfTheNewestRoundAreCutToAnObject(t *testing.T) {
	stored := append([]chat.Message{asked("move")}, round("a", "done")...)
	args, _ := json.Marshal(map[string]string{"moves": strings.Repeat(`"/a/b" -> "ü" `, 20_000)})
	stored[1].Calls[0].Args = args
	in := eight(stored...)
	p := history.Fit(in)
	if p.Tokens > in.Room {
		t.Fatalf("%d tokens", p.Tokens)
	}
	var cut map[string]string
	if err := json.Unmarshal(p.Messages[1].Calls[0].Args, &cut); err != nil || !strings.HasPrefix(cut["cut_to_fit"], `{"moves":"`) {
		t.Fatalf("%v: %s", err, p.Messages[1].Calls[0].Args)
	}
	if string(stored[1].Calls[0].Args) != string(args) {
		t.Fatal("what is stored was changed")
	}
}

func TestCallsWhoseNamesAloneDoNotFitAreLeftOutWithTheirResults(t *testing.T) {
	in := eight(append([]chat.Message{asked("look")}, round("a", slices.Repeat([]string{"ok"}, 500)...)...)...)
	p := history.Fit(in)
	calls := p.Messages[1].Calls
	if p.Tokens > in.Room || len(calls) == 0 || len(p.Messages) != 2+len(calls) {
		t.Fatalf("%d tokens, %d calls, %d messages", p.Tokens, len(calls), len(p.Messages))
	}
	if last := calls[len(calls)-1].ID; last != "a.499" || p.Messages[2].CallID != calls[0].ID {
		t.Fatalf("kept up to %s, results from %s for calls from %s", last, p.Messages[2].CallID, calls[0].ID)
	}
	if w := p.Warnings[1]; w.Code != chat.WarningCallsDropped || w.Of != 500-len(calls) {
		t.Fatalf("%+v", p.Warnings)
	}
}

func TestLaterResultsAreNotCutBecauseEarlierOnesWere(t *testing.T) {
	in := eight(append([]chat.Message{asked("look")}, round("a", strings.Repeat("x", 200_000))...)...)
	in.State = history.Fit(in).State
	later := strings.Repeat("y", 2500)
	in.Messages = append(in.Messages, round("b", later)...)
	p := history.Fit(in)
	if !strings.Contains(p.Messages[4].Text, later) || strings.Contains(p.Messages[2].Text, strings.Repeat("x", 1500)) {
		t.Fatalf("%d and %d characters are shown", len(p.Messages[2].Text), len(p.Messages[4].Text))
	}
}

func TestALongRequestIsShownInPartWithItsHandle(t *testing.T) {
	long := "Begin. " + strings.Repeat("word ", 20_000) + "The end."
	request := asked(long)
	request.Handle = "k7"
	in := eight(request)
	p := history.Fit(in)
	got := p.Messages[0].Text
	if in.Count.Prose(got) > in.Request || in.Count.Prose(got) < in.Request*3/4 {
		t.Fatalf("%d tokens of it are shown, %d may be", in.Count.Prose(got), in.Request)
	}
	if !strings.HasPrefix(got, "Begin. ") || !strings.HasSuffix(got, "The end.") || !strings.Contains(got, " of 100015 chars of this message] [handle k7]") {
		t.Fatalf("%q…%q", got[:50], got[len(got)-50:])
	}
}
