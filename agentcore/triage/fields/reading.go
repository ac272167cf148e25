package fields

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// maxLine is how many bytes of one line are looked at. No line of a page is
// as long; a text file without breaks is.
const maxLine = 4000

// reading is a document prepared for the rules.
type reading struct {
	models Models
	doc    Document
	lines  []*line
	// rows are the lines that have a place, by page and height on it.
	rows   []*line
	lang   language
	money  currency
	median float64 // size of the usual line; 0 when not known
}

// line is a Line with all that the rules ask of it.
type line struct {
	*Line
	text   string // Text, cut to maxLine
	tokens []token
	words  []placedWord
	// wordCount is how many of the tokens are words.
	wordCount int
	index     int // in document order
	row       int // in reading.rows; -1 when it has no place
	// top is how far down the first page it stands, in [0, 1]; 2 on the pages
	// after it.
	top float64
	// recipient says that it belongs to the address of who got the document,
	// from byte recipientFrom on.
	recipient     bool
	recipientFrom int
	// billed says that a label such as "Bill to" told so, not a salutation.
	billed bool
	sure   bool // read from text, not by OCR
	dates  []foundDate
}

func newReading(d Document) *reading {
	r := &reading{doc: d, lines: make([]*line, 0, len(d.Lines))}
	for i := range d.Lines {
		r.lines = append(r.lines, newLine(&d.Lines[i], i, d.Method))
	}
	r.orderRows()
	r.median = medianSize(r.lines)
	r.lang, r.money = r.guessLanguage(), r.guessCurrency()
	for _, l := range r.lines {
		l.dates = findDates(l.text, l.tokens)
	}
	r.markRecipients()
	return r
}

func newLine(src *Line, index int, method plan.Method) *line {
	l := &line{Line: src, text: cut(src.Text, maxLine), index: index, row: -1, sure: method != plan.MethodOCR}
	l.tokens = tokenise(l.text)
	l.wordCount = countWords(l.tokens)
	l.words = placeWords(l.text, src.Words)
	switch {
	case src.Page > 1:
		l.top = 2
	case len(src.Box) == 4:
		l.top = src.Box[1]
	default:
		l.top = min(1, float64(index)/linesOfAPage)
	}
	return l
}

// linesOfAPage is how many lines plain text is taken to have on a page.
const linesOfAPage = 50

// orderRows sorts the lines that have a box by page and height.
func (r *reading) orderRows() {
	for _, l := range r.lines {
		if len(l.Box) == 4 {
			r.rows = append(r.rows, l)
		}
	}
	slices.SortStableFunc(r.rows, func(a, b *line) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.middle(), b.middle()))
	})
	for i, l := range r.rows {
		l.row = i
	}
}

// middle is the height of the line's middle on its page.
func (l *line) middle() float64 { return l.Box[1] + l.Box[3]/2 }

// size is the height of the letters as a fraction of the page; 0: not known.
func (l *line) size() float64 {
	if l.Size > 0 || len(l.Box) != 4 {
		return l.Size
	}
	return l.Box[3]
}

func medianSize(lines []*line) float64 {
	var sizes []float64
	for _, l := range lines {
		if s := l.size(); s > 0 {
			sizes = append(sizes, s)
		}
	}
	if len(sizes) == 0 {
		return 0
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// relative is the line's size in sizes of the usual line; 1 when not known.
func (r *reading) relative(l *line) float64 {
	if r.median == 0 || l.size() == 0 {
		return 1
	}
	return l.size() / r.median
}

// rowReach is how many neighbours in height are asked who stands in one row.
const rowReach = 8

// rightOf is the nearest line in the same row, to the right of l.
func (r *reading) rightOf(l *line) *line { return r.inRow(l, 1) }

// leftOf is the nearest line in the same row, to the left of l.
func (r *reading) leftOf(l *line) *line { return r.inRow(l, -1) }

func (r *reading) inRow(l *line, side float64) *line {
	if l.row < 0 {
		return nil
	}
	var best *line
	for i := max(0, l.row-rowReach); i < min(len(r.rows), l.row+rowReach+1); i++ {
		o := r.rows[i]
		if o == l || o.Page != l.Page || !sameRow(l, o) || (o.Box[0]-l.Box[0])*side <= 0 {
			continue
		}
		if best == nil || (best.Box[0]-o.Box[0])*side > 0 {
			best = o
		}
	}
	return best
}

// sameRow tells whether the middle of each line is within the other's height.
func sameRow(a, b *line) bool {
	d := a.middle() - b.middle()
	reach := min(a.Box[3], b.Box[3]) / 2
	return d <= reach && -d <= reach
}

// after is the next line with text on the same page, before the line before
// it; nil when there is none.
func (r *reading) after(l *line) *line  { return r.neighbour(l, 1) }
func (r *reading) before(l *line) *line { return r.neighbour(l, -1) }

// neighbour looks at most two lines away, so that one empty line does no harm.
func (r *reading) neighbour(l *line, step int) *line {
	for n := 1; n <= 2; n++ {
		i := l.index + n*step
		if i < 0 || i >= len(r.lines) {
			return nil
		}
		if o := r.lines[i]; len(o.tokens) > 0 {
			if o.Page != l.Page {
				return nil
			}
			return o
		}
	}
	return nil
}

// isScreenshot tells by its name that a picture shows a screen.
func (r *reading) isScreenshot() bool {
	if r.doc.Kind != "image" {
		return false
	}
	name := fold(r.doc.Name)
	for _, s := range []string{"screenshot", "screen shot", "bildschirmfoto", "capture d", "captura de pantalla", "schermata"} {
		if strings.Contains(name, s) {
			return true
		}
	}
	return false
}

// tokensIn are the tokens within s.
func (l *line) tokensIn(s span) []token {
	first := sort.Search(len(l.tokens), func(i int) bool { return l.tokens[i].start >= s.start })
	next := sort.Search(len(l.tokens), func(i int) bool { return l.tokens[i].end > s.end })
	return l.tokens[first:max(first, next)]
}

// datesIn are the dates that begin within s.
func (l *line) datesIn(s span) []foundDate {
	var in []foundDate
	for _, f := range l.dates {
		if at := l.tokens[f.first].start; at >= s.start && at < s.end {
			in = append(in, f)
		}
	}
	return in
}

// shortLine is how many words a line has at most that is no running text.
const shortLine = 7
