package widgets

import (
	"fyne.io/fyne/v2"
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

// CreateRenderer implements fyne.Widget.
func (t *Tag) CreateRenderer() fyne.WidgetRenderer { return newFaceRenderer(t) }

const (
	tagHeight float32 = 26
	tagIcon   float32 = 14
	tagSide   float32 = 8
)

func (t *Tag) face() face {
	f := face{
		text: t.text, size: theme.SizeSmall, icon: t.icon, iconSide: tagIcon, iconGap: theme.Gap4, endText: "×",
		fill: theme.Tint, stroke: theme.Line, ink: theme.Accent, width: 1, radius: theme.RadiusChip,
		side: tagSide, height: tagHeight,
	}
	if t.hovered || t.focused {
		f.stroke = theme.Accent
	}
	if t.focused {
		f.width = focusStroke
	}
	return f
}

// flowLeast is the width that a flow can be squeezed to.
const flowLeast float32 = 60

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
	return fyne.NewSize(flowLeast, height)
}

func (f *flowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	f.width = size.Width
	f.flow(objects, size.Width, func(o fyne.CanvasObject, x, y float32, m fyne.Size) {
		Place(o, x, y, min(m.Width, size.Width), m.Height)
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
