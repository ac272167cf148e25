package fields

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// party is who a part of a document is about.
type party int

const (
	noParty party = iota
	sellerParty
	buyerParty
	otherParty // a bank, an agency, a carrier
)

// heading is a cell that says nothing but whose address or data follow: "Seller",
// "Käufer:".
type partyHeading struct {
	*page.Cell
	party party
}

// mostHeadings is how many such cells are looked at.
const mostHeadings = 24

// partyHeadings are those of the document.
func partyHeadings(cells []*page.Cell) []partyHeading {
	var all []partyHeading
	for _, c := range cells {
		if p := partyOf(c.Tokens()); p != noParty && len(all) < mostHeadings {
			all = append(all, partyHeading{c, p})
		}
	}
	return all
}

// partyOf is who is named by tokens that hold nothing else.
func partyOf(tokens []lex.Token) party {
	end := len(tokens)
	for end > 0 && tokens[end-1].Kind == lex.Mark {
		end--
	}
	if end == 0 || tokens[0].Kind != lex.Word {
		return noParty
	}
	for i := range end {
		if i > 0 && tokens[i-1].Fold != "/" {
			continue // Account / Payable to
		}
		if _, next, ok := issuerLabels.At(tokens, i); ok && next == end {
			return sellerParty
		}
		if _, next, ok := page.RecipientWords.At(tokens, i); ok && next == end {
			return buyerParty
		}
		if _, next, ok := otherParties.At(tokens, i); ok && next == end {
			return otherParty
		}
	}
	if end == 2 && tokens[1].Kind == lex.Word { // "Ver käufer": letters set wide apart
		return partyOf([]lex.Token{{Kind: lex.Word, Fold: tokens[0].Fold + tokens[1].Fold}})
	}
	return noParty
}

// otherParties are who has a part in a document and neither issued nor got it.
var otherParties = lex.NewPhrases(lex.Entry[bool]{Class: true, List: lex.Listed("somebody else")})

// How far below its heading a name stands: in heights of the page, and in lines of
// plain text; and how far from it to a side.
const (
	partyReach = 0.2
	partyLines = 10
	partySide  = 0.06
)

// partyAbove is that of the nearest heading above a candidate, in its column; in a
// table of labels and values, that of its label's.
func (v *issuerView) partyAbove(c *candidate) party {
	if p := partyOver(v.headings, c.cell); p != noParty || c.cell.Box == nil {
		return p
	}
	named := *c.cell
	if left := v.LeftOf(c.Line); left != nil {
		named.Box = left.Box
	} else {
		named.Box = c.Line.Box
	}
	return partyOver(v.headings, &named)
}

func partyOver(headings []partyHeading, c *page.Cell) party {
	best, least := noParty, math.Inf(1)
	for _, h := range headings {
		if h.Line == c.Line || h.Line.Page != c.Line.Page {
			continue
		}
		var down float64
		if h.Box == nil || c.Box == nil {
			if down = float64(c.Line.Index-h.Line.Index) / partyLines; h.Box != nil || c.Box != nil {
				continue
			}
		} else {
			if h.Box[0] > c.Box[0]+c.Box[2] || c.Box[0] > h.Box[0]+h.Box[2]+partySide {
				continue
			}
			down = (c.Box[1] - h.Box[1]) / partyReach
		}
		if down > 0 && down <= 1 && down < least {
			best, least = h.party, down
		}
	}
	return best
}

// behindKind returns where a name may begin behind what a document of trade is called,
// at the head of a page: "BOARDING PASS BLUE HERON AIRWAYS".
func behindKind(c *page.Cell) (int, bool) {
	tokens := c.Tokens()
	if len(tokens) == 0 || c.Line.Page > 1 || c.Line.Top > kinds.TopPart || lex.HasNumber(tokens) {
		return 0, false
	}
	role, next, ok := page.KindAt(tokens, 0)
	if !ok || !role.IsTrade() || next >= len(tokens) || tokens[next].Kind != lex.Word || firm.SmallWords[tokens[next].Fold] || isAllLabels(tokens[next:]) ||
		page.NamesKind(tokens[next:]) || !unicode.IsUpper(lex.FirstRune(c.Line.Text[tokens[next].Start:])) {
		return 0, false
	}
	return tokens[next].Start, true
}

