package ui_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui"
	"github.com/deskhand/deskhand/ui/widgets"
)

// chooseFrom opens a menu and picks its nth choice.
func (h *fixture) chooseFrom(o fyne.Tappable, nth int) {
	h.t.Helper()
	test.Tap(o)
	h.until("a menu", func() bool {
		_, ok := h.window.Fyne().Canvas().Focused().(*widgets.Menu)
		return ok
	})
	for range nth {
		h.key(fyne.KeyDown)
	}
	h.key(fyne.KeyReturn)
}

// afterAnswer opens the menu of the nth shown turn.
func (h *fixture) afterAnswer(turn int) *widgets.IconButton {
	h.t.Helper()
	n := 0
	return find(h, "what to do with an answer", func(b *widgets.IconButton) bool {
		if b.Name() == "More actions for this answer" {
			n++
		}
		return n == turn
	})
}

// twoTurns returns a conversation with two turns.
func twoTurns(t *testing.T) (*backend, *fixture) {
	t.Helper()
	d := receipts()
	d.script.answers(tells("The **first** answer."), tells("The second answer."), tells("Yet another."))
	h := chatting(t, d)
	for _, request := range []string{"One", "Two"} {
		h.ask(request)
		h.idle()
	}
	return d, h
}

func TestAnAnswerIsCopiedAndRegenerated(t *testing.T) {
	d, h := twoTurns(t)
	test.Tap(find(h, "Copy", func(b *widgets.Button) bool { return b.Text() == "Copy" }))
	if got := fyne.CurrentApp().Clipboard().Content(); got != "The **first** answer." {
		t.Errorf("%q was copied", got)
	}
	h.press("Try again")
	h.untilSaid("Yet another.")
	h.idle()
	if last := d.requests[len(d.requests)-1]; last.Prompt != "Two" || last.Session != d.requests[0].Session && last.Session == "" {
		t.Errorf("the request was %+v", last)
	}
}

func TestAConversationBranchesFromAnEarlierTurn(t *testing.T) {
	d, h := twoTurns(t)
	h.chooseFrom(h.afterAnswer(1), 2)
	h.until("the first turn alone", func() bool { return !h.says("The second answer.") && h.says("The first answer.") })
	h.ask("Three")
	h.untilSaid("Yet another.")
	h.idle()
	d.tmu.Lock()
	defer d.tmu.Unlock()
	asked := func(id string) (requests []string) {
		for _, m := range d.conversations[id].messages {
			if m.Role == chat.RoleUser {
				requests = append(requests, m.Text)
			}
		}
		return requests
	}
	if one, two := asked("chat-1"), asked("chat-2"); !slices.Equal(one, []string{"One", "Two"}) || !slices.Equal(two, []string{"One", "Three"}) {
		t.Errorf("they have %q and %q", one, two)
	}
}

