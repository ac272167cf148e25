package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Icon is one of our icons in a theme colour.
type Icon struct {
	widget.BaseWidget
	name   theme.IconName
	colour fyne.ThemeColorName
	side   float32
}

// NewIcon returns an icon that is side units wide and high.
func NewIcon(name theme.IconName, colour fyne.ThemeColorName, side float32) *Icon {
	i := &Icon{name: name, colour: colour, side: side}
	i.ExtendBaseWidget(i)
	return i
}

// Set changes icon and colour.
func (i *Icon) Set(name theme.IconName, colour fyne.ThemeColorName) {
	if i.name == name && i.colour == colour {
		return
	}
	i.name, i.colour = name, colour
	i.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (i *Icon) CreateRenderer() fyne.WidgetRenderer {
	r := &iconRenderer{i: i, img: iconImage()}
	r.objects = []fyne.CanvasObject{r.img}
	r.Refresh()
	return r
}

type iconRenderer struct {
	drawing
	i   *Icon
	img *canvas.Image
}

func (r *iconRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(r.i.side) }

func (r *iconRenderer) Layout(size fyne.Size) { Place(r.img, 0, 0, size.Width, size.Height) }

func (r *iconRenderer) Refresh() { setIcon(r.img, r.i.name, ColourOf(r.i, r.i.colour)) }
