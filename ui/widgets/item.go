package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"github.com/deskhand/deskhand/ui/theme"
)

// Item is one row of a list short enough to be shown in full. It may contain buttons; the
// row itself can be focused too.
type Item struct {
	pressable
	content fyne.CanvasObject
	name    string
	// Key is called with each key first and reports whether it used it.
	Key func(key *fyne.KeyEvent) bool
	// Moved is called on Alt with Up (-1) and Alt with Down (1).
	Moved func(by int)
}

// NewItem returns a row. name is its subject; pressed may be nil.
func NewItem(name string, content fyne.CanvasObject, pressed func()) *Item {
	i := &Item{name: name, content: content}
	i.init(i, pressed)
	return i
}

// Name returns the row's subject.
func (i *Item) Name() string { return i.name }

// TypedKey implements fyne.Focusable.
func (i *Item) TypedKey(key *fyne.KeyEvent) {
	if i.Key == nil || !i.Key(key) {
		i.pressable.TypedKey(key)
	}
}

// TypedShortcut moves the row; other shortcuts go to the window.
func (i *Item) TypedShortcut(s fyne.Shortcut) {
	by := 0
	if c, ok := s.(*desktop.CustomShortcut); ok && c.Modifier == fyne.KeyModifierAlt && i.Moved != nil {
		switch c.KeyName {
		case fyne.KeyUp:
			by = -1
		case fyne.KeyDown:
			by = 1
		}
	}
	if by != 0 {
		i.Moved(by)
		return
	}
	PassShortcut(i, s)
}

// CreateRenderer implements fyne.Widget.
func (i *Item) CreateRenderer() fyne.WidgetRenderer {
	r := &itemRenderer{i: i, box: &canvas.Rectangle{CornerRadius: theme.RadiusButton}}
	r.objects = []fyne.CanvasObject{r.box, r.i.content}
	r.Refresh()
	return r
}

// itemSide and itemRise are how far the box extends beyond the content.
const itemSide, itemRise float32 = 8, 6

type itemRenderer struct {
	drawing
	i   *Item
	box *canvas.Rectangle
}

func (r *itemRenderer) MinSize() fyne.Size {
	return r.i.content.MinSize().AddWidthHeight(0, 2*itemRise)
}

func (r *itemRenderer) Layout(size fyne.Size) {
	Place(r.box, -itemSide, 0, size.Width+2*itemSide, size.Height)
	Place(r.i.content, 0, itemRise, size.Width, size.Height-2*itemRise)
}

func (r *itemRenderer) Refresh() {
	r.i.frame(r.box, "")
	r.Layout(r.i.Size())
	r.i.content.Refresh()
	canvas.Refresh(r.i)
}
