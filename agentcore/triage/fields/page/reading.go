package page

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// maxLine is how many bytes of one line are looked at. No line of a page is
// as long; a text file without breaks is.
const maxLine = 4000

// Reading is a document prepared for the rules.
type Reading struct {
	Doc   Document
	Lines []*Line
	// Rows are the lines that have a place, by page and height on it.
	Rows   []*Line
	lang   language
	Money  Currency
	Median float64 // size of the usual line; 0 when not known
}

// Line is a RawLine with all that the rules ask of it.
type Line struct {
	*RawLine
	Text   string // Text, cut to maxLine
	Tokens []lex.Token
	Words  []Word
	// WordCount is how many of the tokens are words.
	WordCount int
	Index     int // in document order
	Row       int // in Reading.Rows; -1 when it has no place
	// Top is how far down the first page it stands, in [0, 1]; 2 on the pages
	// after it.
	Top float64
	// Recipient says that it belongs to the address of who got the document,
	// from byte RecipientFrom on.
	Recipient     bool
	RecipientFrom int
	// Billed says that a label such as "Bill to" told so, not a salutation.
	Billed bool
	Sure   bool // read from text, not by OCR
	Dates  []lex.Date
}

// New prepares d for the rules.
func New(d Document) *Reading {
	r := &Reading{Doc: d, Lines: make([]*Line, 0, len(d.Lines))}
	for i := range d.Lines {
		r.Lines = append(r.Lines, newLine(&d.Lines[i], i, d.Method))
	}
	r.orderRows()
	r.Median = medianSize(r.Lines)
	r.lang, r.Money = r.guessLanguage(), r.guessCurrency()
	for _, l := range r.Lines {
		l.Dates = lex.FindDates(l.Text, l.Tokens)
	}
	r.markRecipients()
	return r
}

func newLine(src *RawLine, index int, method plan.Method) *Line {
	l := &Line{RawLine: src, Text: lex.Cut(src.Text, maxLine), Index: index, Row: -1, Sure: method != plan.MethodOCR && !src.Logo}
	l.Tokens = lex.Tokenise(l.Text)
	l.WordCount = lex.CountWords(l.Tokens)
	l.Words = placeWords(l.Text, src.Words)
	switch {
	case src.Page > 1:
		l.Top = 2
	case len(src.Box) == 4:
		l.Top = src.Box[1]
	default:
		l.Top = min(1, float64(index)/linesOfAPage)
	}
	return l
}

// linesOfAPage is how many lines plain text is taken to have on a page.
const linesOfAPage = 50

// orderRows sorts the lines that have a box by page and height.
func (r *Reading) orderRows() {
	for _, l := range r.Lines {
		if len(l.Box) == 4 {
			r.Rows = append(r.Rows, l)
		}
	}
	slices.SortStableFunc(r.Rows, func(a, b *Line) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Middle(), b.Middle()))
	})
	for i, l := range r.Rows {
		l.Row = i
	}
}

// Middle is the height of the line's middle on its page.
func (l *Line) Middle() float64 { return l.Box[1] + l.Box[3]/2 }

// LetterSize is the height of the letters as a fraction of the page; 0: not known.
func (l *Line) LetterSize() float64 {
	if l.Size > 0 || len(l.Box) != 4 {
		return l.Size
	}
	return l.Box[3]
}

