package prose

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Span is a part of a paragraph in one style.
type Span struct {
	Words string
	Bold  bool
	Code  bool
	// Link is the address that the words lead to; empty: they lead nowhere.
	Link string
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
	// Cells are those of a row of a table, which has no Spans; Head: it heads it.
	Cells [][]Span
	Head  bool
	// Block is the table, or the box of code, that it belongs to, together with the
	// paragraphs round it that have the same; 0: none.
	Block int
	// Joined sets it right under the one before.
	Joined bool
}

func (p Paragraph) same(q Paragraph) bool {
	return p.Mark == q.Mark && p.Depth == q.Depth && p.Title == q.Title && p.Quote == q.Quote &&
		p.Code == q.Code && p.Head == q.Head && p.Block == q.Block && p.Joined == q.Joined &&
		slices.Equal(p.Spans, q.Spans) && slices.EqualFunc(p.Cells, q.Cells, slices.Equal)
}

// String is the words on one line; the cells of a row are parted by tabs.
func (p Paragraph) String() string {
	var line strings.Builder
	if p.Mark != "" {
		line.WriteString(p.Mark + " ")
	}
	write := func(spans []Span) {
		for _, s := range spans {
			line.WriteString(s.Words)
		}
	}
	write(p.Spans)
	for i, cell := range p.Cells {
		if i > 0 {
			line.WriteByte('\t')
		}
		write(cell)
	}
	return line.String()
}

// Prose is paragraphs of text in several styles, which can be selected. Nothing in
// it is fetched.
type Prose struct {
	widget.BaseWidget
	// Follow is told of a link that was pressed; nil: links are words.
	Follow func(address string)

	paragraphs []Paragraph
	fresh      int // the first paragraph that is not broken into lines as it is now
	// partly says that only what is near from top to bottom is drawn, which is
	// what stands between from and to.
	partly      bool
	top, bottom float32
	from, to    float32

	selection
}

// New makes prose.
func New(paragraphs ...Paragraph) *Prose {
	p := &Prose{paragraphs: paragraphs}
	p.ExtendBaseWidget(p)
	return p
}

// Partly draws no more than is near what is to be seen, of which See tells.
func (p *Prose) Partly() *Prose {
	p.partly = true
	return p
}

// See tells which part of it is to be seen, in its own pixels from the top.
func (p *Prose) See(top, bottom float32) {
	p.top, p.bottom = top, bottom
	if p.partly && !p.drawn() {
		p.Refresh()
	}
}

// drawn reports whether what is to be seen is drawn.
func (p *Prose) drawn() bool { return p.from <= max(0, p.top) && p.bottom <= p.to }

// Plain makes paragraphs of text as it stands.
func Plain(text string) []Paragraph {
	var all []Paragraph
	for line := range strings.SplitSeq(text, "\n") {
		all = append(all, Paragraph{Spans: []Span{{Words: line}}})
	}
	return all
}

// Set changes the words.
func (p *Prose) Set(paragraphs ...Paragraph) { p.Amend(0, paragraphs...) }

// Amend puts other paragraphs in the place of those from one on. What it costs does
// not grow with those before it; those that stay as they are cost next to nothing.
func (p *Prose) Amend(from int, paragraphs ...Paragraph) {
	same := 0
	old := p.paragraphs[from:]
	for same < min(len(old), len(paragraphs)) && old[same].same(paragraphs[same]) {
		same++
	}
	p.paragraphs = append(p.paragraphs[:from+same], paragraphs[same:]...)
	p.fresh = min(p.fresh, from+same)
	p.Refresh()
}

// String is the words, a line a paragraph.
func (p *Prose) String() string {
	lines := make([]string, len(p.paragraphs))
	for i, par := range p.paragraphs {
		lines[i] = par.String()
	}
	return strings.Join(lines, "\n")
}

// CreateRenderer implements fyne.Widget.
func (p *Prose) CreateRenderer() fyne.WidgetRenderer {
	r := &proseRenderer{p: p}
	p.r = r
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
	prosePad    float32 = 10 // round the code of a box, and next to a cell
	proseCell   float32 = 5  // over and under a cell
	proseColumn float32 = 48 // width that a column can be squeezed to
	proseStep   float32 = 12 // a column gets wider by so much at a time
)
