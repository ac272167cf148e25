package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/ui/theme"
)

// Tag is one of several chosen things; a press removes it.
type Tag struct {
	pressable
	icon theme.IconName
	text string
}

// NewTag returns a tag; removed is called on a press.
func NewTag(icon theme.IconName, text string, removed func()) *Tag {
	t := &Tag{icon: icon, text: text}
	t.init(t, removed)
	return t
}

// Text returns the words.
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

// flowLeast is the least width of a flow.
const flowLeast float32 = 60

// Flow puts objects side by side, wrapping to further lines.
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

// flow calls at with the places of the objects in this width.
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
