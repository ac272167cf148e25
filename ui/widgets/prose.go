package widgets

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Span is a part of a paragraph in one style.
type Span struct {
	Words string
	Bold  bool
	Code  bool
}

// Paragraph is words that wrap, with what stands before them.
type Paragraph struct {
	Spans []Span
	// Mark stands before the first line: "•", "2."; the lines are set in by it.
	Mark string
	// Depth is how deep a list is nested.
	Depth int
	// Title makes a heading of it, Quote sets it back, Code keeps its spaces
	// and lets it break only where it must.
	Title, Quote, Code bool
}

func (p Paragraph) same(q Paragraph) bool {
	return p.Mark == q.Mark && p.Depth == q.Depth && p.Title == q.Title && p.Quote == q.Quote &&
		p.Code == q.Code && slices.Equal(p.Spans, q.Spans)
}

// Prose is paragraphs of text in several styles. It shows text alone: nothing in
// it can be followed or fetched.
type Prose struct {
	widget.BaseWidget
	paragraphs []Paragraph
}

// NewProse makes prose.
func NewProse(paragraphs ...Paragraph) *Prose {
	p := &Prose{paragraphs: paragraphs}
	p.ExtendBaseWidget(p)
	return p
}

// PlainText makes paragraphs of text as it stands.
func PlainText(text string) []Paragraph {
	var all []Paragraph
	for line := range strings.SplitSeq(text, "\n") {
		all = append(all, Paragraph{Spans: []Span{{Words: line}}})
	}
	return all
}

// Set changes the words. Paragraphs that stay as they are cost next to nothing.
func (p *Prose) Set(paragraphs ...Paragraph) {
	p.paragraphs = paragraphs
	p.Refresh()
}

// String is the words, a line a paragraph.
func (p *Prose) String() string {
	var lines []string
	for _, par := range p.paragraphs {
		var line strings.Builder
		if par.Mark != "" {
			line.WriteString(par.Mark + " ")
		}
		for _, s := range par.Spans {
			line.WriteString(s.Words)
		}
		lines = append(lines, line.String())
	}
	return strings.Join(lines, "\n")
}

// TappedSecondary offers to copy the words.
func (p *Prose) TappedSecondary(e *fyne.PointEvent) {
	app := fyne.CurrentApp()
	c := app.Driver().CanvasForObject(p)
	if c == nil {
		return
	}
	copied := fyne.NewMenuItem("Copy this text", func() { app.Clipboard().SetContent(p.String()) })
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", copied), c, e.AbsolutePosition)
}

// CreateRenderer is for Fyne.
func (p *Prose) CreateRenderer() fyne.WidgetRenderer {
	r := &proseRenderer{p: p}
	r.Refresh()
	return r
}

const (
	proseGap    float32 = 6  // between paragraphs
	proseLine   float32 = 4  // more than the height of a line
	proseDepth  float32 = 18 // by which a list in a list is set in
	proseMark   float32 = 18 // room of a mark, at least
	proseQuote  float32 = 14
	proseLeast  float32 = 60 // width that it can be squeezed to
	proseBefore float32 = 8  // more room before a heading
)

// setParagraph is a paragraph broken into lines.
type setParagraph struct {
	of     Paragraph
	width  float32
	size   float32
	lines  [][]piece
	height float32
	in     float32 // how far its lines are set in
}

// piece is words of one line in one style, at a place of the line.
type piece struct {
	Span
	x, width float32
}

type proseRenderer struct {
	p     *Prose
	set   []setParagraph
	texts []*canvas.Text
	bars  []*canvas.Rectangle // beside quotes and behind code
}

func (r *proseRenderer) MinSize() fyne.Size {
	r.breakUp(r.p.Size().Width)
	var height float32
	for i, s := range r.set {
		height += s.height
		if i > 0 {
			height += r.gap(i)
		}
	}
	return fyne.NewSize(proseLeast, height)
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

func (r *proseRenderer) Refresh() {
	r.breakUp(r.p.Size().Width)
	r.draw()
	canvas.Refresh(r.p)
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

// breakUp breaks what is new, or has another width, into lines.
func (r *proseRenderer) breakUp(width float32) {
	width = max(width, proseLeast)
	size := sizeOf(r.p, theme.SizeBody)
	for i, par := range r.p.paragraphs {
		if i == len(r.set) {
			r.set = append(r.set, setParagraph{})
		}
		s := &r.set[i]
		if s.width == width && s.size == size && s.of.same(par) {
			continue
		}
		*s = breakParagraph(par, width, size, measurer(sizeOf(r.p, theme.SizeTitle)), measurer(size))
	}
	r.set = r.set[:len(r.p.paragraphs)]
}

func measurer(size float32) func(Span) fyne.Size {
	return func(s Span) fyne.Size {
		return fyne.MeasureText(s.Words, size, s.style())
	}
}

func (s Span) style() fyne.TextStyle { return fyne.TextStyle{Bold: s.Bold, Monospace: s.Code} }
