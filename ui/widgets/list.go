package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// List is a list of rows of one height with keyboard control. Widgets are made only for
// visible rows.
type List struct {
	widget.List
	// Key is called with each key first, and the focused row; it reports whether it used
	// it.
	Key func(row int, key *fyne.KeyEvent) bool
	// Chosen is called with the row that mouse or keyboard select.
	Chosen func(row int)

	row     int
	focused bool
	bar     *listBar // nil: the toolkit's is used
	each    float32  // the height of a row with the line below it; 0: unknown
}

// NewList returns a list.
func NewList(length func() int, make func() fyne.CanvasObject, show func(row int, o fyne.CanvasObject)) *List {
	l := &List{}
	l.Length, l.CreateItem = length, make
	l.UpdateItem = func(row int, o fyne.CanvasObject) {
		show(row, o)
		l.each = o.MinSize().Height + 1
		l.moved()
	}
	l.ExtendBaseWidget(l)
	l.OnSelected = func(row int) {
		l.UnselectAll() // the rows themselves show which one is chosen
		l.choose(row)
	}
	return l
}

// Framed returns the list in a card, with lines between its rows.
func (l *List) Framed() fyne.CanvasObject { return l.framed(1) }

// framed is Framed with room above the first row and below the last.
func (l *List) framed(edge float32) fyne.CanvasObject {
	tight := container.NewThemeOverride(l, theme.Tight())
	l.bar = newListBar(l)
	l.bar.Hide()
	inside := container.NewStack(tight, Frame(nil, nil, nil, l.bar, Spacer()))
	card := NewPanel(Inset(edge, 2, edge, 2, inside), theme.Surface, theme.Line, theme.RadiusCard)
	return container.NewStack(card, newCorners(theme.RadiusCard))
}

// height returns the height of all rows together.
func (l *List) height() float32 { return float32(l.Length())*l.each - 1 }

// Refresh shows the rows again, and their present number.
func (l *List) Refresh() {
	l.List.Refresh()
	l.moved()
}

// moved shows the scroll position, if the list is long.
func (l *List) moved() {
	if l.bar == nil {
		return
	}
	if long := l.Length() > listBarFrom; long != l.bar.Visible() {
		l.bar.Hidden = !long
	}
	if l.bar.Visible() {
		l.bar.Refresh()
	}
}

// Bare returns the list without a card, its rows close to each other.
func (l *List) Bare() fyne.CanvasObject {
	l.HideSeparators = true
	return container.NewThemeOverride(l, theme.Tight())
}

// FocusGained implements fyne.Focusable.
func (l *List) FocusGained() { l.focus(true) }

// FocusLost implements fyne.Focusable.
func (l *List) FocusLost() { l.focus(false) }

// Focused reports whether the list has the focus.
func (l *List) Focused() bool { return l.focused }

func (l *List) focus(on bool) {
	l.focused = on
	l.RefreshItem(l.row)
}

// Go moves the focus to a row, without a callback.
func (l *List) Go(row int) { l.row = row }

func (l *List) choose(row int) {
	l.row = row
	if l.Chosen != nil {
		l.Chosen(row)
	}
}

// TypedKey moves by row and by page; other keys go to Key, then to the window.
func (l *List) TypedKey(key *fyne.KeyEvent) {
	if l.Key != nil && l.row < l.Length() && l.Key(l.row, key) {
		return
	}
	to := l.row
	switch key.Name {
	case fyne.KeyDown:
		to++
	case fyne.KeyUp:
		to--
	case fyne.KeyPageDown:
		to += listPage
	case fyne.KeyPageUp:
		to -= listPage
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = l.Length() - 1
	default:
		PassOn(l, key)
		return
	}
	to = max(0, min(to, l.Length()-1))
	if l.Length() > 0 && to != l.row {
		l.ScrollTo(to)
		l.choose(to)
	}
}

// listEdge keeps rows out of the round corners of a card.
const listEdge float32 = 5

// listPage is how many rows a page key moves.
const listPage = 6
