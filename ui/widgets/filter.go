package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/theme"
)

// Filter is a chip that chooses what a list shows.
type Filter struct {
	pressable
	text   string
	mood   Mood
	chosen bool
}

// NewFilter makes a filter; mood colours it while there is something to see.
func NewFilter(text string, mood Mood, pressed func()) *Filter {
	f := &Filter{text: text, mood: mood}
	f.init(f, pressed)
	return f
}

// Set changes what it says, its mood and whether it is the one chosen.
func (f *Filter) Set(text string, mood Mood, chosen bool) {
	if f.text == text && f.mood == mood && f.chosen == chosen {
		return
	}
	f.text, f.mood, f.chosen = text, mood, chosen
	f.Refresh()
}

// Text is what it says.
func (f *Filter) Text() string { return f.text }

// CreateRenderer is for Fyne.
func (f *Filter) CreateRenderer() fyne.WidgetRenderer {
	r := &filterRenderer{f: f, box: &canvas.Rectangle{}, text: canvas.NewText("", nil)}
	r.Refresh()
	return r
}

const (
	filterHeight float32 = 28
	filterSide   float32 = 12
)

type filterRenderer struct {
	f    *Filter
	box  *canvas.Rectangle
	text *canvas.Text
}

func (r *filterRenderer) words() fyne.Size {
	return textSize(r.f.text, sizeOf(r.f, theme.SizeSmall), false)
}

func (r *filterRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.words().Width+2*filterSide, filterHeight)
}

func (r *filterRenderer) Layout(size fyne.Size) {
	place(r.box, 0, 0, size.Width, size.Height)
	w := r.words()
	place(r.text, (size.Width-w.Width)/2, (size.Height-w.Height)/2, w.Width, w.Height)
}

func (r *filterRenderer) Refresh() {
	fill, stroke, ink := moodColours(r.f.mood)
	if r.f.chosen {
		stroke = ink
		if r.f.mood == Plain {
			fill, stroke, ink = theme.Tint, theme.Accent, theme.Accent
		}
	}
	r.box.StrokeWidth = 1
	if r.f.focused {
		r.box.StrokeWidth, stroke = focusStroke, theme.Accent
	}
	r.box.FillColor, r.box.StrokeColor = colourOf(r.f, fill), colourOf(r.f, stroke)
	r.box.CornerRadius = theme.RadiusChip
	r.text.Text, r.text.Color = r.f.text, colourOf(r.f, ink)
	r.text.TextSize = sizeOf(r.f, theme.SizeSmall)
	r.Layout(r.f.Size())
	canvas.Refresh(r.f)
}

func (r *filterRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.box, r.text}
}

func (r *filterRenderer) Destroy() {}
