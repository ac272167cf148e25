package kinds

import (
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

// Found is what a document calls itself. Confidence is the share of such choices that
// were right.
type Found struct {
	page.Span
	Value      string
	Confidence float64
	Role       page.Role
	// Grown says that the words before it on its line belong to it, Heads that it stands
	// over the text.
	Grown, Heads bool
}

// Least is the confidence below which a document rather mentions a kind than is of it.
const Least = 0.62

// Find returns the likeliest kind of the document, by the weights m.
func Find(r *page.Reading, m *rank.Model) (Found, bool) {
	all, choice := choices(r)
	p, _ := m.Probabilities(choice)
	best, second := rank.Best(p)
	if best < 0 {
		return Found{}, false
	}
	c := all[best]
	found := c.whole()
	found.Confidence = m.Calibration.Confidence(p[best], second, c.source())
	return found, found.Confidence >= Least
}

// Options returns the kinds that the document names, and what is known of each, for
// fitting the weights.
func Options(r *page.Reading) (values []string, sources []rank.Source, choice rank.Choice) {
	all, choice := choices(r)
	for _, c := range all {
		values, sources = append(values, c.whole().Value), append(sources, c.source())
	}
	return values, sources, choice
}

func (c *candidate) source() rank.Source {
	return rank.Source{OCR: !c.Line.Sure, Legibility: c.Confidence(), Traded: c.role.IsTrade()}
}

// mostWords is how many words a kind has at most.
const mostWords = 4

// whole is a kind with the words before it that say more closely what it is, "Annual
// Safety Report", or those behind it, "Certificate of Completion". Bills are not told
// apart like that.
func (c *candidate) whole() Found {
	k := Found{Span: c.Span, Value: TitleCase(c.Text()), Role: c.role, Heads: c.heads()}
	s := page.Span{Line: k.Line, Start: 0, End: len(k.Line.Text)}.Trimmed("#*=_-–—:;,.\"“”„")
	grown := Found{Span: s, Value: TitleCase(s.Text()), Role: c.role, Grown: true, Heads: c.heads()}
	if !s.Legible() || !page.IsTitle(s) {
		return k
	}
	if k.Role == page.FormalRole && s.Start == k.Start && s.End > k.End && k.Line.WordCount <= mostWords+1 &&
		label.IsOf(k.Line.TokensIn(page.Span{Line: k.Line, Start: k.End, End: s.End})) && !lex.HasNumber(k.Line.Tokens) {
		return grown
	}
	if k.Role != page.LooseRole && k.Role != page.FormalRole || s.End != k.End || s.Start == k.Start || k.Line.WordCount > mostWords ||
		k.Line.WordCount != len(k.Line.TokensIn(s)) || !firm.LooksLikeName(k.Line, s) {
		return k
	}
	return grown
}

// Traded reports whether a kind is one of trade, such as an invoice, a receipt or
// a statement: a name without who issued it says little.
func Traded(kind string) bool {
	tokens := lex.Tokenise(kind)
	for i := range tokens {
		if role, _, ok := page.KindAt(tokens, i); ok && role.IsTrade() {
			return true
		}
	}
	return false
}

// TitleCase writes NOTICE OF TERMINATION as Notice of Termination and leaves
// other spellings alone but for a capital at the start.
func TitleCase(s string) string {
	if strings.ToUpper(s) != s {
		return capitalised(s)
	}
	words := strings.SplitAfter(strings.ToLower(s), " ")
	for i, w := range words {
		if i == 0 || !firm.SmallWords[lex.Fold(strings.TrimSpace(w))] {
			words[i] = capitalised(w)
		}
	}
	return strings.Join(words, "")
}

func capitalised(s string) string {
	first := lex.FirstRune(s)
	return string(unicode.ToTitle(first)) + strings.TrimPrefix(s, string(first))
}