func TestAnEditedRequestGetsItsOwnConversation(t *testing.T) {
	d, h := twoTurns(t)
	h.chooseFrom(h.afterAnswer(2), 1)
	h.until("the request to be edited", func() bool { return h.composer().Text == "Two" })
	h.mustSay("The first answer.")
	h.mustNotSay("The second answer.")
	h.chooseFrom(h.afterAnswer(1), 1)
	h.until("the first request to be edited", func() bool { return h.composer().Text == "One" })
	h.mustNotSay("The first answer.")
	if n := len(d.requests); n != 2 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestTheModelIsChosenAtTheComposer(t *testing.T) {
	d := withModels()
	d.script.answers(tells("Small talk."))
	h := chatting(t, d)
	model := find(h, "model", func(b *widgets.Button) bool { return b.Text() == "Built-in rules" })
	h.chooseFrom(model, 3) // the order, qwen3:8b, llama3.2:3b
	h.mustSay("[llama3.2:3b · on this computer]")
	h.ask("Hello")
	h.untilSaid("Small talk.")
	h.idle()
	if got := d.requests[0].Models; !slices.Equal(got, []string{"llama3.2:3b"}) {
		t.Errorf("the requested models were %q", got)
	}
	h.mustSay("[llama3.2:3b · on this computer]")
	h.chooseFrom(model, 4)
	h.ask("Hello")
	h.idle()
	if got := d.requests[1].Models; !slices.Equal(got, []string{app.NoModel}) {
		t.Errorf("the requested models were %q", got)
	}
}

func TestAFailedModelOffersASmallerOne(t *testing.T) {
	d := withModels()
	d.script.chain = []string{"qwen3:8b", "rules"}
	d.script.answers(
		func(context.Context, chat.Request, func(chat.Delta)) (chat.Reply, error) {
			return chat.Reply{}, &chat.Fault{Class: chat.FaultOtherModel, Code: chat.FaultMemory, Message: "CUDA out of memory", Err: errors.New("500")}
		},
		tells("I only know simple commands."), tells("Here it is."))
	h := chatting(t, d)
	h.ask("Tell me a story")
	h.idle()
	h.mustSay("qwen3:8b → the built-in rules: it ran out of memory", "[Try again]", "[Use a smaller model…]")
	h.chooseFrom(find(h, "smaller", func(b *widgets.Button) bool { return b.Text() == "Use a smaller model…" }), 1)
	h.mustSay("[llama3.2:3b · on this computer]")
	h.press("Try again")
	h.untilSaid("Here it is.")
	h.idle()
	if last := d.requests[len(d.requests)-1]; !slices.Equal(last.Models, []string{"llama3.2:3b"}) || last.Prompt != "Tell me a story" {
		t.Errorf("the request was %+v", last)
	}
	h.mustNotSay("[Use a smaller model…]")
}

func TestAButtonJumpsToTheNewest(t *testing.T) {
	d := receipts()
	d.script.answers(tells(strings.Repeat("A line of it.\n\n", 80)))
	h := chatting(t, d)
	h.ask("Tell me much")
	h.idle()
	h.mustNotSay("[Jump to the newest]")
	feed := find(h, "feed", func(s *container.Scroll) bool { return s.Direction == container.ScrollVerticalOnly })
	feed.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 500)})
	h.mustSay("[Jump to the newest]")
	h.press("Jump to the newest")
	h.mustNotSay("[Jump to the newest]")
}

func TestPastedFilesAreOpenedToTheAssistant(t *testing.T) {
	dir := folder(t, "Letters", "one letter.txt")
	h := chatting(t, receipts())
	clipboard := fyne.CurrentApp().Clipboard()
	c := h.composer()
	h.window.Fyne().Canvas().Focus(c)
	paste := func(text string) {
		clipboard.SetContent(text)
		c.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clipboard})
	}
	paste("file://" + strings.ReplaceAll(dir, " ", "%20") + "/one%20letter.txt\r\n" + dir)
	h.untilSaid("<one letter.txt>")
	h.mustSay("<Letters>")
	if c.Text != "" {
		t.Errorf("the composer has %q", c.Text)
	}
	paste("/not/there")
	h.until("the words", func() bool { return c.Text == "/not/there" })
	paste(" plain words")
	if c.Text != "/not/there plain words" {
		t.Errorf("the composer has %q", c.Text)
	}
}

func TestAPastedPictureIsOpenedToTheAssistant(t *testing.T) {
	picture := folder(t, "Deskhand", "Pasted 2026-11-23.png") + "/Pasted 2026-11-23.png"
	var failed error
	d := receipts()
	h := openWith(t, d, d, fynetheme.VariantLight, ui.Options{Picture: func() (string, error) { return picture, failed }})
	h.rail("Chat")
	c := h.composer()
	clipboard := fyne.CurrentApp().Clipboard()
	clipboard.SetContent("")
	c.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clipboard})
	h.untilSaid("<Pasted 2026-11-23.png>")
	failed = errors.New("no answer")
	c.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clipboard})
	h.untilSaid("Couldn't paste the picture.")
}
