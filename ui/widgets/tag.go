package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/ui/theme"
)

// Tag is one of several things that were chosen; a press takes it away.
type Tag struct {
	pressable
	icon theme.IconName
	text string
}

// NewTag makes a tag; removed is told of a press.
func NewTag(icon theme.IconName, text string, removed func()) *Tag {
	t := &Tag{icon: icon, text: text}
	t.init(t, removed)
	return t
}

// Text is what it says.
func (t *Tag) Text() string { return t.text }

// CreateRenderer is for Fyne.
func (t *Tag) CreateRenderer() fyne.WidgetRenderer {
	r := &tagRenderer{t: t, box: &canvas.Rectangle{CornerRadius: theme.RadiusChip}, icon: iconImage(), text: canvas.NewText("", nil), cross: canvas.NewText("×", nil)}
	r.Refresh()
	return r
}

const (
	tagHeight float32 = 26
	tagIcon   float32 = 14
	tagSide   float32 = 8
	tagCross  float32 = 12
)

type tagRenderer struct {
	t           *Tag
	box         *canvas.Rectangle
	icon        *canvas.Image
	text, cross *canvas.Text
}

func (r *tagRenderer) words() fyne.Size {
	return textSize(r.t.text, sizeOf(r.t, theme.SizeSmall), false)
}

func (r *tagRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.words().Width+2*tagSide+tagIcon+tagCross+2*theme.Gap4, tagHeight)
}

func (r *tagRenderer) Layout(size fyne.Size) {
	place(r.box, 0, 0, size.Width, size.Height)
	w := r.words()
	place(r.icon, tagSide, (size.Height-tagIcon)/2, tagIcon, tagIcon)
	x := tagSide + tagIcon + theme.Gap4
	place(r.text, x, (size.Height-w.Height)/2, w.Width, w.Height)
	place(r.cross, x+w.Width+theme.Gap4, (size.Height-w.Height)/2, tagCross, w.Height)
}

func (r *tagRenderer) Refresh() {
	stroke := theme.Line
	if r.t.hovered || r.t.focused {
		stroke = theme.Accent
	}
	r.box.FillColor, r.box.StrokeColor, r.box.StrokeWidth = colourOf(r.t, theme.Tint), colourOf(r.t, stroke), 1
	if r.t.focused {
		r.box.StrokeWidth = focusStroke
	}
	setIcon(r.icon, r.t.icon, colourOf(r.t, theme.Accent))
	size := sizeOf(r.t, theme.SizeSmall)
	r.text.Text, r.text.Color, r.text.TextSize = r.t.text, colourOf(r.t, theme.Accent), size
	r.cross.Color, r.cross.TextSize = colourOf(r.t, theme.Muted), size
	r.Layout(r.t.Size())
	canvas.Refresh(r.t)
}

func (r *tagRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.box, r.icon, r.text, r.cross}
}

func (r *tagRenderer) Destroy() {}

// Flow sets objects side by side, and on further lines where there is no room.
func Flow(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flowLayout{gap: gap}, objects...)
}

type flowLayout struct {
	gap   float32
	width float32 // that it was laid out in
}

func (f *flowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	_, height := f.flow(objects, f.width, func(fyne.CanvasObject, float32, float32, fyne.Size) {})
	return fyne.NewSize(proseLeast, height)
}

func (f *flowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	f.width = size.Width
	f.flow(objects, size.Width, func(o fyne.CanvasObject, x, y float32, m fyne.Size) {
		place(o, x, y, min(m.Width, size.Width), m.Height)
	})
}

// flow visits the places that the objects get in this width.
func (f *flowLayout) flow(objects []fyne.CanvasObject, width float32, at func(o fyne.CanvasObject, x, y float32, m fyne.Size)) (lines int, height float32) {
	var x, y, line float32
	for _, o := range objects {
		m := o.MinSize()
		if x > 0 && x+m.Width > width {
			x, y = 0, y+line+f.gap
			line = 0
			lines++
		}
		at(o, x, y, m)
		x += m.Width + f.gap
		line = max(line, m.Height)
	}
	return lines, y + line
}
