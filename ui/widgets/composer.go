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

// Composer is several lines to type in: Enter sends them, Shift+Enter begins a
// new one. It grows with what is typed.
type Composer struct {
	widget.Entry
	// Send is told of Enter.
	Send func()
	// Pasted is offered what is pasted, before it is typed, and reports whether it
	// takes it.
	Pasted func(text string) bool
	// Typed is told of each change of the text.
	Typed func(text string)
	// Up is told of the key that leads up from the first line, and reports whether
	// there is something above.
	Up func() bool
	// Grown is told when it needs another height.
	Grown func()

	shift bool
	rows  int
}

// composerMax is how many lines are seen at a time.
const composerMax = 6

// NewComposer makes one; hint is shown while it is empty.
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

// Bare is the composer without a box of its own.
func (c *Composer) Bare() fyne.CanvasObject {
	return container.NewThemeOverride(c, theme.Bare(fynetheme.Current()))
}

// fit makes room for the lines that are typed, those that wrap included.
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

// composerSlack is for words that wrap before the line is full.
const composerSlack float32 = 24

// TypedKey sends on Enter; Escape is the window's.
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

// FocusLost forgets a key whose end it will not be told of.
func (c *Composer) FocusLost() {
	c.shift = false
	c.Entry.FocusLost()
}

func (c *Composer) hold(key *fyne.KeyEvent, down bool) {
	if key.Name == desktop.KeyShiftLeft || key.Name == desktop.KeyShiftRight {
		c.shift = down
	}
}

// TypedShortcut keeps what editing needs and hands the rest to the window.
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
