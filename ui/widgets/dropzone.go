package widgets

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// DropZone is where files are dropped: tinted, with a dashed border.
type DropZone struct {
	widget.BaseWidget
	content fyne.CanvasObject
}

// NewDropZone centres content in a drop zone.
func NewDropZone(content fyne.CanvasObject) *DropZone {
	d := &DropZone{content: container.NewCenter(content)}
	d.ExtendBaseWidget(d)
	return d
}

// CreateRenderer implements fyne.Widget.
func (d *DropZone) CreateRenderer() fyne.WidgetRenderer {
	r := &zoneRenderer{d: d, box: &canvas.Rectangle{CornerRadius: theme.RadiusZone}}
	r.border = canvas.NewRaster(r.dashes)
	r.objects = []fyne.CanvasObject{r.box, r.border, r.d.content}
	r.Refresh()
	return r
}

type zoneRenderer struct {
	drawing
	d      *DropZone
	box    *canvas.Rectangle
	border *canvas.Raster
	line   color.Color
}

func (r *zoneRenderer) MinSize() fyne.Size {
	return r.d.content.MinSize().Add(fyne.NewSquareSize(2 * theme.Gap24))
}

func (r *zoneRenderer) Layout(size fyne.Size) {
	Place(r.box, 1, 1, size.Width-2, size.Height-2)
	Place(r.border, 0, 0, size.Width, size.Height)
	Place(r.d.content, 0, 0, size.Width, size.Height)
}

func (r *zoneRenderer) Refresh() {
	r.box.FillColor = ColourOf(r.d, theme.Tint)
	r.line = ColourOf(r.d, theme.Accent)
	r.box.Refresh()
	r.border.Refresh()
}

// The dashes, in Fyne's units.
const (
	dashStroke float64 = 2
	dashOn     float64 = 6
	dashPeriod float64 = 10
)

// dashes draws the border in pixels, computing only those near the edge.
func (r *zoneRenderer) dashes(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	if w == 0 || h == 0 {
		return img
	}
	scale := float64(w) / math.Max(1, float64(r.d.Size().Width))
	edge := outline{
		w: float64(w), h: float64(h),
		radius: float64(theme.RadiusZone) * scale, scale: scale,
	}
	cr, cg, cb, _ := r.line.RGBA()
	paint := func(x, y int) {
		if a := edge.coverage(float64(x)+0.5, float64(y)+0.5); a > 0 {
			img.SetNRGBA(x, y, color.NRGBA{R: uint8(cr >> 8), G: uint8(cg >> 8), B: uint8(cb >> 8), A: uint8(a * 255)})
		}
	}
	band := int(math.Ceil(edge.radius))
	for y := range h {
		for x := 0; x < w; x++ {
			if y >= band && y < h-band && x == band && w > 2*band {
				x = w - band
			}
			paint(x, y)
		}
	}
	return img
}

// outline is a dashed rounded rectangle in pixels.
type outline struct{ w, h, radius, scale float64 }

// coverage returns how much of the pixel at x, y is line.
func (o outline) coverage(x, y float64) float64 {
	inset := dashStroke * o.scale / 2
	left, top, right, bottom := inset, inset, o.w-inset, o.h-inset
	rad := o.radius - inset
	cx := math.Min(math.Max(x, left+rad), right-rad)
	cy := math.Min(math.Max(y, top+rad), bottom-rad)
	dx, dy := x-cx, y-cy
	var distance, along float64
	switch {
	case dx == 0 && dy == 0:
		return 0
	case dx == 0:
		distance, along = math.Abs(dy)-rad, x
	case dy == 0:
		distance, along = math.Abs(dx)-rad, y
	default:
		distance, along = math.Hypot(dx, dy)-rad, math.Abs(math.Atan2(dy, dx))*rad
	}
	across := clamp(inset + 0.5 - math.Abs(distance))
	return across * o.dash(along/o.scale)
}

// dash returns how much of a place along the line is dash.
func (o outline) dash(along float64) float64 {
	p := math.Mod(along, dashPeriod)
	return clamp(math.Min(p, dashOn-p)*o.scale + 0.5)
}

func clamp(v float64) float64 { return math.Min(1, math.Max(0, v)) }
