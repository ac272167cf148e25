package ui_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/prose"
	"github.com/deskhand/deskhand/ui/widgets"
)

// chatting returns a window that shows the chat.
func chatting(t *testing.T, d *backend) *fixture {
	t.Helper()
	h := light(t, d)
	h.rail("Chat")
	h.untilSaid("What can I do for you?")
	return h
}

// ask types a request and sends it.
func (h *fixture) ask(text string) {
	h.t.Helper()
	h.window.Fyne().Canvas().Focus(h.composer())
	h.typing(text)
	h.key(fyne.KeyReturn)
}

func (h *fixture) composer() *widgets.Composer {
	h.t.Helper()
	return find(h, "line to type in", func(*widgets.Composer) bool { return true })
}

// idle waits for the end of the turn.
func (h *fixture) idle() {
	h.t.Helper()
	h.until("the end of the turn", func() bool { return h.says("[Send]") })
}

// unfold opens the nth folded part of the conversation.
func (h *fixture) unfold(nth int) {
	h.t.Helper()
	n := -1
	test.Tap(find(h, "fold", func(*widgets.Fold) bool { n++; return n == nth }))
}

// gated streams a first piece, and the second when the gate opens or it is cancelled.
func gated(gate <-chan struct{}, first, second string) reply {
	return func(ctx context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Text: first})
		select {
		case <-gate:
		case <-ctx.Done():
			return chat.Reply{}, ctx.Err()
		}
		emit(chat.Delta{Text: second})
		return chat.Reply{Text: first + second, DoneReason: "stop"}, nil
	}
}

func TestAnAnswerIsShownAsItStreams(t *testing.T) {
	d := receipts()
	gate := make(chan struct{})
	d.script.answers(gated(gate, "Eight **fi", "les** are there."))
	h := chatting(t, d)
	h.ask("What is in this folder?")
	h.untilSaid("Eight **fi") // unfinished markup is text
	h.untilSaid("Working…")
	h.mustSay("What is in this folder?", "[Stop]")
	close(gate)
	h.untilSaid("Eight files are there.")
	h.idle()
	h.mustNotSay("**", "Working…")
	if typed := h.composer().Text; typed != "" {
		t.Errorf("the composer has %q", typed)
	}
}

func TestACallIsOneLineThatExpands(t *testing.T) {
	d, dir := receipts(), receiptsFolder(t)
	d.script.answers(
		calls("I look.", "files_list", map[string]any{"path": dir}),
		calls("", "documents_read", map[string]any{"path": filepath.Join(dir, "contract_neu.pdf")}),
		calls("", "files_list", map[string]any{"path": filepath.Join(dir, "gone")}),
		calls("", "weather_report", map[string]any{}),
		tells("That is all."))
	h := chatting(t, d)
	h.ask("What is in this folder?")
	h.idle()
	h.mustSay("I look.", "Listed Receipts 2026 · 8 files", "files_list · ", " s",
		"Read contract_neu.pdf · pages 1 to 2 of 2, OCR 94%",
		"Couldn't list gone · There is no folder gone.", "Couldn't use weather_report", "That is all.")
	h.mustNotSay("Called with", "DSC_1187.jpg")
	h.unfold(0)
	h.mustSay("Called with", `"path": "`+dir+`"`, "Answered", "DSC_1187.jpg | file")
	h.unfold(1)
	h.mustSay("The model was shown 6,000 of 31,3")
	if n := strings.Count(strings.Join(h.words(), ""), "word "); n > 1300 {
		t.Errorf("%d words are shown of which the model saw 1,200", n)
	}
	h.press("Show all of it")
	h.untilSaid("[Show more of it]")
	h.press("Show more of it")
	h.mustNotSay("[Show all of it]", "[Show more of it]")
	if n := strings.Count(strings.Join(h.words(), ""), "word "); n < 6244 {
		t.Errorf("only %d of 6244 words are shown", n)
	}
}

func TestALongCallShowsItsProgress(t *testing.T) {
	d := receipts()
	d.tools.slow = make(chan struct{})
	d.script.answers(calls("", "slow_task", map[string]any{}), tells("Done."))
	h := chatting(t, d)
	h.ask("Do the slow thing")
	h.untilSaid("0 of 4 · scan 0.png")
	h.mustSay("Using slow_task…")
	d.tools.slow <- struct{}{}
	d.tools.slow <- struct{}{}
	h.untilSaid("2 of 4 · scan 2.png")
	close(d.tools.slow)
	h.idle()
	h.mustSay("Used slow_task", "Done.")
	h.mustNotSay("of 4")
}

