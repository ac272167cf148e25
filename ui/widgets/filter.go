package widgets

import (
	"fyne.io/fyne/v2"

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
func (f *Filter) CreateRenderer() fyne.WidgetRenderer { return newFaceRenderer(f) }

const (
	filterHeight float32 = 28
	filterSide   float32 = 12
)

func (f *Filter) face() face {
	fill, stroke, ink := moodColours(f.mood)
	if f.chosen {
		stroke = ink
		if f.mood == Plain {
			fill, stroke, ink = theme.Tint, theme.Accent, theme.Accent
		}
	}
	width := float32(1)
	if f.focused {
		width, stroke = focusStroke, theme.Accent
	}
	return face{
		text: f.text, size: theme.SizeSmall, fill: fill, stroke: stroke, ink: ink, width: width, radius: theme.RadiusChip,
		side: filterSide, height: filterHeight,
	}
}
