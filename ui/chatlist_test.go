package ui_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/ui/widgets"
)

// chosen returns the title of the marked conversation in the list.
func (h *fixture) chosen() string {
	objects := h.all()
	for i, o := range objects {
		if b, ok := o.(*widgets.IconButton); ok && b.Name() == "More" {
			for j := i; j >= 0; j-- {
				if text, ok := objects[j].(*widgets.Text); ok && text.Bold() {
					return text.String()
				}
			}
		}
	}
	return ""
}

// withConversations returns a backend with conversations of several days.
func withConversations() *backend {
	d := receipts()
	for i, row := range []struct {
		title string
		ago   time.Duration
	}{
		{"Archive old invoices", time.Hour},
		{"Rename my receipts", 26 * time.Hour},
		{"What is in Downloads?", 5 * 24 * time.Hour},
		{"The water bill", 60 * 24 * time.Hour},
		{"Old times", 600 * 24 * time.Hour},
	} {
		id, when := fmt.Sprint("old-", i), d.now.Add(-row.ago)
		d.conversations[id] = &kept{
			Conversation: chat.Conversation{ID: id, Title: row.title, Created: when, Updated: when, Messages: 2, Model: "qwen3:8b"},
			messages: []chat.Message{
				{Role: chat.RoleUser, Text: row.title, Time: when},
				{Role: chat.RoleAssistant, Text: "The answer to " + row.title, Time: when, Model: "qwen3:8b"},
			},
		}
	}
	return d
}

func TestConversationsAreListedNewestFirstByAge(t *testing.T) {
	h := chatting(t, withConversations())
	h.untilSaid("Old times")
	all := strings.Join(h.words(), "\n")
	last := 0
	for _, words := range []string{
		"Today", "Archive old invoices", "13:02 · 2 messages", "Yesterday", "Rename my receipts", "12:02 · 2 messages",
		"Last 7 days", "What is in Downloads?", "7 May · 2 messages", "March", "The water bill", "September 2024", "Old times",
	} {
		at := strings.Index(all, words)
		if at < last {
			t.Errorf("%q is not where it belongs in\n%s", words, all)
		}
		last = max(at, last)
	}
}

func TestTypingSearchesTitlesAndTexts(t *testing.T) {
	h := chatting(t, withConversations())
	h.untilSaid("Old times")
	search := find(h, "search", func(e *widgets.Entry) bool { return e.PlaceHolder == "Search conversations" })
	h.window.Fyne().Canvas().Focus(search)
	h.typing("ANSWER to the w")
	h.until("the search", func() bool { return !h.says("Old times") })
	h.mustSay("The water bill")
	h.mustNotSay("Rename my receipts", "[Delete all…]")
	h.typing("xyz")
	h.untilSaid("No conversation contains “ANSWER to the wxyz”.")
	h.key(fyne.KeyEscape)
	h.untilSaid("Old times")
}

func TestAConversationIsOpenedRenamedSavedAndDeleted(t *testing.T) {
	home := folder(t, "person")
	t.Setenv("HOME", home)
	d := withConversations()
	h := chatting(t, d)
	h.conversation("Archive old invoices")
	h.untilSaid("The answer to Archive old invoices")
	h.mustSay("qwen3:8b · on this computer")

	h.manage(1)
	h.mustSay("Name")
	h.rewrite("Invoices of 2025")
	h.untilSaid("Invoices of 2025")

	h.manage(2)
	h.untilSaid("Save as (Markdown or JSON)")
	h.key(fyne.KeyReturn)
	file := filepath.Join(home, "Invoices of 2025.md")
	h.untilSaid("Conversation saved as " + file + ".")
	if got, err := os.ReadFile(file); err != nil || string(got) != "Invoices of 2025 as md" {
		t.Errorf("the file has %q, %v", got, err)
	}
	h.manage(2)
	h.untilSaid("Save as (Markdown or JSON)")
	h.key(fyne.KeyReturn)
	h.untilSaid("Existing files are never overwritten")
	if got, _ := os.ReadFile(file); string(got) != "Invoices of 2025 as md" {
		t.Errorf("then the file has %q", got)
	}

	h.manage(3)
	h.mustSay("Delete “Invoices of 2025” (2 messages)? This can't be undone.")
	h.key(fyne.KeyReturn) // Cancel has the focus
	h.drain()
	if len(d.conversations) != 5 {
		t.Fatal("Enter alone deleted it")
	}
	h.manage(3)
	h.press("Delete this conversation")
	h.untilSaid("What can I do for you?")
	h.until("the list", func() bool { return !h.says("Invoices of 2025") })
	if len(d.conversations) != 4 {
		t.Errorf("%d conversations are left", len(d.conversations))
	}
}

