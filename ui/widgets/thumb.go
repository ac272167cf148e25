package widgets

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Thumb is a small picture of a page, or a blank sheet until there is one.
type Thumb struct {
	widget.BaseWidget
	img image.Image
}

// NewThumb returns a blank one.
func NewThumb() *Thumb {
	t := &Thumb{}
	t.ExtendBaseWidget(t)
	return t
}

// Fill shows img; nil shows the blank sheet.
func (t *Thumb) Fill(img image.Image) {
	if t.img == img {
		return
	}
	t.img = img
	t.Refresh()
}

// Filled reports whether it shows a picture.
func (t *Thumb) Filled() bool { return t.img != nil }

// CreateRenderer implements fyne.Widget.
func (t *Thumb) CreateRenderer() fyne.WidgetRenderer {
	r := &thumbRenderer{
		t: t, sheet: &canvas.Rectangle{CornerRadius: 4, StrokeWidth: 1},
		img: &canvas.Image{FillMode: canvas.ImageFillContain}, icon: iconImage(),
	}
	r.objects = []fyne.CanvasObject{r.sheet, r.img, r.icon}
	r.Refresh()
	return r
}

const (
	thumbWidth  float32 = 34
	thumbHeight float32 = 44
	thumbIcon   float32 = 18
)

type thumbRenderer struct {
	drawing
	t     *Thumb
	sheet *canvas.Rectangle
	img   *canvas.Image
	icon  *canvas.Image
}

func (r *thumbRenderer) MinSize() fyne.Size { return fyne.NewSize(thumbWidth, thumbHeight) }

func (r *thumbRenderer) Layout(size fyne.Size) {
	Place(r.sheet, 0, 0, size.Width, size.Height)
	Place(r.img, 2, 2, size.Width-4, size.Height-4)
	Place(r.icon, (size.Width-thumbIcon)/2, (size.Height-thumbIcon)/2, thumbIcon, thumbIcon)
}

func (r *thumbRenderer) Refresh() {
	filled := r.t.img != nil
	r.sheet.StrokeColor = ColourOf(r.t, theme.Line)
	r.sheet.FillColor = ColourOf(r.t, theme.Surface)
	r.img.Image, r.img.Hidden = r.t.img, !filled
	if filled {
		r.sheet.FillColor = ColourOf(r.t, theme.Paper)
		r.img.Refresh()
	}
	r.icon.Hidden = filled
	setIcon(r.icon, theme.IconFile, ColourOf(r.t, theme.Muted))
	canvas.Refresh(r.t)
}
