package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Entry is a line to type in.
type Entry struct {
	widget.Entry
	// Entered is told when the keyboard comes.
	Entered func()
	// Left is told when the keyboard goes elsewhere, with what was typed.
	Left func(text string)
	// GivenUp is told of Escape; nil: Escape is the window's.
	GivenUp func()
	// Key is offered each key first; it reports whether it used it. Nil: nothing is
	// offered.
	Key func(key *fyne.KeyEvent) bool

	focused bool
	doubt   bool // what stands in it is not sure
}

// NewEntry makes one; hint is shown while it is empty.
func NewEntry(hint string) *Entry {
	e := &Entry{}
	e.PlaceHolder = hint
	e.ExtendBaseWidget(e)
	return e
}

// AcceptsTab is for Fyne: Tab leads on, also from an entry of several lines.
func (e *Entry) AcceptsTab() bool { return false }

// SelectAll marks the whole text, so that typing replaces it.
func (e *Entry) SelectAll() { e.TypedShortcut(&fyne.ShortcutSelectAll{}) }

// CreateRenderer is for Fyne. The toolkit draws the line round an entry over
// nothing, which in the dark leaves none to be seen: ours is drawn on its fill.
func (e *Entry) CreateRenderer() fyne.WidgetRenderer {
	r := &entryRenderer{WidgetRenderer: e.Entry.CreateRenderer(), e: e, box: &canvas.Rectangle{CornerRadius: theme.RadiusButton}}
	r.dress()
	return r
}

type entryRenderer struct {
	fyne.WidgetRenderer
	e   *Entry
	box *canvas.Rectangle
}

func (r *entryRenderer) dress() {
	fill, line := theme.Surface, theme.Line
	if r.e.doubt {
		fill, line = theme.DoubtTint, theme.Doubt
	}
	r.box.FillColor, r.box.StrokeColor = ColourOf(r.e, fill), ColourOf(r.e, line)
	r.box.StrokeWidth = SizeOf(r.e, fynetheme.SizeNameInputBorder)
	r.box.Hidden = r.box.StrokeWidth == 0
}

func (r *entryRenderer) Layout(size fyne.Size) {
	Place(r.box, 0, 0, size.Width, size.Height)
	r.WidgetRenderer.Layout(size)
}

func (r *entryRenderer) Refresh() {
	r.dress()
	r.box.Refresh()
	r.WidgetRenderer.Refresh()
}

func (r *entryRenderer) Objects() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{r.box}, r.WidgetRenderer.Objects()...)
}

// FocusGained implements fyne.Focusable.
func (e *Entry) FocusGained() {
	e.focused = true
	e.Entry.FocusGained()
	if e.Entered != nil {
		e.Entered()
	}
}

// FocusLost implements fyne.Focusable.
func (e *Entry) FocusLost() {
	e.focused = false
	e.Entry.FocusLost()
	if e.Left != nil {
		e.Left(e.Text)
	}
}

// TypedKey gives up on Escape and leaves F1 to the window.
func (e *Entry) TypedKey(key *fyne.KeyEvent) {
	if e.Key != nil && e.Key(key) {
		return
	}
	switch {
	case key.Name == fyne.KeyEscape && e.GivenUp != nil:
		e.GivenUp()
	case key.Name == fyne.KeyEscape, key.Name == fyne.KeyF1:
		PassOn(e, key)
	default:
		e.Entry.TypedKey(key)
	}
}

// TypedShortcut keeps what editing needs and hands the rest to the window.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	if editing(s) {
		e.Entry.TypedShortcut(s)
		return
	}
	PassShortcut(e, s)
}

// editing reports whether a shortcut is for editing text.
func editing(s fyne.Shortcut) bool {
	custom, ok := s.(*desktop.CustomShortcut)
	if !ok {
		return true
	}
	switch custom.KeyName {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyBackspace, fyne.KeyDelete:
		return true
	}
	return false
}
