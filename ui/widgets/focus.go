package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// pressable is what everything that can be pressed has in common: by mouse, by
// Enter and by Space.
type pressable struct {
	widget.DisableableWidget
	self    fyne.Widget
	press   func()
	hovered bool
	focused bool
}

func (p *pressable) init(self fyne.Widget, press func()) {
	p.self, p.press = self, press
	p.ExtendBaseWidget(self)
}

// Tapped presses it.
func (p *pressable) Tapped(*fyne.PointEvent) {
	if !p.Disabled() && p.press != nil {
		p.press()
	}
}

// FocusGained implements fyne.Focusable.
func (p *pressable) FocusGained() { p.set(&p.focused, true) }

// FocusLost implements fyne.Focusable.
func (p *pressable) FocusLost() { p.set(&p.focused, false) }

// TypedRune implements fyne.Focusable.
func (p *pressable) TypedRune(rune) {}

// TypedKey presses it on Enter and Space; every other key is the window's.
func (p *pressable) TypedKey(key *fyne.KeyEvent) {
	switch key.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		p.Tapped(nil)
	default:
		PassOn(p.self, key)
	}
}

// MouseIn implements desktop.Hoverable.
func (p *pressable) MouseIn(*desktop.MouseEvent) { p.set(&p.hovered, true) }

// MouseMoved implements desktop.Hoverable.
func (p *pressable) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (p *pressable) MouseOut() { p.set(&p.hovered, false) }

// Cursor is a hand over what can be pressed.
func (p *pressable) Cursor() desktop.Cursor {
	if p.Disabled() || p.press == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (p *pressable) set(flag *bool, on bool) {
	if *flag == on {
		return
	}
	*flag = on
	p.self.Refresh()
}

// frame dresses the box round something that is pressed: in fill, darker under the
// mouse, with a line round it while it has the keyboard.
func (p *pressable) frame(box *canvas.Rectangle, fill fyne.ThemeColorName) {
	if p.hovered && p.press != nil && fill == "" {
		fill = theme.Hover
	}
	box.FillColor, box.StrokeColor, box.StrokeWidth = ColourOf(p.self, fill), ColourOf(p.self, theme.Accent), 0
	if p.focused {
		box.StrokeWidth = focusStroke
	}
}
