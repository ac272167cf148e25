package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/theme"
)

// Field shows one thing that is known, with where it is known from. Pressing it
// shows the place.
type Field struct {
	pressable
	label, value, source string
	doubt, chosen        bool
}

// NewField makes an empty field.
func NewField(pressed func()) *Field {
	f := &Field{}
	f.init(f, pressed)
	return f
}

// Set changes what it shows.
func (f *Field) Set(label, value, source string, doubt, chosen bool) {
	f.label, f.value, f.source, f.doubt, f.chosen = label, value, source, doubt, chosen
	f.Refresh()
}

// Words are label, value and source as they are read.
func (f *Field) Words() (label, value, source string) { return f.label, f.value, f.source }

// CreateRenderer is for Fyne.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	r := &fieldRenderer{
		f: f, box: &canvas.Rectangle{},
		label: canvas.NewText("", nil), value: canvas.NewText("", nil), source: canvas.NewText("", nil),
	}
	r.objects = []fyne.CanvasObject{r.box, r.label, r.value, r.source}
	r.Refresh()
	return r
}

const (
	fieldHeight float32 = 31
	fieldLabel  float32 = 76 // width of the label
	fieldSide   float32 = 10
)

type fieldRenderer struct {
	drawing
	f                    *Field
	box                  *canvas.Rectangle
	label, value, source *canvas.Text
}

func (r *fieldRenderer) MinSize() fyne.Size { return fyne.NewSize(160, fieldHeight) }

func (r *fieldRenderer) Layout(size fyne.Size) {
	place(r.box, fieldLabel, 0, size.Width-fieldLabel, size.Height)
	room := size.Width - fieldLabel - 2*fieldSide
	r.line(r.label, r.f.label, 0, fieldLabel-fieldSide, size.Height)
	used := r.line(r.value, r.f.value, fieldLabel+fieldSide, room, size.Height)
	source := ""
	if r.f.source != "" {
		source = r.f.source
		if r.f.value != "" {
			source = " · " + source
		}
	}
	r.line(r.source, source, fieldLabel+fieldSide+used, room-used, size.Height)
}

// line sets words into the room there is and answers how much they took.
func (r *fieldRenderer) line(t *canvas.Text, words string, x, room, height float32) float32 {
	measure := func(s string) float32 { return textSize(s, t.TextSize, false).Width }
	if words != "" {
		words = ellipsis(words, room, measure)
	}
	t.Text = words
	m := textSize(words, t.TextSize, false)
	place(t, x, (height-m.Height)/2, m.Width, m.Height)
	t.Refresh()
	return m.Width
}

func (r *fieldRenderer) Refresh() {
	stroke := theme.Line
	ink := theme.Ink
	if r.f.doubt {
		ink = theme.Doubt
	}
	r.box.StrokeWidth, r.box.CornerRadius = 1, theme.RadiusButton
	if r.f.chosen || r.f.hovered {
		stroke = theme.Accent
	}
	if r.f.focused {
		r.box.StrokeWidth, stroke = focusStroke, theme.Accent
	}
	r.box.StrokeColor, r.box.FillColor = colourOf(r.f, stroke), colourOf(r.f, theme.Surface)
	r.label.Color, r.label.TextSize = colourOf(r.f, theme.Muted), sizeOf(r.f, theme.SizeBody)
	r.value.Color, r.value.TextSize = colourOf(r.f, ink), sizeOf(r.f, theme.SizeBody)
	r.source.Color, r.source.TextSize = colourOf(r.f, theme.Muted), sizeOf(r.f, theme.SizeSmall)
	r.Layout(r.f.Size())
	canvas.Refresh(r.f)
}
