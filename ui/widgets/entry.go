package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Entry is a single-line input.
type Entry struct {
	widget.Entry
	// Entered is called when it gets the focus.
	Entered func()
	// Left is called when it loses the focus, with the text.
	Left func(text string)
	// GivenUp is called on Escape; nil passes Escape to the window.
	GivenUp func()
	// Key is called with each key first and reports whether it used it; may be nil.
	Key func(key *fyne.KeyEvent) bool
	// SharesUndo passes undo and redo to the window if there is nothing to undo in the text.
	SharesUndo bool

	focused bool
	doubt   bool // the value is uncertain
}

// NewEntry returns an entry; hint is its placeholder.
func NewEntry(hint string) *Entry {
	e := &Entry{}
	e.PlaceHolder = hint
	e.ExtendBaseWidget(e)
	return e
}

// AcceptsTab implements fyne.Tabbable: Tab moves the focus, even in a multi-line entry.
func (e *Entry) AcceptsTab() bool { return false }

// SelectAll selects the text, so that typing replaces it.
func (e *Entry) SelectAll() { e.TypedShortcut(&fyne.ShortcutSelectAll{}) }

// CreateRenderer implements fyne.Widget. The toolkit draws an entry's border over
// nothing, which makes it invisible in the dark theme; ours is drawn on a fill.
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

// TypedKey handles Escape and passes F1 to the window.
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

// TypedShortcut handles editing shortcuts and passes the rest to the window.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	if !editing(s) {
		PassShortcut(e, s)
		return
	}
	before := e.Text
	e.Entry.TypedShortcut(s)
	switch s.(type) {
	case *fyne.ShortcutUndo, *fyne.ShortcutRedo:
		if e.SharesUndo && e.Text == before {
			PassShortcut(e, s)
		}
	}
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
