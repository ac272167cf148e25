package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/theme"
)

// Fold is a line that opens to show more. Its content is made when it is first opened.
type Fold struct {
	pressable
	head    fyne.CanvasObject
	inside  func() fyne.CanvasObject
	body    fyne.CanvasObject
	open    bool
	changed func()
}

// NewFold returns a closed fold; changed is called when its height changes.
func NewFold(head fyne.CanvasObject, inside func() fyne.CanvasObject, changed func()) *Fold {
	f := &Fold{head: head, inside: inside, changed: changed}
	f.init(f, f.toggle)
	return f
}

// Reset discards the content, to be made again.
func (f *Fold) Reset() {
	f.body = nil
	if f.open && f.inside != nil {
		f.body = f.inside()
	}
	f.Refresh()
}

// Opened reports whether it is open.
func (f *Fold) Opened() bool { return f.open }

func (f *Fold) toggle() {
	f.open = !f.open
	if f.open && f.body == nil {
		f.body = f.inside()
	}
	f.Refresh()
	f.changed()
}

// See tells which part of it is visible.
func (f *Fold) See(top, bottom float32) {
	if f.open {
		see(f.body, top-f.body.Position().Y, bottom-f.body.Position().Y)
	}
}

// CreateRenderer implements fyne.Widget.
func (f *Fold) CreateRenderer() fyne.WidgetRenderer {
	r := &foldRenderer{f: f, box: &canvas.Rectangle{CornerRadius: theme.RadiusChip}, caret: iconImage()}
	r.Refresh()
	return r
}

// foldCaret is the width of the caret at the end of the line.
const foldCaret float32 = 22

type foldRenderer struct {
	f     *Fold
	box   *canvas.Rectangle
	caret *canvas.Image
}

func (r *foldRenderer) head() float32 { return max(lineHeight, r.f.head.MinSize().Height) }

func (r *foldRenderer) MinSize() fyne.Size {
	size := fyne.NewSize(r.f.head.MinSize().Width+foldCaret, r.head())
	if r.f.open {
		size.Height += theme.Gap8 + r.f.body.MinSize().Height
	}
	return size
}

func (r *foldRenderer) Layout(size fyne.Size) {
	head := r.head()
	Place(r.box, -lineSide, 0, size.Width+2*lineSide, head)
	Place(r.f.head, 0, 0, size.Width-foldCaret, head)
	Place(r.caret, size.Width-caretSize, (head-caretSize)/2, caretSize, caretSize)
	if r.f.open {
		r.f.body.Resize(fyne.NewSize(size.Width, r.f.body.Size().Height))
		Place(r.f.body, 0, head+theme.Gap8, size.Width, r.f.body.MinSize().Height)
	}
}

func (r *foldRenderer) Refresh() {
	r.f.frame(r.box, "")
	icon := theme.IconFold
	if r.f.open {
		icon = theme.IconCaret
	}
	setIcon(r.caret, icon, ColourOf(r.f, theme.Muted))
	r.Layout(r.f.Size())
	r.f.head.Refresh()
	canvas.Refresh(r.f)
}

func (r *foldRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.box, r.f.head, r.caret}
	if r.f.open {
		objects = append(objects, r.f.body)
	}
	return objects
}

func (r *foldRenderer) Destroy() {}
