package prose

import (
	"math"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// setParagraph is a paragraph broken into lines.
type setParagraph struct {
	of     Paragraph
	top    float32
	height float32
	line   float32 // height of a line
	pad    float32 // above and below its lines
	lines  [][]piece
	bullet float32 // the indent of its mark
	in     float32 // the indent of its lines
	// In a table row: the widths of its cells in one line, and those of the columns.
	natural, columns []float32
	first            int // the first paragraph of its block
}

// lineTop returns the top of a line.
func (s *setParagraph) lineTop(n int) float32 { return s.top + s.pad + float32(n)*s.line }

// piece is text of one line in one style, at a place of the line.
type piece struct {
	Span
	x, width float32
	column   int // of a table
}

type proseRenderer struct {
	p           *Prose
	width, size float32 // that its lines were broken for
	set         []setParagraph
	back        []*canvas.Rectangle // boxes, selection, bars, rules
	texts       []*canvas.Text
	copies      []*widgets.Button // of the code blocks
	boxes       []int             // the first paragraph of each block with such a button
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
	height := last.top + last.height
	if last.boxed() {
		height += prosePad
	}
	return height
}

// boxed reports whether it belongs to a code block.
func (s *setParagraph) boxed() bool { return s.of.Code && s.of.Block > 0 }

// gap returns the space before a paragraph.
func (r *proseRenderer) gap(i int) float32 {
	of := r.set[i].of
	if i == 0 {
		if r.set[i].boxed() {
			return prosePad
		}
		return 0
	}
	before := r.set[i-1].of
	if of.Block == before.Block && (of.Block > 0 || of.Joined) {
		return 0
	}
	gap := proseGap
	switch {
	case of.Title:
		gap += proseBefore
	case of.Mark != "" && before.Mark != "":
		gap = proseLine
	case of.Code && before.Code && of.Block == 0:
		gap = 0
	}
	if r.set[i].boxed() {
		gap += prosePad
	}
	if r.set[i-1].boxed() {
		gap += prosePad
	}
	return gap
}

func (r *proseRenderer) Layout(size fyne.Size) {
	r.breakUp(size.Width)
	r.draw()
}

// Refresh draws what has changed. Unchanged text keeps its picture: otherwise each word of a
// growing text would repaint all of it.
func (r *proseRenderer) Refresh() {
	width := r.p.Size().Width
	if width <= 0 {
		return // it has no size yet
	}
	before := len(r.texts)
	r.breakUp(width)
	r.draw()
	switch after := len(r.texts); {
	case before == 0 || after == 0:
		canvas.Refresh(r.p)
	case before != after:
		canvas.Refresh(r.texts[0]) // makes the window fetch Objects
	}
}

func (r *proseRenderer) Objects() []fyne.CanvasObject {
	objects := make([]fyne.CanvasObject, 0, len(r.back)+len(r.texts)+len(r.copies))
	for _, b := range r.back {
		objects = append(objects, b)
	}
	for _, t := range r.texts {
		objects = append(objects, t)
	}
	for _, b := range r.copies {
		objects = append(objects, b)
	}
	return objects
}

func (r *proseRenderer) Destroy() {}

// breakUp breaks new paragraphs into lines, or all of them if the width has changed.
func (r *proseRenderer) breakUp(width float32) {
	width = max(width, proseLeast)
	size := widgets.SizeOf(r.p, theme.SizeBody)
	from := min(r.p.fresh, len(r.set))
	if r.width != width || r.size != size {
		r.width, r.size, from = width, size, 0
	}
	if from == len(r.p.paragraphs) && from == len(r.set) {
		return
	}
	w := setter{width: width, title: measurer(widgets.SizeOf(r.p, theme.SizeTitle)), body: measurer(size)}
	r.set = r.set[:from]
	moved := min(from, r.endTable(w, from-1))
	for i := from; i < len(r.p.paragraphs); i++ {
		s := w.set(r.p.paragraphs[i])
		if s.first = i; i > 0 && s.of.Block > 0 && r.set[i-1].of.Block == s.of.Block {
			s.first = r.set[i-1].first
		}
		r.set = append(r.set, s)
		moved = min(moved, r.endTable(w, i))
	}
	r.stack(moved)
	r.p.fresh = len(r.set)
}

// endTable sets the column widths of the table that ends with a paragraph, and returns the
// first changed row.
func (r *proseRenderer) endTable(w setter, i int) int {
	if i < 0 || r.set[i].of.Cells == nil || i+1 < len(r.p.paragraphs) && r.p.paragraphs[i+1].Block == r.set[i].of.Block {
		return len(r.p.paragraphs)
	}
	first := r.set[i].first
	return first + w.setTable(r.set[first:i+1])
}

// stack places the paragraphs from one on below each other.
func (r *proseRenderer) stack(from int) {
	for i := from; i < len(r.set); i++ {
		r.set[i].top = r.gap(i)
		if i > 0 {
			r.set[i].top += r.set[i-1].top + r.set[i-1].height
		}
	}
}

func measurer(size float32) func(Span) fyne.Size {
	return func(s Span) fyne.Size {
		return fyne.MeasureText(s.Words, size, s.style())
	}
}

func (s Span) style() fyne.TextStyle { return fyne.TextStyle{Bold: s.Bold, Monospace: s.Code} }

// part returns the range to draw. It exceeds the visible part by its height on both sides,
// so that it changes seldom during scrolling.
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

// at returns the first paragraph that ends at y or below.
func (r *proseRenderer) at(y float32) int {
	return sort.Search(len(r.set), func(i int) bool { return r.set[i].top+r.set[i].height >= y })
}

// drawing is what draw has placed so far.
type drawing struct {
	r                   *proseRenderer
	backs, texts, boxes int
}

// draw places the objects near the visible part.
func (r *proseRenderer) draw() {
	from, to := r.part()
	d := &drawing{r: r}
	first := r.at(from)
	r.boxes = r.boxes[:0]
	for i := first; i < len(r.set) && r.set[i].top <= to; i++ {
		if s := &r.set[i]; s.boxed() && (i == first || s.first == i) {
			d.box(s.first, to)
		}
	}
	if r.p.focused && !r.p.selects() {
		b := d.rectangle("", -2, 0, r.width+2, r.height())
		b.StrokeColor, b.StrokeWidth, b.CornerRadius = widgets.ColourOf(r.p, theme.Accent), 1, theme.RadiusChip
	}
	for i := first; i < len(r.set) && r.set[i].top <= to; i++ {
		d.paragraph(i, from, to)
	}
	r.back, r.texts, r.copies = r.back[:d.backs], r.texts[:d.texts], r.copies[:d.boxes]
}

// box draws the code block that begins with a paragraph, and its Copy button.
func (d *drawing) box(first int, to float32) {
	r := d.r
	last := first
	for last+1 < len(r.set) && r.set[last+1].first == first && r.set[last].top <= to {
		last++
	}
	in := float32(r.set[first].of.Depth) * proseDepth
	top := r.set[first].top - prosePad
	b := d.rectangle(theme.Surface, in, top, r.width-in, r.set[last].top+r.set[last].height+prosePad-top)
	b.StrokeColor, b.StrokeWidth, b.CornerRadius = widgets.ColourOf(r.p, theme.Line), 1, theme.RadiusButton
	if d.boxes == len(r.copies) {
		n := d.boxes
		r.copies = append(r.copies, widgets.NewButton(locale.L("Copy"), widgets.Remark, func() { r.copyBox(n) }))
	}
	c := r.copies[d.boxes]
	size := c.MinSize()
	widgets.Place(c, r.width-size.Width-2, top+1, size.Width, size.Height)
	r.boxes = append(r.boxes, first)
	d.boxes++
}

// copyBox copies the code of the nth drawn block.
func (r *proseRenderer) copyBox(n int) {
	code := ""
	for i := r.boxes[n]; i < len(r.set) && r.set[i].first == r.boxes[n]; i++ {
		code += r.set[i].of.String() + "\n"
	}
	fyne.CurrentApp().Clipboard().SetContent(code)
}

// paragraph draws the lines of a paragraph near the visible part.
func (d *drawing) paragraph(i int, from, to float32) {
	r, s := d.r, &d.r.set[i]
	if s.of.Quote {
		d.rectangle(theme.Line, float32(s.of.Depth)*proseDepth, s.top, 3, s.height)
	}
	if s.columns != nil {
		d.rule(i)
	}
	for n := max(0, int((from-s.lineTop(0))/s.line)); n < len(s.lines) && s.lineTop(n) <= to; n++ {
		y := s.lineTop(n)
		if x, width := r.selected(i, n); width > 0 {
			d.rectangle(theme.Selected, s.in+x, y-proseLine/2, width, s.line)
		}
		for _, p := range s.lines[n] {
			d.text(p.Span, s.of, s.in+p.x, y, p.width, s.line-proseLine)
		}
	}
	if s.of.Mark != "" {
		d.text(Span{Words: s.of.Mark}, s.of, s.bullet, s.lineTop(0), s.in-s.bullet, s.line-proseLine)
	}
}

// rule draws the line below a table row, a stronger one below the head.
func (d *drawing) rule(i int) {
	r, s := d.r, &d.r.set[i]
	if i+1 == len(r.set) || r.set[i+1].first != s.first {
		return
	}
	width := float32(0)
	for _, w := range s.columns {
		width += w
	}
	colour := theme.Line
	if s.of.Head {
		colour = theme.Muted
	}
	d.rectangle(colour, s.in, s.top+s.height-1, min(width, r.width-s.in), 1)
}

// rectangle returns the next rectangle behind the text.
func (d *drawing) rectangle(fill fyne.ThemeColorName, x, y, width, height float32) *canvas.Rectangle {
	r := d.r
	if d.backs == len(r.back) {
		r.back = append(r.back, &canvas.Rectangle{})
	}
	b := r.back[d.backs]
	d.backs++
	b.FillColor, b.StrokeWidth, b.CornerRadius = widgets.ColourOf(r.p, fill), 0, 0
	widgets.Place(b, x, y, width, height)
	b.Refresh()
	return b
}

// text places text.
func (d *drawing) text(s Span, of Paragraph, x, y, width, height float32) {
	r := d.r
	if d.texts == len(r.texts) {
		r.texts = append(r.texts, canvas.NewText("", nil))
	}
	t := r.texts[d.texts]
	d.texts++
	colour, size, style := widgets.ColourOf(r.p, r.p.ink(s, of)), widgets.SizeOf(r.p, theme.SizeBody), s.style()
	style.Underline = r.p.leads(s)
	if of.Title {
		size = widgets.SizeOf(r.p, theme.SizeTitle)
	}
	if t.Text != s.Words || t.Color != colour || t.TextStyle != style || t.TextSize != size {
		t.Text, t.Color, t.TextStyle, t.TextSize = s.Words, colour, style, size
		t.Refresh()
	}
	widgets.Place(t, x, y, width, height)
}

// leads reports whether a span is a link.
func (p *Prose) leads(s Span) bool { return s.Link != "" && p.Follow != nil }

func (p *Prose) ink(s Span, of Paragraph) fyne.ThemeColorName {
	switch {
	case p.leads(s):
		return theme.Accent
	case of.Quote, of.Mark != "" && s.Words == of.Mark:
		return theme.Muted
	}
	return theme.Ink
}
