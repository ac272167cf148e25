package widgets

import (
	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/theme"
)

// IconButton is a button that shows a drawing alone.
type IconButton struct {
	pressable
	icon theme.IconName
	name string
}

// NewIconButton makes one; name says in words what it does.
func NewIconButton(icon theme.IconName, name string, pressed func()) *IconButton {
	b := &IconButton{icon: icon, name: name}
	b.init(b, pressed)
	return b
}

// Name says in words what it does.
func (b *IconButton) Name() string { return b.name }

// CreateRenderer is for Fyne.
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
