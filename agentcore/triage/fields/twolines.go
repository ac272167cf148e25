package fields

import (
	"math"

	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// lines is how a name goes on in the line below its first.
type lines int

const (
	oneLine lines = iota
	// oneName has its legal form below.
	oneName
	// joined has a word between the lines that leads from one to the other, "Mairie de",
	// "of Lindenau".
	joined
	// alike has two large lines that look the same, as logos do.
	alike
)

// secondLine is the line below a cell in which a name goes on, and how it does; form
// says that it ends in a legal form.
func (r *reading) secondLine(c *page.Cell) (rest page.Span, how lines, form bool) {
	below := c.Below()
	if below == nil {
		return page.Span{}, oneLine, false
	}
	if rest, ok := firm.FormBelow(below); ok {
		return rest, oneName, true
	}
	rest, form = firm.Name(below.Span)
	switch {
	case !isWords(c.Tokens()) || !plausible(rest) || !isWords(below.Line.TokensIn(rest)):
	case joinsLines(c.Tokens(), below.Tokens()):
		return rest, joined, form
	case r.isLogo(c, below):
		return rest, alike, form
	}
	return page.Span{}, oneLine, false
}

// torn is how a candidate of one line goes on in the next, or the one above in it.
func (v *issuerView) torn(c *candidate) lines {
	if c.rest.Line != nil {
		return oneLine
	}
	if _, how, _ := v.secondLine(c.cell); how != oneLine {
		return how
	}
	if c.cell.At == 0 {
		return oneLine
	}
	_, how, _ := v.secondLine(c.cell.Block.Cells[c.cell.At-1])
	if how == oneName {
		return oneLine // it is a legal form alone
	}
	return how
}

// mostNameWords is how many words a line of a name of two lines has at most.
const mostNameWords = 5

// isWords reports whether tokens are a few words and nothing else.
func isWords(tokens []lex.Token) bool {
	words := 0
	for _, t := range tokens {
		switch {
		case t.Kind == lex.Word:
			words++
		case t.Kind == lex.Number, t.Fold != "-" && t.Fold != "&" && t.Fold != "'" && t.Fold != "’" && t.Fold != ".":
			return false
		}
	}
	return words > 0 && words <= mostNameWords
}

// joinsLines reports whether the first line ends in a word that leads on, or the second
// begins with one.
func joinsLines(first, second []lex.Token) bool {
	last, next := first[len(first)-1], second[0]
	return len(first) > 1 && joinWords[last.Fold] || len(second) > 1 && joinWords[next.Fold]
}

// joinWords lead from one part of a name to the next.
var joinWords = lex.Set("&", "and", "of", "und", "et", "y", "e", "de", "du", "des", "del", "della", "dei", "degli", "di", "da", "do", "dos", "fur", "van", "der")

// How alike the lines of a logo are: their size to the usual one and to each other, how
// far their edges or middles lie apart in widths of the page, and the gap between them in
// heights.
const (
	logoSize  = 1.25
	logoRatio = 1.12
	logoEdge  = 0.015
	logoGap   = 0.9
	logoWords = 3
)

// isLogo reports whether two cells, and no third, are large and look the same.
func (r *reading) isLogo(c, below *page.Cell) bool {
	if !r.looksAlike(c, below) || isKindAlone(c.Tokens()) || isKindAlone(below.Tokens()) {
		return false
	}
	if next := below.Below(); next != nil && r.looksAlike(below, next) {
		return false
	}
	return c.At == 0 || !r.looksAlike(c.Block.Cells[c.At-1], c)
}

func isKindAlone(tokens []lex.Token) bool {
	_, next, ok := page.KindAt(tokens, 0)
	return ok && next == len(tokens)
}

func (r *reading) looksAlike(a, b *page.Cell) bool {
	if a.Box == nil || b.Box == nil || lex.CountWords(a.Tokens()) > logoWords || lex.CountWords(b.Tokens()) > logoWords {
		return false
	}
	x, y := r.Relative(a.Line), r.Relative(b.Line)
	edges := math.Abs(a.Box[0]-b.Box[0]) <= logoEdge || math.Abs(a.Box[0]+a.Box[2]/2-b.Box[0]-b.Box[2]/2) <= logoEdge
	return min(x, y) >= logoSize && max(x, y) <= logoRatio*min(x, y) && edges && b.Box[1]-a.Box[1]-a.Box[3] <= logoGap*a.Box[3]
}
