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
	// Link is the address; empty if it is no link.
	Link string
}

// Paragraph is wrapped text, with a mark before it.
type Paragraph struct {
	Spans []Span
	// Mark is before the first line, such as "•" or "2."; the lines are indented by it.
	Mark string
	// Depth is the nesting of a list.
	Depth int
	// Title makes it a heading, Quote a quotation. Code keeps spaces and breaks only
	// where necessary.
	Title, Quote, Code bool
	// Cells are those of a table row, which has no Spans; Head marks the first row.
	Cells [][]Span
	Head  bool
	// Block is the table or code block that it belongs to, with the neighbours that
	// have the same number; 0 if none.
	Block int
	// Joined leaves no space before it.
	Joined bool
}

func (p Paragraph) same(q Paragraph) bool {
	return p.Mark == q.Mark && p.Depth == q.Depth && p.Title == q.Title && p.Quote == q.Quote &&
		p.Code == q.Code && p.Head == q.Head && p.Block == q.Block && p.Joined == q.Joined &&
		slices.Equal(p.Spans, q.Spans) && slices.EqualFunc(p.Cells, q.Cells, slices.Equal)
}

// String returns the text on one line; cells are separated by tabs.
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

// Prose is selectable text in several styles. It fetches nothing.
type Prose struct {
	widget.BaseWidget
	// Follow is called when a link is clicked; nil: links are plain text.
	Follow func(address string)

	paragraphs []Paragraph
	fresh      int // the first paragraph whose lines are outdated
	// partly reports that only the text near top to bottom is drawn, now between from
	// and to.
	partly      bool
	top, bottom float32
	from, to    float32

	selection
}

// New returns prose.
func New(paragraphs ...Paragraph) *Prose {
	p := &Prose{paragraphs: paragraphs}
	p.ExtendBaseWidget(p)
	return p
}

// Partly draws only the text near the visible part, which See sets.
func (p *Prose) Partly() *Prose {
	p.partly = true
	return p
}

// See sets the visible part, in pixels from its top.
func (p *Prose) See(top, bottom float32) {
	p.top, p.bottom = top, bottom
	if p.partly && !p.drawn() {
		p.Refresh()
	}
}

// drawn reports whether the visible part is drawn.
func (p *Prose) drawn() bool { return p.from <= max(0, p.top) && p.bottom <= p.to }

// Plain returns paragraphs of unformatted text.
func Plain(text string) []Paragraph {
	var all []Paragraph
	for line := range strings.SplitSeq(text, "\n") {
		all = append(all, Paragraph{Spans: []Span{{Words: line}}})
	}
	return all
}

// Set changes the text.
func (p *Prose) Set(paragraphs ...Paragraph) { p.Amend(0, paragraphs...) }

// Amend replaces the paragraphs from one on. The cost does not depend on those before it;
// unchanged paragraphs cost almost nothing.
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

// String returns the text, one line per paragraph.
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
	proseLine   float32 = 4  // more than the height of the text
	proseDepth  float32 = 18 // indent of a nested list
	proseMark   float32 = 18 // least width of a mark
	proseQuote  float32 = 14
	proseLeast  float32 = 60 // least width
	proseBefore float32 = 8  // more space before a heading
	prosePad    float32 = 10 // padding of code blocks, and beside cells
	proseCell   float32 = 5  // above and below a cell
	proseColumn float32 = 48 // least width of a column
	proseStep   float32 = 12 // columns grow in such steps
)