func TestStopKeepsThePartialAnswer(t *testing.T) {
	for what, stop := range map[string]func(h *fixture){
		"the button": func(h *fixture) { h.press("Stop") },
		"Escape":     func(h *fixture) { h.key(fyne.KeyEscape) },
	} {
		t.Run(what, func(t *testing.T) {
			d := receipts()
			d.script.answers(gated(nil, "Half an ans", "wer."), tells("A whole one."))
			h := chatting(t, d)
			h.ask("Tell me")
			h.untilSaid("Half an ans")
			stop(h)
			h.idle()
			h.mustSay("Half an ans", "Stopped")
			h.ask("Once more")
			h.untilSaid("A whole one.")
		})
	}
}

func TestShiftEnterAddsALineAndEnterSends(t *testing.T) {
	d := receipts()
	h := chatting(t, d)
	c := h.composer()
	h.window.Fyne().Canvas().Focus(c)
	h.typing("one")
	c.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	h.key(fyne.KeyReturn)
	c.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	h.typing("two")
	if c.Text != "one\ntwo" {
		t.Fatalf("the composer has %q", c.Text)
	}
	h.key(fyne.KeyReturn)
	h.idle()
	if got := d.requests[0].Prompt; got != "one\ntwo" {
		t.Errorf("the request was %q", got)
	}
}

func TestATurnContinuesWhileAnotherConversationIsShown(t *testing.T) {
	d := receipts()
	gate := make(chan struct{})
	d.script.answers(gated(gate, "The first ", "is done."), tells("The second is done."))
	h := chatting(t, d)
	h.ask("Take your time")
	h.untilSaid("The first")
	h.ask("And something else")
	h.drain()
	if n := len(d.requests); n != 1 {
		t.Fatalf("%d requests run in one conversation", n)
	}
	h.composer().SetText("")
	h.press("New conversation")
	h.mustNotSay("The first ")
	h.ask("Be quick")
	h.untilSaid("The second is done.")
	h.untilSaid("Working…")
	h.conversation("Take your time")
	h.untilSaid("The first")
	h.mustSay("[Stop]")
	close(gate)
	h.untilSaid("The first is done.")
	h.idle()
	h.conversation("Be quick")
	h.untilSaid("The second is done.")
}

// conversation opens one from the list and waits until it is shown.
func (h *fixture) conversation(title string) {
	h.t.Helper()
	var found *widgets.Text
	h.until(title+" in the list", func() bool {
		for _, o := range seen(h.list()) {
			if text, ok := o.(*widgets.Text); ok && text.String() == title {
				found = text
			}
		}
		return found != nil
	})
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(found)
	test.TapCanvas(h.window.Fyne().Canvas(), at.AddXY(1, 1))
	h.until("the conversation "+title, func() bool { return h.chosen() == title })
}

func TestEventsDuringAnAnswerAreSmallPrint(t *testing.T) {
	d := receipts()
	d.script.chain = []string{"qwen3:8b", "rules"}
	d.script.answers(
		func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
			emit(chat.Delta{Text: "This is void"})
			emit(chat.Delta{Reset: true})
			emit(chat.Delta{Retry: &chat.Retry{Model: "qwen3:8b", Attempt: 2, Why: "HTTP 500"}})
			return chat.Reply{}, errors.New("HTTP 500, 2 tries")
		},
		tells("From the rules."))
	h := chatting(t, d)
	h.ask("Hello")
	h.untilSaid("From the rules.")
	h.idle()
	h.mustSay("Retrying qwen3:8b (attempt 2): HTTP 500", "qwen3:8b → the built-in rules: HTTP 500, 2 tries", "Built-in rules")
	h.mustNotSay("This is void")
}

func TestARequestThatFailsReturnsToTheComposer(t *testing.T) {
	d := receipts()
	d.fail["Ask"] = failed(chat.ErrExecution, chat.CodeDiskFull, "")
	h := chatting(t, d)
	h.ask("Hello")
	h.untilSaid("The disk that Deskhand keeps its records on is full")
	if got := h.composer().Text; got != "Hello" {
		t.Errorf("the composer has %q", got)
	}
	h.mustSay("[Send]")
}

