package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Tick is the check box of a list row. It is for the mouse; by keyboard the list itself
// ticks the focused row.
type Tick struct {
	widget.BaseWidget
	on, can bool
	shifted bool
	press   func()
}

// NewTick returns a tick; pressed is called on a press, which changes nothing by itself.
func NewTick(pressed func()) *Tick {
	t := &Tick{press: pressed, can: true}
	t.ExtendBaseWidget(t)
	return t
}

// Set switches it on or off, and sets whether it can be changed.
func (t *Tick) Set(on, can bool) {
	if t.on == on && t.can == can {
		return
	}
	t.on, t.can = on, can
	t.Refresh()
}

// On reports whether it is ticked.
func (t *Tick) On() bool { return t.on }

// MouseDown implements desktop.Mouseable.
func (t *Tick) MouseDown(e *desktop.MouseEvent) {
	t.shifted = e.Modifier&fyne.KeyModifierShift != 0
}

// MouseUp implements desktop.Mouseable.
func (t *Tick) MouseUp(*desktop.MouseEvent) {}

// Shifted reports whether Shift was held when it was pressed.
func (t *Tick) Shifted() bool { return t.shifted }

// Tapped implements fyne.Tappable.
func (t *Tick) Tapped(*fyne.PointEvent) {
	if t.can {
		t.press()
	}
}

// Cursor returns a hand over what can be pressed.
func (t *Tick) Cursor() desktop.Cursor {
	if t.can {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// CreateRenderer implements fyne.Widget.
func (t *Tick) CreateRenderer() fyne.WidgetRenderer {
	r := &tickRenderer{t: t, box: &canvas.Rectangle{}, check: iconImage()}
	r.objects = []fyne.CanvasObject{r.box, r.check}
	r.Refresh()
	return r
}

const (
	tickSide float32 = 18 // as drawn
	tickHit  float32 = 34 // as hit
)

type tickRenderer struct {
	drawing
	t     *Tick
	box   *canvas.Rectangle
	check *canvas.Image
}

func (r *tickRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(tickHit) }

func (r *tickRenderer) Layout(size fyne.Size) {
	x, y := (size.Width-tickSide)/2, (size.Height-tickSide)/2
	Place(r.box, x, y, tickSide, tickSide)
	Place(r.check, x+3, y+3, tickSide-6, tickSide-6)
}

func (r *tickRenderer) Refresh() {
	r.box.CornerRadius, r.box.StrokeWidth = 5, 1.5
	stroke, fill := theme.Accent, fyne.ThemeColorName("")
	if !r.t.can {
		stroke = theme.Line
	}
	if r.t.on {
		fill = stroke
	}
	r.box.StrokeColor, r.box.FillColor = ColourOf(r.t, stroke), ColourOf(r.t, fill)
	r.check.Hidden = !r.t.on
	if r.t.on {
		setIcon(r.check, theme.IconCheck, ColourOf(r.t, theme.OnAccent))
	}
	canvas.Refresh(r.t)
}

// Check is a tick with words after it, for the keyboard too.
type Check struct {
	pressable
	tick  *Tick
	words *Text
}

// NewCheck returns one; changed is called on a press, with the new state.
func NewCheck(words string, changed func(on bool)) *Check {
	c := &Check{words: Body(words)}
	c.tick = NewTick(func() { c.Tapped(nil) })
	c.init(c, func() {
		c.Set(!c.On())
		changed(c.On())
	})
	return c
}

// Set switches it on or off.
func (c *Check) Set(on bool) { c.tick.Set(on, true) }

// On reports whether it is ticked.
func (c *Check) On() bool { return c.tick.On() }

// Text returns the words.
func (c *Check) Text() string { return c.words.String() }

// CreateRenderer implements fyne.Widget.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	r := &checkRenderer{c: c, box: &canvas.Rectangle{CornerRadius: theme.RadiusChip}}
	r.objects = []fyne.CanvasObject{r.box, c.tick, c.words}
	r.Refresh()
	return r
}

type checkRenderer struct {
	drawing
	c   *Check
	box *canvas.Rectangle
}

func (r *checkRenderer) MinSize() fyne.Size {
	t, w := r.c.tick.MinSize(), r.c.words.MinSize()
	return fyne.NewSize(t.Width+theme.Gap4+w.Width+theme.Gap8, max(t.Height, w.Height))
}

func (r *checkRenderer) Layout(size fyne.Size) {
	t, w := r.c.tick.MinSize(), r.c.words.MinSize()
	Place(r.box, 0, 0, size.Width, size.Height)
	Place(r.c.tick, 0, (size.Height-t.Height)/2, t.Width, t.Height)
	Place(r.c.words, t.Width+theme.Gap4, (size.Height-w.Height)/2, w.Width, w.Height)
}

func (r *checkRenderer) Refresh() {
	r.c.frame(r.box, "")
	r.box.Refresh()
	r.c.tick.Refresh()
	r.c.words.Refresh()
}
