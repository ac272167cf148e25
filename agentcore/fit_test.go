package agentcore_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/history"
)

// known gives a script's candidates the digest by which they are calibrated, and a
// window.
type known struct {
	*script
	window int
}

func (k known) Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error) {
	c, err := k.script.Next(ctx, failed)
	c.Digest, c.Window = "sha256:"+c.Model, k.window
	return c, err
}

// thinker returns a fixture with a scripted language model: answer makes the reply to
// each request, with tools or without.
func thinker(tools *box, answer func(chat.Request) chat.Reply) *fixture {
	b := newFixture(tools)
	b.model.chain = []string{"big"}
	b.agent.Models, b.agent.Model = known{b.model, 8192}, answering{b.model, answer}
	return b
}

type answering struct {
	*script
	answer func(chat.Request) chat.Reply
}

func (a answering) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	if err := ctx.Err(); err != nil {
		return chat.Reply{}, err
	}
	a.asked = append(a.asked, req)
	reply := a.answer(req)
	if reply.DoneReason == "fail" {
		return reply, errors.New("HTTP 500")
	}
	return reply, nil
}

// isSummary reports whether a request is for a summary.
func isSummary(req chat.Request) bool {
	return strings.Contains(req.Messages[0].Text, "You keep the notes")
}

func look(id int) chat.Reply {
	return chat.Reply{Calls: []chat.ToolCall{{ID: fmt.Sprint("c", id), Name: "look", Args: []byte(fmt.Sprintf(`{"page":%d}`, id))}}}
}

// looking returns a toolbox whose one tool answers with n characters.
func looking(n int) *box {
	return &box{reads: []string{"look"}, tools: map[string]func(context.Context) chat.ToolResult{"look": ok(strings.Repeat("word ", n/5))}}
}

// rounds answers with a call in n rounds, then with text, and with notes to a request for
// a summary.
func rounds(n int, notes func(chat.Request) chat.Reply) func(chat.Request) chat.Reply {
	made := 0
	return func(req chat.Request) chat.Reply {
		switch {
		case isSummary(req):
			return notes(req)
		case made < n:
			made++
			return look(made)
		}
		return chat.Reply{Text: "All is done.", DoneReason: "stop"}
	}
}

func saying(text string) func(chat.Request) chat.Reply {
	return func(chat.Request) chat.Reply { return chat.Reply{Text: text} }
}

func TestSixtyRoundsOf6kBFitIntoAWindowOf8k(t *testing.T) {
	b := thinker(looking(6000), nil)
	b.agent.Model = answering{b.model, rounds(60, saying("I looked at some pages."))}
	b.agent.Config.Rounds = 100
	const request = "read all sixty pages and say what is in them"
	if out := b.turn(context.Background(), request); out.Reason != event.ReasonAnswered || out.Text != "All is done." {
		t.Fatalf("ended %s with %q: %v", out.Reason, out.Text, out.Err)
	}
	if n := len(b.statuses()); n != 60 {
		t.Fatalf("%d rounds were made", n)
	}
	count := budget.NewEstimator(b.notes).For("")
	for i, req := range b.model.asked {
		used := count.Messages(req.Messages) + count.Definitions(req.Tools)
		if used > req.Window-req.Reserve-budget.Margin {
			t.Fatalf("request %d takes %d tokens", i, used)
		}
		if !strings.Contains(fmt.Sprint(req.Messages), request) {
			t.Fatalf("the request is not in model request %d", i)
		}
		if isSummary(req) && used > req.Window*4/5 {
			t.Fatalf("the prompt for a summary takes %d tokens", used)
		}
	}
}

