package prose

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/widgets"
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
	// fresh is the first paragraph that is not broken into lines as it is now;
	// more tells that it only got more words.
	fresh int
	more  bool
	tail  *strings.Builder // the words of the paragraph that is written; nil: none is
	// partly tells that only what is near from top to bottom is drawn, which is
	// what stands between from and to.
	partly      bool
	top, bottom float32
	from, to    float32
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

// Set changes the words. Paragraphs at the beginning that stay as they are cost
// next to nothing.
func (p *Prose) Set(paragraphs ...Paragraph) {
	same := 0
	for same < min(len(p.paragraphs), len(paragraphs)) && p.paragraphs[same].same(paragraphs[same]) {
		same++
	}
	if p.fresh > same || p.more && p.fresh == same {
		p.fresh, p.more = same, false
	}
	p.paragraphs, p.tail = paragraphs, nil
	p.Refresh()
}

// Write adds text as it stands to what was written before; a line break begins a
// paragraph. like is what the paragraphs are as well their words. What it costs
// does not grow with what is there already.
func (p *Prose) Write(like Paragraph, text string) {
	for n, line := range strings.Split(text, "\n") {
		if p.tail == nil || n > 0 {
			p.tail = &strings.Builder{}
			like.Spans = []Span{{}}
			p.paragraphs = append(p.paragraphs, like)
		}
		last := len(p.paragraphs) - 1
		if p.fresh > last {
			p.fresh, p.more = last, true
		}
		p.tail.WriteString(line)
		p.paragraphs[last].Spans[0].Words = p.tail.String()
	}
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
	widgets.OpenMenuAt(c, e.AbsolutePosition, []widgets.Choice{{Words: locale.L("Copy this text"), Pick: func() { app.Clipboard().SetContent(p.String()) }}})
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
