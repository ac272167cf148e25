package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Bar shows how far something has come.
type Bar struct {
	widget.BaseWidget
	part float32
}

// NewBar makes an empty bar.
func NewBar() *Bar {
	b := &Bar{}
	b.ExtendBaseWidget(b)
	return b
}

// Set fills the bar to part, in [0, 1].
func (b *Bar) Set(part float32) {
	b.part = min(1, max(0, part))
	b.Refresh()
}

// CreateRenderer is for Fyne.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	r := &barRenderer{b: b, track: &canvas.Rectangle{CornerRadius: 4}, fill: &canvas.Rectangle{CornerRadius: 4}}
	r.objects = []fyne.CanvasObject{r.track, r.fill}
	r.Refresh()
	return r
}

type barRenderer struct {
	drawing
	b           *Bar
	track, fill *canvas.Rectangle
}

func (r *barRenderer) MinSize() fyne.Size { return fyne.NewSize(80, 8) }

func (r *barRenderer) Layout(size fyne.Size) {
	place(r.track, 0, 0, size.Width, size.Height)
	place(r.fill, 0, 0, size.Width*r.b.part, size.Height)
}

func (r *barRenderer) Refresh() {
	r.track.FillColor = colourOf(r.b, theme.Line)
	r.fill.FillColor = colourOf(r.b, theme.Accent)
	r.Layout(r.b.Size())
	canvas.Refresh(r.b)
}
