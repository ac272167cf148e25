package prose

import (
	"math"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// setParagraph is a paragraph broken into lines.
type setParagraph struct {
	of     Paragraph
	top    float32
	height float32
	lines  [][]piece
	last   int     // where in the words of its last span the last line begins
	in     float32 // how far its lines are set in
}

// piece is words of one line in one style, at a place of the line.
type piece struct {
	Span
	x, width float32
}

type proseRenderer struct {
	p           *Prose
	width, size float32 // for which it is broken into lines
	set         []setParagraph
	texts       []*canvas.Text
	bars        []*canvas.Rectangle // next to quotes and behind code
}

func (r *proseRenderer) MinSize() fyne.Size {
	r.breakUp(r.p.Size().Width)
	return fyne.NewSize(proseLeast, r.height())
}

func (r *proseRenderer) height() float32 {
	if len(r.set) == 0 {
		return 0
	}
	last := r.set[len(r.set)-1]
	return last.top + last.height
}

// gap is the room before a paragraph.
func (r *proseRenderer) gap(i int) float32 {
	of, before := r.set[i].of, r.set[i-1].of
	switch {
	case of.Title:
		return proseGap + proseBefore
	case of.Code && before.Code:
		return 0
	case of.Mark != "" && before.Mark != "":
		return proseLine
	}
	return proseGap
}

func (r *proseRenderer) Layout(size fyne.Size) {
	r.breakUp(size.Width)
	r.draw()
}

// Refresh draws what has changed. What stays as it is keeps its picture: a text
// that grows would have all of it painted again with each word.
func (r *proseRenderer) Refresh() {
	width := r.p.Size().Width
	if width <= 0 {
		return // it is nowhere yet
	}
	before := len(r.texts)
	r.breakUp(width)
	r.draw()
	switch after := len(r.texts); {
	case before == 0 || after == 0:
		canvas.Refresh(r.p)
	case before != after:
		canvas.Refresh(r.texts[0]) // the window draws, and looks which texts there are
	}
}

func (r *proseRenderer) Objects() []fyne.CanvasObject {
	objects := make([]fyne.CanvasObject, 0, len(r.bars)+len(r.texts))
	for _, b := range r.bars {
		objects = append(objects, b)
	}
	for _, t := range r.texts {
		objects = append(objects, t)
	}
	return objects
}

func (r *proseRenderer) Destroy() {}

// breakUp breaks what is new, or all of it for another width, into lines.
func (r *proseRenderer) breakUp(width float32) {
	width = max(width, proseLeast)
	size := widgets.SizeOf(r.p, theme.SizeBody)
	from, more := r.p.fresh, r.p.more
	if r.width != width || r.size != size {
		r.width, r.size, from, more = width, size, 0, false
	}
	if from >= len(r.set) {
		from, more = min(from, len(r.set)), false
	}
	title, body := measurer(widgets.SizeOf(r.p, theme.SizeTitle)), measurer(size)
	for i := from; i < len(r.p.paragraphs); i++ {
		if more && i == from {
			r.set[i].grow(r.p.paragraphs[i], width, body)
		} else {
			r.set = append(r.set[:i], breakParagraph(r.p.paragraphs[i], width, title, body))
		}
		if i > 0 {
			r.set[i].top = r.set[i-1].top + r.set[i-1].height + r.gap(i)
		}
	}
	r.set = r.set[:len(r.p.paragraphs)]
	r.p.fresh, r.p.more = len(r.set), false
}

func measurer(size float32) func(Span) fyne.Size {
	return func(s Span) fyne.Size {
		return fyne.MeasureText(s.Words, size, s.style())
	}
}

func (s Span) style() fyne.TextStyle { return fyne.TextStyle{Bold: s.Bold, Monospace: s.Code} }

// part is from where to where it is drawn. It reaches as far beyond what is to
// be seen as that is high, so that it changes seldom while one scrolls.
func (r *proseRenderer) part() (from, to float32) {
	p := r.p
	if !p.partly {
		return 0, math.MaxFloat32
	}
	if !p.drawn() {
		view := p.bottom - p.top
		p.from, p.to = p.top-view, p.bottom+view
	}
	return p.from, p.to
}

// draw places the pieces.
func (r *proseRenderer) draw() {
	from, to := r.part()
	texts, bars := 0, 0
	put := func(s Span, of Paragraph, ink fyne.ThemeColorName, x, y, width, height float32) {
		widgets.Place(r.text(texts, s, of, ink), x, y, width, height)
		texts++
	}
	first := sort.Search(len(r.set), func(i int) bool { return r.set[i].top+r.set[i].height >= from })
	for _, s := range r.set[first:] {
		if s.top > to {
			break
		}
		if s.of.Quote || s.of.Code {
			r.bar(bars, s)
			bars++
		}
		height := s.height / float32(len(s.lines))
		if s.of.Mark != "" {
			put(Span{Words: s.of.Mark}, s.of, theme.Muted, float32(s.of.Depth)*proseDepth, s.top, s.in, height-proseLine)
		}
		for n := max(0, int((from-s.top)/height)); n < len(s.lines) && s.top+float32(n)*height <= to; n++ {
			for _, p := range s.lines[n] {
				put(p.Span, s.of, inkOf(s.of), s.in+p.x, s.top+float32(n)*height, p.width, height-proseLine)
			}
		}
	}
	r.texts, r.bars = r.texts[:texts], r.bars[:bars]
}

func inkOf(p Paragraph) fyne.ThemeColorName {
	if p.Quote {
		return theme.Muted
	}
	return theme.Ink
}

// text is the nth text, dressed.
func (r *proseRenderer) text(n int, s Span, of Paragraph, ink fyne.ThemeColorName) *canvas.Text {
	if n == len(r.texts) {
		r.texts = append(r.texts, canvas.NewText("", nil))
	}
	t := r.texts[n]
	colour, size := widgets.ColourOf(r.p, ink), widgets.SizeOf(r.p, theme.SizeBody)
	if of.Title {
		size = widgets.SizeOf(r.p, theme.SizeTitle)
	}
	if t.Text != s.Words || t.Color != colour || t.TextStyle != s.style() || t.TextSize != size {
		t.Text, t.Color, t.TextStyle, t.TextSize = s.Words, colour, s.style(), size
		t.Refresh()
	}
	return t
}

// bar is the nth of the lines next to what is quoted.
func (r *proseRenderer) bar(n int, s setParagraph) {
	if n == len(r.bars) {
		r.bars = append(r.bars, &canvas.Rectangle{})
	}
	b := r.bars[n]
	b.FillColor = widgets.ColourOf(r.p, theme.Line)
	widgets.Place(b, float32(s.of.Depth)*proseDepth, s.top, 3, s.height)
	b.Refresh()
}
