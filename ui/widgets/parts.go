package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Part is a share of a whole.
type Part struct {
	Colour fyne.ThemeColorName
	Share  float32 // in [0, 1]
}

// Parts is a bar of shares of a whole.
type Parts struct {
	widget.BaseWidget
	parts []Part
}

// NewParts returns an empty bar.
func NewParts() *Parts {
	p := &Parts{}
	p.ExtendBaseWidget(p)
	return p
}

// Set changes the shares.
func (p *Parts) Set(parts ...Part) {
	p.parts = parts
	p.Refresh()
}

// Fill shows a progress in [0, 1].
func (p *Parts) Fill(share float32) { p.Set(Part{Colour: theme.Accent, Share: min(1, max(0, share))}) }

// CreateRenderer implements fyne.Widget.
func (p *Parts) CreateRenderer() fyne.WidgetRenderer {
	r := &partsRenderer{p: p, track: &canvas.Rectangle{CornerRadius: 3}}
	r.Refresh()
	return r
}

type partsRenderer struct {
	p     *Parts
	track *canvas.Rectangle
	fills []*canvas.Rectangle
}

func (r *partsRenderer) MinSize() fyne.Size { return fyne.NewSize(120, 6) }

func (r *partsRenderer) Layout(size fyne.Size) {
	Place(r.track, 0, 0, size.Width, size.Height)
	var x float32
	for i, f := range r.fills {
		width := min(size.Width-x, size.Width*max(0, r.p.parts[i].Share))
		Place(f, x, 0, width, size.Height)
		x += width
	}
}

func (r *partsRenderer) Refresh() {
	r.track.FillColor = ColourOf(r.p, theme.Line)
	r.fills = r.fills[:0]
	for _, part := range r.p.parts {
		r.fills = append(r.fills, &canvas.Rectangle{FillColor: ColourOf(r.p, part.Colour), CornerRadius: 3})
	}
	r.Layout(r.p.Size())
	canvas.Refresh(r.p)
}

func (r *partsRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.track}
	for _, f := range r.fills {
		objects = append(objects, f)
	}
	return objects
}

func (r *partsRenderer) Destroy() {}
