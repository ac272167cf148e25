package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Composer is a multi-line input: Enter sends, Shift+Enter starts a new line. It grows
// with the text.
type Composer struct {
	widget.Entry
	// Send is called on Enter.
	Send func()
	// Pasted is called with pasted text before it is inserted, and reports whether it
	// handled it.
	Pasted func(text string) bool
	// Typed is called on each change of the text.
	Typed func(text string)
	// Up is called for the Up key in the first line, and reports whether it handled it.
	Up func() bool
	// Grown is called when the height changes.
	Grown func()

	shift bool
	rows  int
}

// composerMax is how many lines are visible at a time.
const composerMax = 6

// NewComposer returns a composer; hint is its placeholder.
func NewComposer(hint string) *Composer {
	c := &Composer{Send: func() {}, Pasted: func(string) bool { return false }, Grown: func() {}, Typed: func(string) {}, Up: func() bool { return false }, rows: 1}
	c.MultiLine, c.Wrapping = true, fyne.TextWrapWord
	c.PlaceHolder = hint
	c.ExtendBaseWidget(c)
	c.SetMinRowsVisible(1)
	c.OnChanged = func(text string) {
		c.fit()
		c.Typed(text)
	}
	return c
}

// Bare returns the composer without a box of its own.
func (c *Composer) Bare() fyne.CanvasObject {
	return container.NewThemeOverride(c, theme.Bare())
}

// fit adapts the height to the lines, including wrapped ones.
func (c *Composer) fit() {
	size := SizeOf(c, theme.SizeBody)
	room := c.Size().Width - 2*SizeOf(c, fynetheme.SizeNameInnerPadding) - composerSlack
	rows := 0
	for line := range strings.SplitSeq(c.Text, "\n") {
		rows++
		if rows >= composerMax {
			break
		}
		if room > 0 {
			rows += int(textSize(line, size, false).Width / room)
		}
	}
	rows = min(rows, composerMax)
	if rows == c.rows {
		return
	}
	c.rows = rows
	c.SetMinRowsVisible(rows)
	c.Grown()
}

// composerSlack allows for words that wrap before the line is full.
const composerSlack float32 = 24

// TypedKey sends on Enter; Escape goes to the window.
func (c *Composer) TypedKey(key *fyne.KeyEvent) {
	switch key.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if !c.shift {
			c.Send()
			return
		}
		c.Entry.TypedKey(key)
	case fyne.KeyEscape:
		PassOn(c, key)
	case fyne.KeyUp:
		if c.CursorRow > 0 || !c.Up() {
			c.Entry.TypedKey(key)
		}
	default:
		c.Entry.TypedKey(key)
	}
}

// KeyDown implements desktop.Keyable.
func (c *Composer) KeyDown(key *fyne.KeyEvent) {
	c.hold(key, true)
	c.Entry.KeyDown(key)
}

// KeyUp implements desktop.Keyable.
func (c *Composer) KeyUp(key *fyne.KeyEvent) {
	c.hold(key, false)
	c.Entry.KeyUp(key)
}

// FocusLost forgets a pressed key, whose release will not be reported.
func (c *Composer) FocusLost() {
	c.shift = false
	c.Entry.FocusLost()
}

func (c *Composer) hold(key *fyne.KeyEvent, down bool) {
	if key.Name == desktop.KeyShiftLeft || key.Name == desktop.KeyShiftRight {
		c.shift = down
	}
}

// TypedShortcut handles editing shortcuts and passes the rest to the window.
func (c *Composer) TypedShortcut(s fyne.Shortcut) {
	if paste, ok := s.(*fyne.ShortcutPaste); ok && c.Pasted(paste.Clipboard.Content()) {
		return
	}
	if editing(s) {
		c.Entry.TypedShortcut(s)
		return
	}
	PassShortcut(c, s)
}