func medianSize(lines []*Line) float64 {
	var sizes []float64
	for _, l := range lines {
		if s := l.LetterSize(); s > 0 {
			sizes = append(sizes, s)
		}
	}
	if len(sizes) == 0 {
		return 0
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// Relative is the line's size in sizes of the usual line; 1 when not known.
func (r *Reading) Relative(l *Line) float64 {
	if r.Median == 0 || l.LetterSize() == 0 {
		return 1
	}
	return l.LetterSize() / r.Median
}

// rowReach is how many neighbours in height are asked who stands in one row.
const rowReach = 8

// RightOf is the nearest line in the same row, to the right of l.
func (r *Reading) RightOf(l *Line) *Line { return r.inRow(l, 1) }

// LeftOf is the nearest line in the same row, to the left of l.
func (r *Reading) LeftOf(l *Line) *Line { return r.inRow(l, -1) }

func (r *Reading) inRow(l *Line, side float64) *Line {
	if l.Row < 0 {
		return nil
	}
	var best *Line
	for i := max(0, l.Row-rowReach); i < min(len(r.Rows), l.Row+rowReach+1); i++ {
		o := r.Rows[i]
		if o == l || o.Page != l.Page || !sameRow(l, o) || (o.Box[0]-l.Box[0])*side <= 0 {
			continue
		}
		if best == nil || (best.Box[0]-o.Box[0])*side > 0 {
			best = o
		}
	}
	return best
}

// Under is the next line below l in the column from x to right; nil when there is none
// close by.
func (r *Reading) Under(l *Line, x, right float64) *Line {
	if l.Row < 0 {
		return nil
	}
	for i := l.Row + 1; i < min(len(r.Rows), l.Row+2*rowReach+1); i++ {
		o := r.Rows[i]
		switch {
		case o.Page != l.Page || o.Box[1]-l.Box[1]-l.Box[3] > farBelow*max(o.Box[3], l.Box[3]):
			return nil
		case !sameRow(l, o) && o.Box[0] < right && o.Box[0]+o.Box[2] > x:
			return o
		}
	}
	return nil
}

// Over is the line above l that heads its column: close, and with an edge at one of l's.
func (r *Reading) Over(l *Line) *Line {
	if l.Row < 0 {
		return nil
	}
	for i := l.Row - 1; i >= max(0, l.Row-2*rowReach); i-- {
		o := r.Rows[i]
		if o.Page != l.Page || l.Box[1]-o.Box[1]-o.Box[3] > farBelow*max(o.Box[3], l.Box[3]) {
			return nil
		}
		left, right := o.Box[0]-l.Box[0], o.Box[0]+o.Box[2]-l.Box[0]-l.Box[2]
		if !sameRow(l, o) && min(math.Abs(left), math.Abs(right)) < sameEdge {
			return o
		}
	}
	return nil
}

// How far below a line the next one of its column stands at most, in heights of a line,
// and how far apart the edges of what stands in one column are.
const (
	farBelow = 2.0
	sameEdge = 0.015
)

// sameRow reports whether the middle of each line is within the other's height.
func sameRow(a, b *Line) bool {
	d := a.Middle() - b.Middle()
	reach := min(a.Box[3], b.Box[3]) / 2
	return d <= reach && -d <= reach
}

// After is the next line with text on the same page; nil when there is none.
func (r *Reading) After(l *Line) *Line { return r.neighbour(l, 1) }

// Before is the line with text before l on the same page; nil when there is none.
func (r *Reading) Before(l *Line) *Line { return r.neighbour(l, -1) }

// neighbour looks at most two lines away, so that one empty line does no harm.
func (r *Reading) neighbour(l *Line, step int) *Line {
	for n := 1; n <= 2; n++ {
		i := l.Index + n*step
		if i < 0 || i >= len(r.Lines) {
			return nil
		}
		if o := r.Lines[i]; len(o.Tokens) > 0 {
			if o.Page != l.Page {
				return nil
			}
			return o
		}
	}
	return nil
}

// IsScreenshot tells by its name that a picture shows a screen.
func (r *Reading) IsScreenshot() bool {
	if r.Doc.Kind != "image" {
		return false
	}
	name := lex.Fold(r.Doc.Name)
	for _, s := range []string{"screenshot", "screen shot", "bildschirmfoto", "capture d", "captura de pantalla", "schermata"} {
		if strings.Contains(name, s) {
			return true
		}
	}
	return false
}

// TokensIn are the tokens within s.
func (l *Line) TokensIn(s Span) []lex.Token {
	first := sort.Search(len(l.Tokens), func(i int) bool { return l.Tokens[i].Start >= s.Start })
	next := sort.Search(len(l.Tokens), func(i int) bool { return l.Tokens[i].End > s.End })
	return l.Tokens[first:max(first, next)]
}

// DatesIn are the dates that begin within s.
func (l *Line) DatesIn(s Span) []lex.Date {
	var in []lex.Date
	for _, f := range l.Dates {
		if at := l.Tokens[f.First].Start; at >= s.Start && at < s.End {
			in = append(in, f)
		}
	}
	return in
}

// ShortLine is how many words a line has at most that is no running text.
const ShortLine = 7

// LargeLine is from how many usual sizes on a line is a large one.
const LargeLine = 1.25