func TestDeletingAllSaysHowManyThereAre(t *testing.T) {
	d := withConversations()
	h := chatting(t, d)
	h.conversation("Rename my receipts")
	h.untilSaid("The answer to Rename my receipts")
	h.press("Delete all…")
	h.mustSay("Delete all 5 conversations? This can't be undone. Your files and the Activity log")
	h.press("Keep")
	h.mustNotSay("Delete all 5")
	h.press("Delete all…")
	h.press("Delete 5 conversations")
	h.untilSaid("Your conversations are kept here, on this computer.")
	h.mustSay("What can I do for you?")
	if len(d.conversations) != 0 {
		t.Errorf("%d are left", len(d.conversations))
	}
}

func TestADraftStaysWithItsConversation(t *testing.T) {
	h := chatting(t, withConversations())
	h.composer().SetText("half a thought")
	h.conversation("Archive old invoices")
	h.untilSaid("The answer to Archive old invoices")
	if got := h.composer().Text; got != "" {
		t.Errorf("the composer has %q", got)
	}
}

func TestAConversationThatCannotBeOpenedIsReported(t *testing.T) {
	d := withConversations()
	d.fail["Session"] = errors.New("damaged")
	h := chatting(t, d)
	h.untilSaid("Old times")
	h.window.Fyne().Canvas().Focus(h.list())
	h.key(fyne.KeyDown)
	h.untilSaid("Couldn't open the conversation.")
}

func TestALongConversationLoadsFromItsEnd(t *testing.T) {
	const turns, most = 1000, 1500 // the objects of a window full of single lines are about 300
	d := receipts()
	k := &kept{Conversation: chat.Conversation{ID: "long", Title: "Long", Updated: d.now, Messages: 2 * turns}}
	for i := range turns {
		k.messages = append(k.messages,
			chat.Message{Role: chat.RoleUser, Text: fmt.Sprintf("Question %03d.", i)},
			chat.Message{Role: chat.RoleAssistant, Text: fmt.Sprintf("Answer %03d.", i)})
	}
	d.conversations["long"] = k
	h := chatting(t, d)
	h.conversation("Long")
	h.untilSaid("Answer 999.")
	h.mustNotSay("Question 974.") // it is on an earlier page
	scroll := find(h, "scrolled", func(s *container.Scroll) bool {
		return len(seen(s)) > 50 && strings.Contains(h.within(s), "Answer 999.")
	})
	for steps := 0; !h.says("Question 000."); steps++ {
		if steps > 2*turns {
			t.Fatal("the beginning is never reached")
		}
		before := scroll.Offset.Y
		scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 500)})
		if n := len(seen(scroll)); n > most {
			t.Fatalf("the window has %d objects %v from the end", n, before)
		}
	}
	h.mustNotSay("Answer 999.", "[Show earlier]")
	scroll.ScrollToBottom()
	scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -1)})
	h.mustSay("Answer 999.")
	h.mustNotSay("Question 000.")
}

// within returns the texts in a part of the window.
func (h *fixture) within(o fyne.CanvasObject) string {
	var all []string
	for _, o := range seen(o) {
		all = append(all, wordsOf(o)...)
	}
	return strings.Join(all, "\n")
}

// manage chooses from the menu of the shown conversation.
func (h *fixture) manage(nth int) {
	h.t.Helper()
	test.Tap(find(h, "More", func(b *widgets.IconButton) bool { return b.Name() == "More" }))
	h.pick(nth)
}

// rewrite replaces the text of the focused entry and presses Enter.
func (h *fixture) rewrite(text string) {
	h.t.Helper()
	e, ok := h.window.Fyne().Canvas().Focused().(*widgets.Entry)
	if !ok {
		h.t.Fatalf("the focus is on %T", h.window.Fyne().Canvas().Focused())
	}
	e.SetText(text)
	h.key(fyne.KeyReturn)
}
