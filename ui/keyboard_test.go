package ui_test

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// byKey maps widgets for the mouse to the keys that do the same.
var byKey = map[string]string{
	"*widgets.Chip":    "the row that it is in, and the field at the side",
	"*widgets.Tick":    "Space on the row",
	"*plan.nameText":   "F2 on the row",
	"*widgets.sheet":   "the fields at the side",
	"*widgets.Page":    "the fields at the side",
	"*widgets.Thumb":   "the row that it is in",
	"*widgets.Fold":    "Tab",
	"*prose.Prose":     "Copy in the menu of the answer",
	"*widgets.listBar": "Page up and Page down in the list",
}

// TestEveryActionWorksByKeyboard walks each page: everything clickable is reached by Tab,
// with a visible focus, or has a key of its own.
func TestEveryActionWorksByKeyboard(t *testing.T) {
	for _, row := range []struct {
		page string
		show func(h *fixture)
	}{
		{"home", func(*fixture) {}},
		{"plan", withEvidence},
		{"receipt", func(h *fixture) {
			withEvidence(h)
			h.press("Rename 6 files")
			h.untilSaid("6 files renamed")
		}},
		{"chat", func(h *fixture) { h.rail("Chat") }},
		{"activity", func(h *fixture) { h.rail("Activity") }},
		{"models", func(h *fixture) {
			h.rail("Models")
			h.untilSaid("[Try it]")
		}},
		{"servers", func(h *fixture) {
			h.rail("Servers")
			h.untilSaid("weather")
		}},
		{"settings", func(h *fixture) {
			h.rail("Settings")
			h.untilSaid("_{date} {issuer} {kind} {title}_")
		}},
	} {
		t.Run(row.page, func(t *testing.T) {
			h := open(t, lived(), fynetheme.VariantLight)
			h.untilSaid("Reads English")
			h.untilSaid("stopped after 37 of 212 files")
			row.show(h)
			h.drain()
			h.walk()
		})
	}
}

// walk goes round once by Tab.
func (h *fixture) walk() {
	h.t.Helper()
	c := h.window.Fyne().Canvas()
	c.Unfocus()
	without := plain(c.Capture())
	var reached []fyne.Focusable
	looked := map[string]bool{} // one of each type is enough
	for range 200 {
		c.FocusNext()
		at := c.Focused()
		if at == nil || slices.Contains(reached, at) {
			break
		}
		reached = append(reached, at)
		kind := fmt.Sprintf("%T", at)
		if o, ok := at.(fyne.CanvasObject); !ok || looked[kind] || !onScreen(h, o) {
			continue
		}
		looked[kind] = true
		if same(without, plain(c.Capture())) {
			h.t.Errorf("the focus on %s is not visible", describe(at))
		}
	}
	if len(reached) < 8 || len(looked) < 2 {
		h.t.Errorf("Tab reaches %d widgets of %d visible types", len(reached), len(looked))
	}
	for _, o := range h.all() {
		if _, ok := o.(fyne.Tappable); !ok {
			continue
		}
		if d, ok := o.(fyne.Disableable); ok && d.Disabled() {
			continue
		}
		if f, ok := o.(fyne.Focusable); ok {
			if !slices.Contains(reached, f) {
				h.t.Errorf("Tab does not reach %s", describe(f))
			}
			continue
		}
		if kind := fmt.Sprintf("%T", o); byKey[kind] == "" && !ofToolkit(kind) {
			h.t.Errorf("%s works only by mouse", kind)
		}
	}
}

// ofToolkit reports whether a type is part of the toolkit's lists and scroll bars.
func ofToolkit(kind string) bool {
	return slices.Contains([]string{"*widget.listItem", "*widget.scrollBarArea", "*widget.Shadow", "*internal.scrollBarArea"}, kind)
}

// onScreen reports whether an object is inside the window and not scrolled out.
func onScreen(h *fixture, o fyne.CanvasObject) bool {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	size := h.window.Fyne().Canvas().Size()
	return at.Y >= 0 && at.Y+o.Size().Height <= size.Height-120 && at.X >= 0 && o.Size().Width > 0
}

func same(a, b *image.RGBA) bool { return slices.Equal(a.Pix, b.Pix) }

func describe(o any) string {
	if of, ok := o.(fyne.CanvasObject); ok {
		return fmt.Sprintf("%T %q", o, wordsOf(of))
	}
	return fmt.Sprintf("%T", o)
}
