package fields

import (
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// saidWithin reports whether the document says the name of the candidate among other
// words as well: a firm speaks of itself.
func (v *issuerView) saidWithin(c *candidate) bool {
	name := wordsOf(c.tokens)
	return len(name) > firm.MinDomain && strings.Count(v.text, name) > c.said
}

// belowLogo reports whether the line above in its block is of a logo: what a firm does
// stands under its name.
func (c *candidate) belowLogo() bool {
	return c.cell.At > 0 && c.cell.Block.Cells[c.cell.At-1].Line.Logo
}

// share is how many of the candidate's tokens are as is says, in [0, 1].
func (c *candidate) share(is func(lex.Token) bool) float64 {
	n := 0
	for _, t := range c.tokens {
		if is(t) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(c.tokens)))
}

// isSmall reports whether all words are in small letters, and none is common in the
// names of firms.
func (c *candidate) isSmall() bool {
	return strings.ToLower(c.Text()) == c.Text() && !c.Line.Logo && !c.legal && !slices.ContainsFunc(c.tokens, isFirmToken)
}

func (c *candidate) beginsSmall() bool {
	return !c.Line.Logo && unicode.IsLower(lex.FirstRune(c.Text()))
}

func (c *candidate) x() float64 {
	if c.cell.Box == nil {
		return 0
	}
	return c.cell.Box[0]
}

func (c *candidate) centred() bool {
	b := c.cell.Box
	return b != nil && b[0] > 0.15 && b[0]+b[2]/2 > 0.42 && b[0]+b[2]/2 < 0.58
}

func (c *candidate) isKind() bool {
	for i := range c.tokens {
		_, next, ok := page.KindAt(c.tokens, i)
		if ok && lex.CountWords(c.tokens[:i])+lex.CountWords(c.tokens[next:]) == 0 {
			return true
		}
	}
	return false
}

func (c *candidate) beginsWithKind() bool {
	if len(c.tokens) == 0 {
		return false
	}
	_, _, ok := page.KindAt(c.tokens, 0)
	return ok
}

func (c *candidate) isLabel() bool {
	if len(c.tokens) == 0 {
		return false
	}
	_, next, ok := label.DateAt(c.tokens, 0)
	if !ok {
		_, next, ok = label.Numbers.At(c.tokens, 0)
	}
	return ok && lex.CountWords(c.tokens[next:]) == 0
}

// isFirmToken reports whether a token is common in the names of firms.
func isFirmToken(t lex.Token) bool {
	return lex.NameWordOf(t.Fold) == lex.FirmWord || slices.ContainsFunc(firmEndings, func(end string) bool {
		return len(t.Fold) > len(end)+2 && strings.HasSuffix(t.Fold, end)
	})
}

// isBelowKind reports whether the line above says only what the document is.
func (v *issuerView) isBelowKind(c *candidate) bool {
	above := v.Before(c.Line)
	if above == nil {
		return false
	}
	_, next, ok := page.KindAt(above.Tokens, 0)
	return ok && lex.CountWords(above.Tokens[next:]) == 0
}

// isJoinedAsTitle reports whether a word stands between others that joins those of titles
// and seldom those of names: "Forecasts for Tidal Energy".
func (c *candidate) isJoinedAsTitle() bool {
	if c.legal || slices.ContainsFunc(c.tokens, isFirmToken) {
		return false
	}
	for i, t := range c.tokens {
		if i > 0 && i+1 < len(c.tokens) && titleJoints[t.Fold] {
			return true
		}
	}
	return false
}

var titleJoints = lex.Set("for", "in", "on", "to", "with", "from", "your", "my", "our", "how", "is", "are", "fur", "im", "zu", "zur", "zum", "uber", "auf", "mit", "vom", "pour", "sur", "dans", "avec", "para", "sobre", "con", "por", "per", "su", "voor", "op", "met", "over", "dla", "na")

// isPlaceToken reports whether a token is a word of addresses.
func isPlaceToken(t lex.Token) bool {
	return t.Kind == lex.Word && (page.IsStreet(t.Fold) || addressWords[t.Fold])
}

// isCutShort reports whether the candidate's cell goes on with words that are no
// address, as a heading does: "Rivers, Lakes and Level 1".
func (c *candidate) isCutShort() bool {
	rest := c.Line.TokensIn(page.Span{Line: c.Line, Start: c.End, End: c.cell.End})
	return !c.legal && lex.CountWords(rest) > 0 && !page.IsAddress(rest)
}

// inWindow reports whether the candidate heads what a window envelope shows: 3 to
// 6 lines with a post code at the end, and no facts of a sender.
func (c *candidate) inWindow() bool {
	b := c.cell.Block
	n := len(b.Cells)
	return n >= 3 && n <= 7 && b.Address && !b.Phone && !b.TaxID && !b.Web && !b.Bank && c.Line.Top > 0.08 && c.Line.Top < 0.4
}

// streetFollows reports whether one of the next two cells of the block is a
// street or place.
func (c *candidate) streetFollows() bool {
	next := c.cell.Below()
	for range 2 {
		if next == nil {
			return false
		}
		tokens := next.Tokens()
		if page.IsAddress(tokens) || slices.ContainsFunc(tokens, isPlaceToken) {
			return true
		}
		next = next.Below()
	}
	return false
}

