package duplicates

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// row is one group in the list: its tick, a thumbnail of the kept file, and what the files
// have in common.
type row struct {
	widget.BaseWidget
	p     *Page
	i     int
	back  *widgets.Area
	tick  *widgets.Tick
	thumb *widgets.Thumb
	name  *widgets.Text
	about *widgets.Text
	path  string
	stop  func()
}

func newRow(p *Page) *row {
	r := &row{
		p: p, back: widgets.NewArea(""), thumb: widgets.NewThumb(), name: widgets.Strong("").Shrink().Middle(), about: widgets.Small("").Shrink(), stop: func() {},
	}
	r.tick = widgets.NewTick(func() { r.p.toggle(r.i) })
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) show(i int) {
	r.i = i
	g := r.p.groups[i]
	r.tick.Set(g.goes() > 0, true)
	if path := g.files[g.keep].Path; r.path != path {
		r.stop()
		r.path = path
		r.stop = r.p.thumbs.Want(path, func(img image.Image) { r.thumb.Fill(img) })
	}
	r.name.Set(g.name())
	about := g.kindWords()
	if n := len(g.files); n > 2 {
		about += " · " + locale.Files(n)
	}
	r.about.Set(about)
	fill := theme.Surface
	if i == r.p.chosen {
		fill = theme.Tint
	}
	r.back.Paint(fill)
	r.Refresh()
}

// Tapped shows the group.
func (r *row) Tapped(*fyne.PointEvent) {
	r.p.Frame.Focus(r.p.list)
	r.p.list.Go(r.i)
	r.p.choose(r.i)
}

const rowHeight float32 = 60

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	words := widgets.Column(2, r.name, r.about)
	return widget.NewSimpleRenderer(container.NewStack(r.back, widgets.Fixed(0, rowHeight,
		widgets.Inset(6, theme.Gap12, 6, theme.Gap4, widgets.RowGrow(theme.Gap8, words, r.tick, r.thumb, words)))))
}
