package ui_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/widgets"
)

// ordered returns a chat in which a server asks for something.
func ordered(t *testing.T, args map[string]any) *fixture {
	t.Helper()
	d := receipts()
	d.script.answers(calls("", "weather_order", args), tells("That was it."))
	h := chatting(t, d)
	h.ask("Order it")
	h.untilSaid("[Decline]")
	return h
}

// answered returns what the server got, after the turn.
func answered(h *fixture) string {
	h.untilSaid("That was it.")
	h.idle()
	for _, r := range h.backend.script.asked {
		for _, m := range r.Messages {
			if strings.Contains(m.Text, `"Action"`) {
				return m.Text[strings.Index(m.Text, "{") : strings.LastIndex(m.Text, "}")+1]
			}
		}
	}
	return ""
}

func TestAServerFormIsFilledInCheckedAndSent(t *testing.T) {
	h := ordered(t, map[string]any{})
	h.mustSay("weather asks you for something", "Your name", "As it is to be printed.", "Mail (optional)", "Monday", "Tuesday", "Send me news", "[Medium]", "[Send to weather]", "[Cancel]")
	h.untilSaid("Needs your answer")
	h.mustNotSay("\u202e")
	h.typing("A") // the first field has the focus
	h.fill("An email address", "anna")
	h.press("Send to weather")
	h.mustSay("At least 2 characters.", "This has to be an email address.")
	h.fill("An email address", "anna@example.org")
	name := find(h, "the name", func(e *widgets.Entry) bool { return e.Text == "A" })
	name.SetText("Anna")
	find(h, "the box", func(c *widgets.Check) bool { return c.Text() == "Monday" }).Tapped(nil)
	find(h, "the box", func(c *widgets.Check) bool { return c.Text() == "Send me news" }).Tapped(nil)
	h.press("Send to weather")
	want := `{"Action":"accept","Values":{"days":["mo","tu"],"mail":"anna@example.org","name":"Anna","news":true,"size":"m"}}`
	if got := answered(h); got != want {
		t.Errorf("the server got %s", got)
	}
	h.mustNotSay("[Send to weather]")
}

func TestAServerFormCanBeDeclinedOrCancelledAndEndsWithItsTurn(t *testing.T) {
	for button, want := range map[string]string{"Decline": `{"Action":"decline","Values":null}`, "Cancel": `{"Action":"cancel","Values":null}`} {
		h := ordered(t, map[string]any{})
		h.press(button)
		if got := answered(h); got != want {
			t.Errorf("%s: the server got %s", button, got)
		}
	}
	h := ordered(t, map[string]any{})
	h.key(fyne.KeyEscape)
	h.idle()
	h.mustSay("Stopped")
	h.mustNotSay("[Decline]")
}

func TestAServerLinkIsShownInFullAndOpensOnlyOnClick(t *testing.T) {
	const address = "https://weather.example/sign-in?for=deskhand"
	h := ordered(t, map[string]any{"page": true})
	h.mustSay("weather asks you to open a page", address, "It leads to weather.example.")
	if len(h.opened) != 0 {
		t.Fatalf("%v was opened without a click", h.opened)
	}
	h.press("Open the page")
	if got := answered(h); got != `{"Action":"accept","Values":null}` || len(h.opened) != 1 || h.opened[0] != address {
		t.Errorf("the server got %s; opened %v", got, h.opened)
	}
}
