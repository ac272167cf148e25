package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Entry is a line to type in. Enter and leaving it both end the typing; Escape
// gives it up.
type Entry struct {
	widget.Entry
	// Ended is told when the person is done, with what was typed.
	Ended func(text string)
	// GivenUp is told of Escape.
	GivenUp func()
}

// NewEntry makes one; hint is shown while it is empty.
func NewEntry(hint string) *Entry {
	e := &Entry{}
	e.PlaceHolder = hint
	e.ExtendBaseWidget(e)
	e.OnSubmitted = func(text string) { e.end(text) }
	return e
}

func (e *Entry) end(text string) {
	if e.Ended != nil {
		e.Ended(text)
	}
}

// SelectAll marks the whole text, so that typing replaces it.
func (e *Entry) SelectAll() { e.TypedShortcut(&fyne.ShortcutSelectAll{}) }

// FocusLost ends the typing.
func (e *Entry) FocusLost() {
	e.Entry.FocusLost()
	e.end(e.Text)
}

// TypedKey gives up on Escape.
func (e *Entry) TypedKey(key *fyne.KeyEvent) {
	if key.Name != fyne.KeyEscape {
		e.Entry.TypedKey(key)
		return
	}
	if e.GivenUp != nil {
		e.GivenUp()
		return
	}
	passOn(e, key)
}

// TypedShortcut keeps what editing needs and hands the rest to the window.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	custom, ok := s.(*desktop.CustomShortcut)
	if !ok || custom.KeyName == fyne.KeyLeft || custom.KeyName == fyne.KeyRight || custom.KeyName == fyne.KeyBackspace || custom.KeyName == fyne.KeyDelete {
		e.Entry.TypedShortcut(s)
		return
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(e)
	if window, ok := c.(fyne.Shortcutable); ok {
		window.TypedShortcut(s)
	}
}
