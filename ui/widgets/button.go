package widgets

import (
	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/theme"
)

// Kind is how prominent a button is.
type Kind int

// The kinds of buttons.
const (
	Secondary Kind = iota // outlined
	Primary               // filled: the main action
	Link                  // words only
	Remark                // words only, as small print
)

// Button is a button with words.
type Button struct {
	pressable
	text  string
	kind  Kind
	caret bool
	small bool
	cut   bool
	icon  theme.IconName
}

// NewButton returns a button.
func NewButton(text string, kind Kind, pressed func()) *Button {
	b := &Button{text: text, kind: kind}
	b.init(b, pressed)
	return b
}

// WithCaret marks a button that opens a menu.
func (b *Button) WithCaret() *Button {
	b.caret = true
	return b
}

// Small makes it fit among small print.
func (b *Button) Small() *Button {
	b.small = true
	return b
}

// Shrink allows its words to be cut if there is no room.
func (b *Button) Shrink() *Button {
	b.cut = true
	return b
}

// WithIcon puts an icon before the words.
func (b *Button) WithIcon(icon theme.IconName) *Button {
	b.icon = icon
	return b
}

// Set changes the words.
func (b *Button) Set(text string) {
	if b.text == text {
		return
	}
	b.text = text
	b.Refresh()
}

// Text returns the words.
func (b *Button) Text() string { return b.text }

// Enabled enables or disables it.
func (b *Button) Enabled(on bool) {
	if on == !b.Disabled() {
		return
	}
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer { return newFaceRenderer(b) }

const (
	buttonSide float32 = 16
	buttonRise float32 = 10
	smallRise  float32 = 4
	linkSide   float32 = 6
	buttonIcon float32 = 16
)

func (b *Button) face() face {
	f := face{
		text: b.text, size: theme.SizeBody, icon: b.icon, iconSide: buttonIcon, iconGap: theme.Gap8,
		fill: theme.Surface, stroke: theme.Line, ink: theme.Ink, width: 1, radius: theme.RadiusButton,
		hovered: b.hovered && !b.Disabled(), side: buttonSide, rise: buttonRise,
	}
	switch b.kind {
	case Primary:
		f.fill, f.stroke, f.ink, f.bold = theme.Accent, theme.Accent, theme.OnAccent, true
	case Link:
		f.fill, f.stroke, f.ink, f.side = "", "", theme.Accent, linkSide
	case Remark:
		f.fill, f.stroke, f.ink, f.side = "", "", theme.Muted, linkSide
		f.size, f.rise = theme.SizeSmall, theme.Gap4
	case Secondary:
	}
	if b.small {
		f.size, f.rise = theme.SizeSmall, smallRise
	}
	f.shrinks = b.cut
	if b.caret {
		f.end = theme.IconCaret
	}
	if b.Disabled() {
		f.ink = theme.Faint
		if b.kind == Primary {
			f.fill, f.stroke = theme.Line, theme.Line
		}
	}
	if b.focused {
		f.width, f.stroke = focusStroke, theme.Accent
		if b.kind == Primary {
			f.stroke = theme.Ink
		}
	}
	return f
}

// IconButton is a button with an icon only.
type IconButton struct {
	pressable
	icon theme.IconName
	name string
}

// NewIconButton returns one; name says in words what it does.
func NewIconButton(icon theme.IconName, name string, pressed func()) *IconButton {
	b := &IconButton{icon: icon, name: name}
	b.init(b, pressed)
	return b
}

// Name returns what it does, in words.
func (b *IconButton) Name() string { return b.name }

// CreateRenderer implements fyne.Widget.
func (b *IconButton) CreateRenderer() fyne.WidgetRenderer { return newFaceRenderer(b) }

const (
	iconButtonSide float32 = 32
	iconButtonIcon float32 = 18
)

func (b *IconButton) face() face {
	f := face{
		size: theme.SizeBody, icon: b.icon, iconSide: iconButtonIcon, ink: theme.Muted, stroke: theme.Accent,
		radius: theme.RadiusButton, hovered: b.hovered, side: (iconButtonSide - iconButtonIcon) / 2, height: iconButtonSide,
	}
	if b.focused {
		f.width = focusStroke
	}
	return f
}