func TestARequestIsShownAtOnceAndOnce(t *testing.T) {
	d := receipts()
	d.hold = make(chan struct{})
	d.script.answers(tells("Eight files."), tells("Eight still."))
	h := chatting(t, d)
	for n, text := range []string{"What is in this folder?", "Has it changed?"} {
		h.ask(text)
		h.mustSay("[Stop]", "Waiting for ")
		if bubbles := h.bubbles(text); bubbles != 1 { // no event of the turn was processed yet
			t.Errorf("before the turn the request is shown %d times", bubbles)
		}
		h.mustNotSay("What can I do for you?")
		if typed := h.composer().Text; typed != "" {
			t.Errorf("the composer has %q", typed)
		}
		if n == 0 {
			close(d.hold)
		}
		h.idle()
		h.mustNotSay("Waiting for ")
		if bubbles := h.bubbles(text); bubbles != 1 {
			t.Errorf("after the turn the request is shown %d times: %q", bubbles, h.words())
		}
	}
}

func TestARequestStoppedBeforeItsTurnReturnsToTheComposer(t *testing.T) {
	d := receipts()
	h := chatting(t, d)
	d.script.answers(tells("Hello to you."))
	h.ask("Hello")
	h.untilSaid("Hello to you.")
	h.idle()
	d.hold = make(chan struct{})
	h.ask("Hello")
	h.press("Stop")
	h.idle()
	if got := h.composer().Text; got != "Hello" {
		t.Errorf("the composer has %q", got)
	}
	if bubbles := h.bubbles("Hello"); bubbles != 1 {
		t.Errorf("%d requests are shown of one that was asked", bubbles)
	}
}

// answer returns the text in the conversation that contains said.
func (h *fixture) answer(text string) *prose.Prose {
	h.t.Helper()
	return find(h, "answer "+text, func(p *prose.Prose) bool { return p.String() == text })
}

// bubbles counts the requests in the conversation with this text.
func (h *fixture) bubbles(text string) int {
	h.t.Helper()
	n := 0
	for _, o := range h.all() {
		if p, ok := o.(*prose.Prose); ok && strings.TrimSpace(p.String()) == text {
			n++
		}
	}
	return n
}

func TestAReadOnlyRequestCanBeAllowedToChangeFiles(t *testing.T) {
	d, dir := receipts(), receiptsFolder(t)
	move := calls("", "files_move", map[string]any{"moves": []chat.PathChange{
		{From: filepath.Join(dir, "scan 12.png"), To: filepath.Join(dir, "Kept", "scan 12.png")},
	}})
	d.script.answers(move, tells("I may not."), move, tells("Now it is moved."))
	h := chatting(t, d)
	h.window.Drop([]string{dir})
	h.ask("Show me the scans")
	h.idle()
	h.mustSay("Not done: move 1 file", "You only asked to look, so nothing was changed.")
	h.press("Let it change files")
	h.untilSaid("Move 1 file?")
	h.mustNotSay("[Let it change files]")
	h.press("Move 1 file")
	h.untilSaid("Now it is moved.")
	if r := d.requests[1]; !r.AllowChanges || r.Prompt != "Show me the scans" || r.Session != "chat-1" {
		t.Errorf("the request was %+v", r)
	}
}

func TestTheAssistantGetsTheOpenFolders(t *testing.T) {
	d, dir := receipts(), receiptsFolder(t)
	other := folder(t, "Other", "a.txt")
	h := chatting(t, d)
	h.window.Drop([]string{dir, other})
	h.mustSay("<Receipts 2026>", "<Other>")
	test.Tap(find(h, "tag", func(g *widgets.Tag) bool { return g.Text() == "Other" }))
	h.mustNotSay("<Other>")
	h.ask("Hello")
	h.idle()
	if got := d.requests[0]; len(got.Paths) != 1 || got.Paths[0] != dir || !got.NoWait {
		t.Errorf("the request was %+v", got)
	}
	h.press("New conversation")
	h.mustSay("<Receipts 2026>")
}

func TestAnExampleUsesTheOpenFolder(t *testing.T) {
	d, dir := receipts(), receiptsFolder(t)
	h := chatting(t, d)
	h.window.Drop([]string{dir})
	h.press("What is in this folder?")
	h.idle()
	if d.requests[0].Prompt != "What is in this folder?" || d.requests[0].Paths[0] != dir {
		t.Errorf("the request was %+v", d.requests[0])
	}
}

func TestAnExampleWithoutAFolderAsksForOneFirst(t *testing.T) {
	t.Setenv("HOME", folder(t, "person", "a.txt"))
	h := chatting(t, receipts())
	h.press("Tidy this folder")
	h.untilSaid("Which folder may the assistant use?")
	h.untilSaid("0 folders, 1 file here")
	h.press("Use this folder")
	h.mustSay("<person>")
	if got := h.composer().Text; got != "Tidy this folder" {
		t.Errorf("the composer has %q", got)
	}
}

