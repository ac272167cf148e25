package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

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
func (b *IconButton) CreateRenderer() fyne.WidgetRenderer {
	r := &iconButtonRenderer{b: b, box: &canvas.Rectangle{CornerRadius: theme.RadiusButton}, icon: iconImage()}
	r.Refresh()
	return r
}

const (
	iconButtonSide float32 = 32
	iconButtonIcon float32 = 18
)

type iconButtonRenderer struct {
	b    *IconButton
	box  *canvas.Rectangle
	icon *canvas.Image
}

func (r *iconButtonRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(iconButtonSide) }

func (r *iconButtonRenderer) Layout(size fyne.Size) {
	place(r.box, 0, 0, size.Width, size.Height)
	place(r.icon, (size.Width-iconButtonIcon)/2, (size.Height-iconButtonIcon)/2, iconButtonIcon, iconButtonIcon)
}

func (r *iconButtonRenderer) Refresh() {
	fill := fyne.ThemeColorName("")
	if r.b.hovered {
		fill = theme.Hover
	}
	r.box.FillColor, r.box.StrokeColor, r.box.StrokeWidth = colourOf(r.b, fill), colourOf(r.b, theme.Accent), 0
	if r.b.focused {
		r.box.StrokeWidth = focusStroke
	}
	setIcon(r.icon, r.b.icon, colourOf(r.b, theme.Muted))
	canvas.Refresh(r.b)
}

func (r *iconButtonRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.box, r.icon}
}

func (r *iconButtonRenderer) Destroy() {}