func TestASummaryIsStoredBeforeItIsToldAndTheNextTurnSeesTheSame(t *testing.T) {
	looks := 0
	b := thinker(looking(6000), nil)
	long := b.agent.Tools.(*box).tools["look"]
	b.agent.Tools.(*box).tools["look"] = func(ctx context.Context) chat.ToolResult {
		if looks++; looks > 15 {
			return chat.ToolResult{OK: true, Text: "nothing"}
		}
		return long(ctx)
	}
	b.agent.Model = answering{b.model, rounds(20, saying("I looked at some pages."))}
	stored := 0
	b.sink = func(e event.Event) {
		if c, ok := e.Body.(event.Compacted); ok && c.Step == history.StepSummarise && c.After < c.Before && b.notes.state.Summary != "" {
			stored++
		}
	}
	b.turn(context.Background(), "read all pages")
	if b.notes.state.Summary != "I looked at some pages." || stored == 0 {
		t.Fatalf("stored %+v, told %d times after that", b.notes.state, stored)
	}
	last := b.model.asked[len(b.model.asked)-1].Messages
	b.turn(context.Background(), "and now?")
	next := b.model.asked[len(b.model.asked)-1].Messages
	// The next turn adds the answer and the new request, and nothing else changes.
	if len(next) != len(last)+2 || !reflect.DeepEqual(last[1:], next[1:len(last)]) {
		t.Fatalf("the next turn sees %d messages after %d", len(next), len(last))
	}
}

func TestWithoutASummaryOfTheModelTheRecordsAccountForWhatIsGone(t *testing.T) {
	for name, notes := range map[string]func(chat.Request) chat.Reply{
		"the model fails":                 func(chat.Request) chat.Reply { return chat.Reply{DoneReason: "fail"} },
		"the model says nothing":          saying(" \n"),
		"the model calls a tool in place": func(chat.Request) chat.Reply { return look(99) },
	} {
		t.Run(name, func(t *testing.T) {
			b := thinker(looking(6000), nil)
			b.agent.Model = answering{b.model, rounds(20, notes)}
			if out := b.turn(context.Background(), "read all pages"); out.Reason != event.ReasonAnswered {
				t.Fatalf("ended %s: %v", out.Reason, out.Err)
			}
			if got := b.notes.state.Summary; !strings.Contains(got, `- look {"page":9}: ok: word`) {
				t.Fatalf("stored %q", got)
			}
		})
	}
}

func TestTheRuleModelIsNotAskedForASummary(t *testing.T) {
	b := newFixture(looking(6000))
	b.model.chain = []string{"rules"}
	for i := range 20 {
		b.model.replies["rules"] = append(b.model.replies["rules"], asks(look(i).Calls...))
	}
	b.model.replies["rules"] = append(b.model.replies["rules"], says("done"))
	if out := b.turn(context.Background(), "read all pages"); out.Reason != event.ReasonAnswered {
		t.Fatalf("ended %s: %v", out.Reason, out.Err)
	}
	if b.notes.state.Covered == 0 {
		t.Fatal("nothing had to give way")
	}
	if len(b.model.noted) > 0 {
		t.Fatal("it was asked")
	}
}

func TestWhatAModelReportsIsLearnedAndCountsInTheNextRequest(t *testing.T) {
	reply := chat.Reply{Text: "Hello.", Usage: chat.Usage{PromptTokens: 240}}
	b := thinker(looking(10), func(chat.Request) chat.Reply { return reply })
	b.turn(context.Background(), "say hello")
	ratio, _, _ := b.notes.Ratio("sha256:big")
	req := b.model.asked[0]
	count := budget.NewEstimator(b.notes).For("").Tokenizer()
	estimated := count.Messages(req.Messages) + count.Definitions(req.Tools)
	if want := 240 / float64(estimated); ratio != want || ratio < 1.1 || ratio > 1.9 {
		t.Fatalf("learned %v, want %v", ratio, want)
	}
	reply.Usage = chat.Usage{}
	b.turn(context.Background(), "say hello")
	req = b.model.asked[1]
	count = budget.NewEstimator(b.notes).For("sha256:big")
	want := count.Messages(req.Messages) + count.Definitions(req.Tools)
	said := b.count(func(body event.Body) bool { c, ok := body.(event.BudgetChanged); return ok && c.Used == want })
	if said != 1 {
		t.Fatalf("the next request was not counted with what was learned, %d tokens", want)
	}
}