func TestALinkOpensAfterItsAddressWasConfirmed(t *testing.T) {
	d := receipts()
	d.script.answers(tells("Look at [your bank](https://bank.example/login?a=1)."))
	h := chatting(t, d)
	h.ask("Where?")
	h.idle()
	answer := h.answer("Look at your bank.")
	const address = "https://bank.example/login?a=1"
	answer.Follow(address)
	h.mustSay("This link leads out of this computer, to "+address, "[Open in the browser]")
	h.key(fyne.KeyReturn) // the safe answer has the focus
	h.mustNotSay(address)
	if len(h.opened) > 0 {
		t.Fatalf("%q was opened", h.opened)
	}
	answer.Follow(address)
	h.press("Open in the browser")
	if !slices.Equal(h.opened, []string{address}) {
		t.Errorf("%q was opened", h.opened)
	}
}

func TestASlashListsServerPromptsAndFillsInTheChosenOne(t *testing.T) {
	d := receipts()
	d.prompts = []app.Prompt{
		{Server: "notes", Name: "greet", Description: "Greets somebody.", Arguments: []app.PromptArgument{{Name: "name", Required: true}, {Name: "tone"}}},
		{Server: "tracker", Name: "weekly\u202e", Description: "What was done."},
	}
	h := chatting(t, d)
	h.mustNotSay("Prompts of your servers")
	h.window.Fyne().Canvas().Focus(h.composer())
	h.typing("/")
	h.untilSaid("Prompts of your servers")
	h.mustSay("[/notes:greet]", "name tone?  Greets somebody.", "[/tracker:weekly", "What was done.")
	h.typing("gr")
	h.mustNotSay("[/tracker:weekly")
	h.key(fyne.KeyUp)
	if b, ok := h.window.Fyne().Canvas().Focused().(*widgets.Button); !ok || b.Text() != "/notes:greet" {
		t.Error("the list does not get the focus")
	}
	h.press("/notes:greet")
	if got := h.composer().Text; got != "/notes:greet name= tone= " {
		t.Errorf("the composer has %q", got)
	}
	h.mustNotSay("Prompts of your servers")
	h.typing("Anna")
	if got := h.composer().Text; got != "/notes:greet name=Anna tone= " {
		t.Errorf("the composer has %q", got)
	}
	h.composer().SetText("")
	h.typing("/")
	h.untilSaid("Prompts of your servers")
	h.key(fyne.KeyEscape)
	h.mustNotSay("Prompts of your servers")
}

func TestAServerResourceIsAttachedAndSentOnce(t *testing.T) {
	d := receipts()
	d.served = []app.Resource{
		{Server: "notes", Name: "Shopping", Description: "A list.", URI: "note://shopping"},
		{Server: "tracker", URI: "issue://1\u202e"},
	}
	h := chatting(t, d)
	h.window.Fyne().Canvas().Focus(h.composer())
	h.typing("/")
	h.untilSaid("Attach from your servers")
	h.mustSay("[notes: Shopping]", "A list.  note://shopping", "[tracker: issue://1")
	h.typing("shop")
	h.mustNotSay("[tracker: issue://1")
	h.press("notes: Shopping")
	h.mustNotSay("Attach from your servers")
	h.mustSay("notes: Shopping")
	if got := h.composer().Text; got != "" {
		t.Errorf("the composer has %q", got)
	}
	h.ask("What is missing?")
	h.idle()
	h.ask("And now?")
	h.idle()
	if got := d.requests; !slices.Equal(got[0].Resources, d.served[:1]) || len(got[1].Resources) > 0 {
		t.Errorf("%+v and %+v were sent", got[0].Resources, got[1].Resources)
	}
}

func TestAnAttachedResourceReturnsWithItsRequest(t *testing.T) {
	d := receipts()
	h := chatting(t, d)
	attach := func() {
		h.t.Helper()
		find(h, "attach", func(b *widgets.IconButton) bool {
			return b.Name() == "Give the assistant access to a folder or files"
		}).Tapped(nil)
		h.pick(3)
	}
	attach()
	h.untilSaid("None of your servers has anything to attach.")
	h.press("OK")
	d.change(func(d *backend) {
		d.served = []app.Resource{{Server: "notes", Name: "Shopping", URI: "note://shopping"}}
	})
	h.composer().SetText("What is missing?")
	attach()
	h.untilSaid("Attach from your servers")
	h.press("notes: Shopping")
	d.fail["Ask"] = failed(chat.ErrServerDown, "", "")
	h.key(fyne.KeyReturn)
	h.until("it is back in the composer", func() bool { return h.composer().Text == "What is missing?" && h.says("notes: Shopping") })
}
