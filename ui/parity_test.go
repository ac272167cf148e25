package ui_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/ui/widgets"
)

// conversed returns the texts of the shown conversation, including all folded parts.
func (h *fixture) conversed() []string {
	h.t.Helper()
	for _, o := range h.all() {
		if f, ok := o.(*widgets.Fold); ok && !f.Opened() {
			test.Tap(f)
		}
	}
	var words []string
	feed := find(h, "feed", func(f *fyne.Container) bool { return fmt.Sprintf("%T", f.Layout) == "widgets.feedFrame" })
	for _, o := range seen(feed) {
		words = append(words, wordsOf(o)...)
	}
	return words
}

// mustReopenAsItIs closes the window and opens another one on the same backend: the
// conversation must have the same blocks and words.
func (h *fixture) mustReopenAsItIs(title string) {
	h.t.Helper()
	h.drain()
	live := h.conversed()
	h.close()
	again := chatting(h.t, h.backend)
	again.conversation(title)
	again.until("the conversation", func() bool { return !again.says("What can I do for you?") })
	var kept []string
	again.until("the same conversation", func() bool {
		kept = again.conversed()
		return slices.Equal(kept, live)
	})
}

func TestAConversationReopensExactlyAsItWas(t *testing.T) {
	d, dir := receipts(), receiptsFolder(t)
	d.script.chain = []string{"big", "qwen3:8b", "rules"}
	thinks := func(next reply) reply {
		return func(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
			emit(chat.Delta{Thinking: "Let me see.\nFirst this."})
			r, err := next(ctx, req, emit)
			r.Thinking = "Let me see.\nFirst this."
			return r, err
		}
	}
	fails := func(_ context.Context, _ chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		emit(chat.Delta{Text: "void"})
		emit(chat.Delta{Reset: true})
		emit(chat.Delta{Retry: &chat.Retry{Model: "big", Attempt: 2, Why: "cut"}})
		return chat.Reply{}, errors.New("cut, 2 tries")
	}
	d.script.answers(
		fails,
		thinks(calls("I look **first**.", "files_list", map[string]any{"path": dir})),
		calls("", "documents_read", map[string]any{"path": dir + "/contract_neu.pdf"}),
		calls("", "files_list", map[string]any{"path": dir + "/gone"}),
		calls("", "triage_propose", map[string]any{"paths": []string{dir}}),
		moves(dir, "scan 12.png"), moves(dir, "scan 14.png"),
		thinks(tells("# Done\n\n1. moved `scan 12.png`\n2. left the other")),
		gated(nil, "Half an", " answer"),
	)
	h := chatting(t, d)
	h.window.Drop([]string{dir})
	h.ask("Move the scans")
	h.untilSaid("[Move 1 file]")
	h.press("Move 1 file")
	h.until("the second question", func() bool { return h.says("Moved 1 file") && h.says("[No]") })
	h.press("No")
	h.untilSaid("left the other")
	h.idle()
	h.ask("And now?")
	h.untilSaid("Half an")
	h.press("Stop")
	h.idle()
	h.mustSay("Thought for ", "big → qwen3:8b: cut, 2 tries", "Stopped", "Not approved: move 1 file")
	h.mustReopenAsItIs("Move the scans")
}
