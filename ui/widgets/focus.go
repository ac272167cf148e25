package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// pressable is the common part of everything that can be pressed: by mouse, Enter and
// Space.
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

// Tapped implements fyne.Tappable.
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

// TypedKey presses it on Enter and Space; other keys go to the window.
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

// Cursor returns a hand over what can be pressed.
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

// frame colours the box around a pressable: fill, darker under the mouse, with a border
// while focused.
func (p *pressable) frame(box *canvas.Rectangle, fill fyne.ThemeColorName) {
	if p.hovered && p.press != nil && fill == "" {
		fill = theme.Hover
	}
	box.FillColor, box.StrokeColor, box.StrokeWidth = ColourOf(p.self, fill), ColourOf(p.self, theme.Accent), 0
	if p.focused {
		box.StrokeWidth = focusStroke
	}
}
