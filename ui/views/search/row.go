package search

import (
	"image"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// row is one result: a thumbnail, the name, what the document is, and the line with the
// words.
type row struct {
	widget.BaseWidget
	p     *Page
	back  *widgets.Area
	thumb *widgets.Thumb
	name  *widgets.Text
	about *widgets.Text
	line  *widgets.Phrase
	path  string
	stop  func()
}

func newRow(p *Page) *row {
	r := &row{
		p: p, back: widgets.NewArea(""), thumb: widgets.NewThumb(), name: widgets.Strong("").Shrink().Middle(),
		about: widgets.Small("").Shrink(), line: widgets.NewPhrase(), stop: func() {},
	}
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) show(i int) {
	h := r.p.hits[i]
	path := pathOf(h)
	if r.path != path {
		r.stop()
		r.path = path
		r.stop = r.p.thumbs.Want(path, func(img image.Image) { r.thumb.Fill(img) })
	}
	r.name.Set(inert.Line(filepath.Base(path)))
	r.about.Set(aboutWords(h))
	colour := theme.Muted
	if isGone(h) {
		colour = theme.Doubt
	}
	r.about.Style(colour, false)
	r.line.Set(lineRuns(h)...)
	fill := theme.Surface
	if i == r.p.chosen {
		fill = theme.Tint
	}
	r.back.Paint(fill)
	r.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	words := widgets.Column(2, r.name, r.about, r.line)
	return widget.NewSimpleRenderer(container.NewStack(r.back, widgets.Fixed(0, rowHeight,
		widgets.Inset(6, theme.Gap12, 6, theme.Gap12, widgets.RowGrow(theme.Gap12, words, r.thumb, words)))))
}

const rowHeight float32 = 76

// isGone reports whether a document no longer exists.
func isGone(h papers.Hit) bool { return len(h.Places) == 0 || h.Places[0].Gone }

// aboutWords returns sender, date, kind and amount of a document.
func aboutWords(h papers.Hit) string {
	value := func(name string) string { return inert.Line(h.Fields[name].Value) }
	date := value(plan.FieldDate)
	if day, err := time.Parse(time.DateOnly, date); err == nil {
		date = locale.ShortDate(day)
	}
	var said []string
	if isGone(h) {
		said = append(said, locale.L("No longer there"))
	}
	if h.Stale {
		said = append(said, locale.L("Edited since it was read"))
	}
	for _, s := range []string{value(plan.FieldIssuer), date, value(plan.FieldKind), strings.TrimSpace(locale.Amount(value(plan.FieldAmount)) + " " + value(plan.FieldCurrency))} {
		if s != "" {
			said = append(said, s)
		}
	}
	if h.Page > 1 {
		said = append(said, locale.L("page {{.Page}}", "Page", h.Page))
	}
	return strings.Join(said, " · ")
}

// lineRuns returns the line of a result, with its words marked.
func lineRuns(h papers.Hit) []widgets.Run {
	line := []rune(h.Line)
	var runs []widgets.Run
	at := 0
	add := func(to int, marked bool) {
		if to <= at {
			return
		}
		colour := theme.Muted
		if marked {
			colour = theme.Ink
		}
		runs = append(runs, widgets.Run{Words: inert.Line(string(line[at:to])), Colour: colour, Bold: marked})
		at = to
	}
	for _, m := range h.Marks {
		if m[0] < at || m[1] > len(line) {
			continue
		}
		add(m[0], false)
		add(m[1], true)
	}
	add(len(line), false)
	return runs
}