// isLegalForm reports whether the candidate is a legal form without a name.
func (c *candidate) isLegalForm() bool {
	rest, ok := firm.FormBelow(c.cell)
	return ok && c.rest.Line == nil && rest.Start <= c.Start && c.End <= rest.End
}

// registered reports whether a number in brackets, or one of a register, follows.
func (v *issuerView) registered(c *candidate) bool {
	rest := strings.TrimSpace(c.Line.Text[c.End:])
	if rest == "" {
		if next := v.After(c.Line); next != nil && len(next.Dates) == 0 {
			rest = strings.TrimSpace(next.Text)
		}
	}
	digits := 0
	for _, r := range rest[:min(len(rest), 24)] {
		if lex.IsDigit(r) {
			digits++
		}
	}
	return digits >= 5 && (strings.HasPrefix(rest, "(") || strings.HasPrefix(lex.Fold(rest), "co") || strings.HasPrefix(lex.Fold(rest), "reg") ||
		len(rest) <= 14 && strings.ContainsAny(rest, "-") && lex.CountWords(lex.Tokenise(rest)) <= 1)
}

// behindLabel reports whether a label with a colon stands before the candidate
// on its line.
func (c *candidate) behindLabel() bool {
	before := strings.TrimSpace(c.Line.Text[:c.Start])
	return strings.HasSuffix(before, ":") && !c.labelled
}

// addressWords name places in addresses next to streets.
var addressWords = lex.Set("jalan", "jln", "jl", "taman", "lot", "lorong", "persiaran", "kampung", "bandar", "lebuh", "off", "blok", "block", "unit", "level", "no", "bangsar", "selangor", "johor", "kuala", "lumpur", "penang", "perak", "melaka", "singapore", "malaysia", "batu", "desa", "seksyen", "section", "plaza", "mall", "park", "industrial", "estate", "postcode", "nagar", "marg", "sector", "phase", "usa", "germany", "deutschland", "france", "schweiz", "suisse", "osterreich", "nederland", "uk")

// firmEndings end words in the names of firms.
var firmEndings = []string{"mart", "markt", "bank", "werke", "shop", "praxis", "apotheke", "versicherung", "handel", "bau", "haus", "rei", "technik", "verlag", "kasse", "store", "soft", "tech", "com"}

// isNumbered reports whether a candidate begins with the number of a heading: "1. The
// property".
func (c *candidate) isNumbered() bool {
	return len(c.tokens) > 2 && (c.tokens[0].Kind == lex.Number && (c.tokens[1].Fold == "." || c.tokens[1].Fold == ")") ||
		c.tokens[0].Fold == "(" && c.tokens[1].Kind == lex.Number || c.tokens[0].Fold == "§")
}

// isSmallWords reports whether all words are such as join those of names.
func (c *candidate) isSmallWords() bool {
	return c.share(func(t lex.Token) bool { return t.Kind == lex.Word && !firm.SmallWords[t.Fold] }) == 0
}

// greetedNames are the words of who is greeted by name, in capitals and behind a
// salutation: those of "Dear Mr and Mrs Lowther,".
func greetedNames(lines []*page.Line) map[string]bool {
	names := map[string]bool{}
	for _, l := range lines {
		if !greets(l.Tokens) || l.WordCount > page.ShortLine {
			continue
		}
		for i, t := range l.Tokens {
			if i > 0 && t.Kind == lex.Word && len(t.Fold) > 2 && !page.IsSalutation(t) && !firm.SmallWords[t.Fold] && unicode.IsUpper(lex.FirstRune(l.Text[t.Start:])) {
				names[t.Fold] = true
			}
		}
	}
	return names
}

// addressLines is how many lines the address of a recipient has at most.
const addressLines = 8

// isGreeted reports whether the block of a candidate names the person who is greeted.
func (v *issuerView) isGreeted(c *candidate) bool {
	cells := c.cell.Block.Cells
	if len(cells) > addressLines {
		return false
	}
	for _, cell := range cells {
		if greets(cell.Line.Tokens) {
			return false
		}
		if slices.ContainsFunc(cell.Tokens(), func(t lex.Token) bool { return v.greeted[t.Fold] }) {
			return true
		}
	}
	return false
}

// namesAddressee reports whether a line below in the block names a person by salutation, as
// the address of a firm does that a person is to get.
func (c *candidate) namesAddressee() bool {
	cells := c.cell.Block.Cells
	for _, below := range cells[min(len(cells), c.cell.At+1):] {
		if tokens := below.Tokens(); len(tokens) > 1 && page.IsSalutation(tokens[0]) && tokens[1].Kind != lex.Mark {
			return c.cell.Block.Address
		}
	}
	return false
}

// beforeDay reports whether a day stands behind the candidate on its line, as behind the
// place where a letter was written: "Kiel, 9 October 2018".
func (c *candidate) beforeDay() bool {
	return !c.legal && lex.CountWords(c.tokens) <= 3 && strings.HasPrefix(c.Line.Text[c.End:], ",") && len(c.Line.DatesIn(page.Span{Line: c.Line, Start: c.End, End: c.cell.End})) > 0
}

// isQuoted reports whether quotation marks stand around all that its cell says.
func (c *candidate) isQuoted() bool {
	text := c.cell.Text()
	return strings.ContainsRune("\"“„«»”", lex.FirstRune(text)) && strings.HasSuffix(strings.TrimRight(text, "\"“„«»”"), c.Text())
}
