package ui_test

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/ui/widgets"
)

// chatting is a window on its chat.
func chatting(t *testing.T, d *desk) *house {
	t.Helper()
	h := light(t, d)
	h.rail("Chat")
	h.untilSaid("What can I do for you?")
	return h
}

// ask types a request and sends it.
func (h *house) ask(text string) {
	h.t.Helper()
	h.window.Fyne().Canvas().Focus(h.composer())
	h.typing(text)
	h.key(fyne.KeyReturn)
}

func (h *house) composer() *widgets.Composer {
	h.t.Helper()
	return find(h, "line to type in", func(*widgets.Composer) bool { return true })
}

// idle waits until no turn runs.
func (h *house) idle() {
	h.t.Helper()
	h.until("the end of the turn", func() bool { return h.says("[Send]") })
}

func TestAQuestionIsAnsweredAsItStreams(t *testing.T) {
	d := receipts()
	more := make(chan struct{})
	d.script.answers(func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Text: "Eight fi"})
		<-more
		emit(chat.Delta{Text: "les are there."})
		return chat.Reply{Text: "Eight files are there.", DoneReason: "stop"}, nil
	})
	h := chatting(t, d)
	h.ask("What is in this folder?")
	h.untilSaid("Eight fi")
	h.mustSay("What is in this folder?", "[Stop]")
	h.mustNotSay("Eight files are there.")
	close(more)
	h.untilSaid("Eight files are there.")
	h.idle()
	if h.composer().Text != "" {
		t.Errorf("still typed is %q", h.composer().Text)
	}
}