func TestATokenCountThatIsReportedAboveTheThresholdShortensOlderResults(t *testing.T) {
	made := 0
	b := thinker(looking(2000), func(chat.Request) chat.Reply {
		if made++; made > 3 {
			return chat.Reply{Text: "done"}
		}
		r := look(made)
		r.Usage.PromptTokens = 5000 // the aim is 4,388
		return r
	})
	b.turn(context.Background(), "look thrice")
	first, last := b.model.asked[1].Messages, b.model.asked[2].Messages
	if strings.Contains(fmt.Sprint(first), "[truncated for context management]") {
		t.Error("the newest result was shortened")
	}
	if !strings.Contains(fmt.Sprint(last), "[truncated for context management]") {
		t.Error("older results were not shortened")
	}
}

func TestInASmallWindowATurnOfLongResultsEndsAfterAFewRequests(t *testing.T) {
	for _, window := range []int{2048, 4096} {
		b := thinker(looking(6000), nil)
		b.agent.Models = known{b.model, window}
		b.agent.Model = answering{b.model, rounds(60, saying("I looked at some pages."))}
		out := b.turn(context.Background(), "read all pages")
		if out.Reason != event.ReasonBudget || out.Text == "" || len(b.model.asked) > 30 {
			t.Errorf("window %d: ended %s after %d requests", window, out.Reason, len(b.model.asked))
		}
		t.Logf("window %d: %d requests, %d rounds", window, len(b.model.asked), len(b.statuses()))
	}
}

func TestInASmallWindowTheNewestResultIsSeenWhole(t *testing.T) {
	b := thinker(looking(6000), rounds(1, saying("notes")))
	b.agent.Models = known{b.model, 4096}
	b.turn(context.Background(), "read the page")
	last := b.model.asked[1].Messages
	if text := last[len(last)-1].Text; strings.Contains(text, "cut to fit") || len(text) < 2500 {
		t.Errorf("it sees %d characters of it", len(text))
	}
	if b.results()[0].Handle == "" {
		t.Error("the rest cannot be read")
	}
}

func TestThatAModelSeesAPartOfAMessageIsSaidOnce(t *testing.T) {
	b := thinker(looking(10), rounds(2, saying("notes")))
	b.agent.Models = known{b.model, 4096}
	b.turn(context.Background(), strings.Repeat("word ", 2400))
	var told []event.Warning
	for _, e := range b.events {
		if w, ok := e.Body.(event.Warning); ok && w.Code == chat.WarningRequestCut {
			told = append(told, w)
		}
	}
	if len(told) != 1 || told[0].Name != "big" || told[0].Of != 12_000 || told[0].Shown < 2000 || told[0].Shown > 6000 {
		t.Errorf("told %+v", told)
	}
}

func TestARequestAboveAQuarterOfTheWindowIsStoredWholeAndShownInPart(t *testing.T) {
	b := thinker(&box{}, saying("I see."))
	long := "Begin. " + strings.Repeat("word ", 20_000) + "The end."
	b.turn(context.Background(), long)
	if b.pages.messages[0].Text != long || b.pages.full[0] != long {
		t.Fatal("it is not stored whole")
	}
	shown := b.model.asked[0].Messages[1].Text
	if !strings.HasPrefix(shown, "Begin. ") || !strings.HasSuffix(shown, "The end.") || !strings.Contains(shown, "[handle full-1]") {
		t.Fatalf("%q…%q", shown[:40], shown[len(shown)-40:])
	}
	if n := budget.NewEstimator(b.notes).For("").Prose(shown); n > 2048 {
		t.Fatalf("%d tokens are shown", n)
	}
}

func TestAfterAHopTheConversationIsFittedToTheNewWindow(t *testing.T) {
	b := thinker(looking(6000), nil)
	b.model.chain = []string{"big", "small"}
	made := 0
	b.agent.Model = answering{b.model, func(req chat.Request) chat.Reply {
		switch {
		case req.Model == "small":
			return chat.Reply{Text: "done"}
		case made == 5:
			return chat.Reply{DoneReason: "fail"}
		}
		made++
		return look(made)
	}}
	b.agent.Models = narrowing{known{b.model, 32768}}
	if out := b.turn(context.Background(), "look"); out.Text != "done" {
		t.Fatalf("ended %s with %q: %v", out.Reason, out.Text, out.Err)
	}
	count := budget.NewEstimator(b.notes).For("")
	for _, req := range b.model.asked {
		if used := count.Messages(req.Messages) + count.Definitions(req.Tools); used > req.Window-req.Reserve-budget.Margin {
			t.Fatalf("%d tokens are sent to %s, whose window has %d", used, req.Model, req.Window)
		}
	}
}