// behindNameLabel reports whether a label for a name stands before the candidate,
// on its line or in the cell to its left.
func (v *issuerView) behindNameLabel(c *candidate) bool {
	before := c.Line.TokensIn(page.Span{Line: c.Line, Start: 0, End: c.Start})
	if len(before) == 0 {
		left := v.LeftOf(c.Line)
		if left == nil {
			return false
		}
		before = left.Tokens
	}
	end := len(before)
	for end > 0 && before[end-1].Kind == lex.Mark {
		end--
	}
	for i := max(0, end-4); i < end; i++ {
		if _, next, ok := firm.NameLabels.At(before, i); ok && next == end {
			return true
		}
	}
	return false
}

// namedUnder reports whether a label for a name before the candidate stands under a
// heading for the party.
func (v *issuerView) namedUnder(c *candidate, p party) bool {
	return v.behindNameLabel(c) && v.partyAbove(c) == p
}

// headsAddress reports whether an address follows on the candidate's own line, as
// in the small line over the window of an envelope.
func (c *candidate) headsAddress() bool {
	rest := c.Line.TokensIn(page.Span{Line: c.Line, Start: c.End, End: len(c.Line.Text)})
	return len(rest) > 0 && rest[0].Kind == lex.Mark && page.IsAddress(rest)
}

// isTradeAlone reports whether the name is a legal form with words that thousands
// of firms have.
func (c *candidate) isTradeAlone() bool {
	if !c.legal {
		return false
	}
	for i := 0; i < len(c.tokens); i++ {
		t := c.tokens[i]
		if t.Kind != lex.Word || isFirmToken(t) || isPlaceToken(t) || firm.SmallWords[t.Fold] {
			continue
		}
		if _, _, ok := firm.Forms.At(c.tokens, i); !ok {
			return false
		}
	}
	return true
}

// isTorn reports whether the candidate begins or ends within a bracket, or behind an "&".
func (c *candidate) isTorn() bool {
	if before := c.Line.TokensIn(page.Span{Line: c.Line, Start: c.cell.Start, End: c.Start}); len(before) > 0 && before[len(before)-1].Fold == "&" {
		return true // & Sons
	}
	text := c.value()
	open, shut := strings.IndexAny(text, "(["), strings.IndexAny(text, ")]")
	return open == 0 || (open < 0) != (shut < 0) || shut >= 0 && shut < open
}

// endsInNumberWord reports whether a number is to follow: "Company No".
func (c *candidate) endsInNumberWord() bool {
	for i := len(c.tokens) - 1; i >= 0; i-- {
		switch t := c.tokens[i]; t.Kind {
		case lex.Number:
			return false // it stands there: School No 14
		case lex.Word:
			return label.NumberSigns[t.Fold] || t.Fold == "id" || t.Fold == "code" || label.IsNumberWord(t.Fold)
		}
	}
	return false
}

// holdsKind reports whether a word of the candidate is what documents are called,
// behind others.
func (c *candidate) holdsKind() bool {
	for i := 1; i < len(c.tokens); i++ {
		if _, _, ok := page.KindAt(c.tokens, i); ok {
			return true
		}
	}
	return slices.ContainsFunc(c.tokens, func(t lex.Token) bool {
		for _, plural := range []string{"en", "n", "s"} {
			if one, ok := strings.CutSuffix(t.Fold, plural); ok && t.Kind == lex.Word {
				if _, _, ok := page.KindAt([]lex.Token{{Kind: lex.Word, Fold: one}}, 0); ok {
					return true
				}
			}
		}
		return false
	})
}

// shortWords is how many of its words have one or two letters.
func (c *candidate) shortWords() float64 {
	return c.share(func(t lex.Token) bool {
		return t.Kind == lex.Word && len([]rune(t.Fold)) <= 2 && !firm.SmallWords[t.Fold]
	})
}
