package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/theme"
)

// RailItem is one entry of the rail: an icon over its label.
type RailItem struct {
	pressable
	icon   theme.IconName
	label  string
	chosen bool
	marked bool
}

// NewRailItem returns an entry.
func NewRailItem(icon theme.IconName, label string, pressed func()) *RailItem {
	i := &RailItem{icon: icon, label: label}
	i.init(i, pressed)
	return i
}

// Choose marks it as the present page.
func (i *RailItem) Choose(on bool) { i.set(&i.chosen, on) }

// Mark shows that something waits there.
func (i *RailItem) Mark(on bool) { i.set(&i.marked, on) }

// Marked reports whether something waits there.
func (i *RailItem) Marked() bool { return i.marked }

// CreateRenderer implements fyne.Widget.
func (i *RailItem) CreateRenderer() fyne.WidgetRenderer {
	r := &railRenderer{i: i, box: &canvas.Rectangle{}, icon: iconImage(), text: canvas.NewText("", nil), dot: &canvas.Circle{}}
	r.objects = []fyne.CanvasObject{r.box, r.icon, r.text, r.dot}
	r.Refresh()
	return r
}

const (
	railWidth  float32 = 64
	railHeight float32 = 52
	railIcon   float32 = 22
)

type railRenderer struct {
	drawing
	i    *RailItem
	box  *canvas.Rectangle
	icon *canvas.Image
	text *canvas.Text
	dot  *canvas.Circle
}

func (r *railRenderer) MinSize() fyne.Size { return fyne.NewSize(railWidth, railHeight) }

func (r *railRenderer) Layout(size fyne.Size) {
	Place(r.box, 0, 0, size.Width, size.Height)
	Place(r.icon, (size.Width-railIcon)/2, 8, railIcon, railIcon)
	w := textSize(r.i.label, r.text.TextSize, false)
	Place(r.text, (size.Width-w.Width)/2, 31, w.Width, w.Height)
	Place(r.dot, size.Width/2+railIcon/2-1, 7, dotSide, dotSide)
}

func (r *railRenderer) Refresh() {
	fill, ink := fyne.ThemeColorName(""), theme.Muted
	if r.i.chosen {
		fill, ink = theme.Tint, theme.Accent
	}
	r.i.frame(r.box, fill)
	r.box.CornerRadius = theme.RadiusButton
	r.dot.FillColor, r.dot.Hidden = ColourOf(r.i, theme.Doubt), !r.i.marked
	setIcon(r.icon, r.i.icon, ColourOf(r.i, ink))
	r.text.Text, r.text.Color = r.i.label, ColourOf(r.i, ink)
	r.text.TextSize = SizeOf(r.i, theme.SizeLabel)
	if wide := textSize(r.i.label, r.text.TextSize, false).Width; wide > railWidth { // such as "Einstellungen"
		r.text.TextSize *= railWidth / wide
	}
	r.Layout(r.i.Size())
	canvas.Refresh(r.i)
}

// Label returns the label.
func (i *RailItem) Label() string { return i.label }