// narrowing gives a fallback model an eighth of the window.
type narrowing struct{ known }

func (n narrowing) Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error) {
	c, err := n.known.Next(ctx, failed)
	if len(failed) > 0 {
		c.Window /= 8
	}
	return c, err
}

func TestARequestThatIsTooLongIsMadeOnceMoreWithFewerTools(t *testing.T) {
	b := newFixture(&box{}, fails("", chat.ErrTooLong), says("done"))
	b.agent.Tools = wordy{b.agent.Tools}
	b.turn(context.Background(), "go")
	long, short := len(b.model.asked[0].Tools), len(b.model.asked[1].Tools)
	if long == 0 || short > long/2 {
		t.Fatalf("%d tools were offered, then %d", long, short)
	}
}

// wordy is a toolbox of many tools that take 300 tokens each to define.
type wordy struct{ agentcore.Toolbox }

func (wordy) Specs() []chat.ToolSpec {
	specs := make([]chat.ToolSpec, 20)
	for i := range specs {
		specs[i] = chat.ToolSpec{Name: fmt.Sprint("tool", i), Description: strings.Repeat("word ", 160)}
	}
	return specs
}

func TestACancelledSummaryEndsTheTurn(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b := thinker(looking(6000), nil)
	b.agent.Model = answering{b.model, rounds(20, func(chat.Request) chat.Reply {
		cancel()
		return chat.Reply{DoneReason: "fail"}
	})}
	if out := b.turn(ctx, "read all pages"); out.Reason != event.ReasonCancelled {
		t.Fatalf("ended %s", out.Reason)
	}
}

func TestWhereResultsAreShortenedIsStoredOnceATurn(t *testing.T) {
	b := thinker(looking(6000), nil)
	b.agent.Models, b.agent.Model = known{b.model, 16_384}, answering{b.model, rounds(20, saying("notes"))}
	kept := &counted{notes: b.notes}
	b.agent.Notes = kept
	if out := b.turn(context.Background(), "read all pages"); out.Reason != event.ReasonAnswered {
		t.Fatalf("ended %s: %v", out.Reason, out.Err)
	}
	steps := b.count(func(b event.Body) bool { c, ok := b.(event.Compacted); return ok && c.Step == history.StepShorten })
	if steps < 2 || b.notes.state.Summary != "" {
		t.Fatalf("shortened %d times, with the summary %q", steps, b.notes.state.Summary)
	}
	if kept.times != 1 || b.notes.state.Shortened == 0 {
		t.Fatalf("stored %d times, up to message %d", kept.times, b.notes.state.Shortened)
	}
}

// counted are notes that count how often a compaction is stored.
type counted struct {
	*notes
	times int
}

func (c *counted) KeepCompaction(ctx context.Context, conversation string, state chat.Compaction) error {
	c.times++
	return c.notes.KeepCompaction(ctx, conversation, state)
}

func TestNotesThatCannotBeStoredDoNotEndATurn(t *testing.T) {
	b := thinker(looking(6000), nil)
	b.agent.Model = answering{b.model, rounds(20, saying("notes"))}
	b.agent.Notes = full{}
	if out := b.turn(context.Background(), "read all pages"); out.Reason != event.ReasonAnswered {
		t.Fatalf("ended %s: %v", out.Reason, out.Err)
	}
	if n := b.count(func(b event.Body) bool { _, ok := b.(event.Warning); return ok }); n == 0 {
		t.Fatal("nobody was told")
	}
}

// full stores nothing.
type full struct{}

var errFull = errors.New("disk full")

func (full) Compaction(context.Context, string) (chat.Compaction, error) {
	return chat.Compaction{}, errFull
}
func (full) KeepCompaction(context.Context, string, chat.Compaction) error { return errFull }

var _ agentcore.Notes = full{}
