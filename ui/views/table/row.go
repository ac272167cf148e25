package table

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// row is one document in the table.
type row struct {
	widget.BaseWidget
	p     *Page
	i     int
	back  *widgets.Area
	words []*widgets.Text
	marks []*widgets.Panel
}

func newRow(p *Page) *row {
	r := &row{p: p, back: widgets.NewArea("")}
	for _, c := range p.columns {
		words := widgets.Body("").Shrink()
		switch {
		case c.right:
			words = widgets.Body("")
		case c.name == fileColumn:
			words = widgets.Quiet("").Shrink().Middle()
		}
		mark := widgets.NewPanel(container.NewWithoutLayout(), theme.DoubtTint, theme.Doubt, theme.RadiusChip)
		mark.Hide()
		r.words, r.marks = append(r.words, words), append(r.marks, mark)
	}
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) show(i int) {
	r.i = i
	at := r.p.rows[i]
	for n, c := range r.p.columns {
		colour := theme.Ink
		switch {
		case at.Stale:
			colour = theme.Faint
		case c.name == fileColumn || c.name == categoryColumn:
			colour = theme.Muted
		}
		r.words[n].Set(c.shownIn(at))
		r.words[n].Style(colour, false)
		r.marks[n].Hidden = !isDoubtful(at, c)
	}
	fill := theme.Surface
	if i == r.p.chosen {
		fill = theme.Tint
	}
	r.back.Paint(fill)
	r.Refresh()
}

// isDoubtful reports whether the value of a column is uncertain.
func isDoubtful(r papers.Row, c column) bool { return slices.Contains(r.Doubtful, c.name) }

// Tapped opens the document; on an uncertain cell, to correct it.
func (r *row) Tapped(at *fyne.PointEvent) {
	r.p.Frame.Focus(r.p.list)
	r.p.list.Go(r.i)
	r.p.choose(r.i)
	if n := columnAt(r.p.columns, r.Size().Width, at.Position.X); n >= 0 && isDoubtful(r.p.rows[r.i], r.p.columns[n]) {
		r.p.side.edit(r.p.columns[n].field)
	}
}

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	var words, marks []fyne.CanvasObject
	for i := range r.words {
		words, marks = append(words, r.words[i]), append(marks, r.marks[i])
	}
	return widget.NewSimpleRenderer(container.NewStack(r.back,
		container.NewWithoutLayout(marks...), container.New(cells{r.p.columns, marks}, words...)))
}

// head is the row of column titles; each sorts the rows.
type head struct {
	p      *Page
	root   *fyne.Container
	titles []*widgets.Button
}

func newHead(p *Page) *head {
	h := &head{p: p}
	var objects []fyne.CanvasObject
	for _, c := range p.columns {
		title := widgets.NewButton(c.title, widgets.Remark, func() { p.sortBy(c.name) }).Shrink()
		if c.right {
			title = widgets.NewButton(c.title, widgets.Remark, func() { p.sortBy(c.name) })
		}
		h.titles = append(h.titles, title)
		objects = append(objects, title)
	}
	h.root = container.New(cells{columns: p.columns}, objects...)
	return h
}

// show marks the column that the rows are sorted by.
func (h *head) show() {
	for i, c := range h.p.columns {
		words := c.title
		if c.name == h.p.sorted {
			words += " ↑"
			if h.p.falling {
				words = c.title + " ↓"
			}
		}
		h.titles[i].Set(words)
	}
	h.root.Refresh()
}

// sumRow is a sum: of what, how much, and of how many documents.
type sumRow struct {
	widget.BaseWidget
	of, amount, count *widgets.Text
	bar               *widgets.Parts // relative to the largest sum of its currency
}

func newSumRow() *sumRow {
	r := &sumRow{of: widgets.Body("").Shrink(), amount: widgets.Strong(""), count: widgets.Small(""), bar: widgets.NewParts()}
	r.ExtendBaseWidget(r)
	return r
}

func (r *sumRow) show(of, amount string, count int, share float32) {
	r.of.Set(of)
	r.amount.Set(amount)
	r.count.Set(locale.N("{{.N}} document", "{{.N}} documents", count))
	r.bar.Fill(share)
	r.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (r *sumRow) CreateRenderer() fyne.WidgetRenderer {
	back := widgets.NewArea(theme.Surface)
	return widget.NewSimpleRenderer(container.NewStack(back, container.New(sumCells{}, r.of, r.count, r.amount, r.bar)))
}

// sumCells lays out the label, the count, the sum and, if there is room, its bar.
type sumCells struct{}

func (sumCells) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(300, rowHeight) }

func (sumCells) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const count, amount = 130, 160
	width := min(size.Width, 640)
	place := func(o fyne.CanvasObject, x, wide float32) {
		least := o.MinSize()
		widgets.Place(o, x, (size.Height-least.Height)/2, wide, least.Height)
	}
	place(objects[0], rowSide, width-count-amount-2*rowSide)
	place(objects[1], width-count-amount, count)
	least := objects[2].MinSize().Width
	place(objects[2], width-rowSide-least, least)
	const barLeast, barMax = 120, 360
	bar := min(size.Width-width-2*rowSide, barMax)
	if shown := bar >= barLeast; shown != objects[3].Visible() {
		set(objects[3], shown)
	}
	place(objects[3], width+rowSide, bar)
}
