package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Mood is what a chip says by its colour.
type Mood int

// The moods of a chip.
const (
	Plain     Mood = iota // outlined: additional information
	Sure                  // tinted: there is evidence
	Uncertain             // amber: look at it
)

// Chip is a word or two with a colour. It is for the mouse; what it does can also be done
// by keyboard elsewhere.
type Chip struct {
	widget.BaseWidget
	text  string
	mood  Mood
	press func()
}

// NewChip returns a chip; pressed may be nil.
func NewChip(text string, mood Mood, pressed func()) *Chip {
	c := &Chip{text: text, mood: mood, press: pressed}
	c.ExtendBaseWidget(c)
	return c
}

// Set changes words, mood and action.
func (c *Chip) Set(text string, mood Mood, pressed func()) {
	c.press = pressed
	if c.text == text && c.mood == mood {
		return
	}
	c.text, c.mood = text, mood
	c.Refresh()
}

// Text returns the words.
func (c *Chip) Text() string { return c.text }

// Mood returns the mood.
func (c *Chip) Mood() Mood { return c.mood }

// Tapped implements fyne.Tappable.
func (c *Chip) Tapped(*fyne.PointEvent) {
	if c.press != nil {
		c.press()
	}
}

// Cursor returns a hand over what can be pressed.
func (c *Chip) Cursor() desktop.Cursor {
	if c.press == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// CreateRenderer implements fyne.Widget.
func (c *Chip) CreateRenderer() fyne.WidgetRenderer { return newFaceRenderer(c) }

const (
	chipHeight float32 = 20 // as drawn
	chipHit    float32 = 24 // as hit
	chipSide   float32 = 8
)

func (c *Chip) face() face {
	fill, stroke, ink := moodColours(c.mood)
	return face{
		text: c.text, size: theme.SizeSmall, fill: fill, stroke: stroke, ink: ink, width: 1, radius: theme.RadiusChip,
		side: chipSide, height: chipHit, box: chipHeight,
	}
}

func moodColours(m Mood) (fill, stroke, ink fyne.ThemeColorName) {
	switch m {
	case Sure:
		return theme.Tint, theme.Tint, theme.Accent
	case Uncertain:
		return theme.DoubtTint, theme.DoubtTint, theme.Doubt
	default:
		return theme.Surface, theme.Line, theme.Muted // filled: an outline alone would be invisible in the dark theme
	}
}

// Filter is a chip that selects what a list shows.
type Filter struct {
	pressable
	text   string
	mood   Mood
	chosen bool
}

// NewFilter returns a filter; mood colours it while it has matches.
func NewFilter(text string, mood Mood, pressed func()) *Filter {
	f := &Filter{text: text, mood: mood}
	f.init(f, pressed)
	return f
}

// Set changes the words, the mood and whether it is selected.
func (f *Filter) Set(text string, mood Mood, chosen bool) {
	if f.text == text && f.mood == mood && f.chosen == chosen {
		return
	}
	f.text, f.mood, f.chosen = text, mood, chosen
	f.Refresh()
}

// Text returns the words.
func (f *Filter) Text() string { return f.text }

// CreateRenderer implements fyne.Widget.
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
