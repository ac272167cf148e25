package fields

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// candidate is a string of the document that could be the name of who issued it.
type candidate struct {
	page.Span
	// rest is the second line of a name that has two; without a line: none.
	rest page.Span
	// goes is how the name goes on in rest.
	goes lines
	cell *page.Cell
	// tokens are those of span.
	tokens []lex.Token
	legal  bool // it ends in a legal form
	// rank counts the candidates before it, from the top of the first page.
	rank int
	// said is how often the same name stands in the document; legibility is how well
	// its worst word was read, in [0, 1].
	said       int
	legibility float64
	unknown    bool // a word of it is no common one and stands nowhere else
	// mended is the first line with the slips of OCR put right.
	mended string
	// echoes says that the name begins as a logo says it.
	echoes bool
	// labelled says that a label such as "Sold by" stands before it.
	labelled bool
	// inner says that it does not begin its cell, own that words stand before it with which a
	// firm speaks of itself.
	inner, own bool
	// partial says that a longer name with a legal form ends with it.
	partial bool
}

// value is the whole name, with the slips of OCR put right.
func (c *candidate) value() string { return c.whole(c.mended) }

// whole is a first line with the second behind it.
func (c *candidate) whole(first string) string {
	if c.rest.Line == nil {
		return first
	}
	return first + " " + c.rest.Text()
}

func (c *candidate) reading() float64 { return c.legibility }

func (c *candidate) bySight() bool { return !c.Line.Sure }

func (c *candidate) unproven() bool { return c.unknown }

// Evidence is that of both lines of the name, as they were read.
func (c *candidate) Evidence() plan.Evidence {
	e := c.Span.Evidence()
	e.Text = c.whole(c.Text())
	if c.rest.Line != nil && e.Box != nil && c.rest.Box() != nil {
		e.Box = page.Union(e.Box, c.rest.Box())
	}
	return e
}

// issuerCandidates are all strings that could be a name, in the order in which
// they stand on the page. None is left out for what it says.
func (r *reading) issuerCandidates() ([]*candidate, []*page.Cell) {
	lines := r.Lines[:min(len(r.Lines), headLines)]
	labelled := r.behindIssuerLabels(lines)
	var all []*candidate
	add := func(c *page.Cell, s page.Span, legal bool) {
		if plausible(s) {
			all = append(all, &candidate{Span: s, cell: c, legal: legal, tokens: s.Line.TokensIn(s)})
		}
	}
	cells := page.CellsOf(lines)
	inner := 0
	for n, c := range cells {
		s, legal := firm.Name(c.Span)
		add(c, s, legal)
		if n > 0 && plausible(s) && firm.EndsInOwnWords(cells[n-1]) && c.Line.Page == cells[n-1].Line.Page {
			all[len(all)-1].own = true
		}
		if rest, how, form := r.secondLine(c); how != oneLine && !legal && s.End == c.End && plausible(s) {
			all = append(all, &candidate{Span: s, rest: rest, goes: how, cell: c, legal: form, tokens: s.Line.TokensIn(s)})
		}
		at, ok := labelled[c.Line]
		if ok = ok && at > s.Start && at < c.End && at >= c.Start; !ok {
			at, ok = firm.BehindName(c)
		}
		if !ok {
			at, ok = behindKind(c)
		}
		if ok {
			behind, legal := firm.Name(page.Span{Line: c.Line, Start: at, End: c.End})
			add(c, behind, legal)
		}
		for _, name := range firm.InnerNames(c) {
			if inner < firm.MostInner && plausible(name.Span) {
				inner++
				all = append(all, &candidate{Span: name.Span, cell: c, legal: name.Legal, tokens: c.Line.TokensIn(name.Span), inner: true, own: name.Own})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *candidate) int { return comparePlace(a.cell, b.cell) })
	all = withoutEchoed(all[:min(len(all), mostCandidates)])
	said, again := map[string]int{}, wordsAgain(lines)
	for i, c := range all {
		c.rank, c.legibility, c.mended = i, c.readingOf(again), c.mend(again)
		c.unknown = slices.ContainsFunc(c.tokens, func(t lex.Token) bool { return isUnknown(t, again) })
		said[bare(c.value())]++
	}
	markPartial(all)
	for _, c := range all {
		at, ok := labelled[c.Line]
		c.said, c.labelled = said[bare(c.value())], ok && c.Start == at && firm.LooksLikeName(c.Line, c.Span)
	}
	return all, cells
}

// markPartial marks the names that longer ones with a legal form end with: "Properties AG"
// of "Alder & Finch Properties AG".
func markPartial(all []*candidate) {
	names := lists.Map(all, func(c *candidate) string { return " " + lex.Fold(c.value()) })
	for i, whole := range names {
		if !all[i].legal {
			continue
		}
		for n, name := range names {
			if len(name) < len(whole) && strings.HasSuffix(whole, name) {
				all[n].partial = true
			}
		}
	}
}

// longestEcho is how many words say no more than a name.
const longestEcho = 6

// withoutEchoed leaves out the names in logos that the text says as well, spelled as
// they are.
func withoutEchoed(all []*candidate) []*candidate {
	var logos []string
	for _, c := range all {
		if name := bare(c.Text()); c.Line.Logo && len(name) >= firm.MinDomain {
			logos = append(logos, name)
		}
	}
	if len(logos) == 0 {
		return all
	}
	said := map[string]bool{}
	for _, c := range all {
		if c.Line.Logo || lex.CountWords(c.tokens) > longestEcho || !strings.Contains(c.Text(), " ") && firm.Domain(c.Text()) != "" {
			continue
		}
		name := bare(c.Text())
		for _, logo := range logos {
			if strings.HasPrefix(name, logo) {
				c.echoes, said[logo] = true, true
			}
		}
	}
	return slices.DeleteFunc(all, func(c *candidate) bool { return c.Line.Logo && said[bare(c.Text())] })
}

// comparePlace orders cells from the top of the first page down; those without
// a place as they come.
func comparePlace(a, b *page.Cell) int {
	if a.Box == nil || b.Box == nil {
		return cmp.Or(cmp.Compare(a.Line.Index, b.Line.Index), cmp.Compare(a.Start, b.Start))
	}
	return cmp.Or(cmp.Compare(a.Line.Page, b.Line.Page), cmp.Compare(a.Box[1], b.Box[1]), cmp.Compare(a.Box[0], b.Box[0]))
}

// behindIssuerLabels returns, by line, where a name begins behind a label for the
// issuer: on the line of the label, or on the one under it.
func (r *reading) behindIssuerLabels(lines []*page.Line) map[*page.Line]int {
	at := map[*page.Line]int{}
	for _, l := range lines {
		if len(l.Tokens) == 0 || l.Page > 1 {
			continue
		}
		next, ok := issuerLabelEnd(l)
		if !ok {
			continue
		}
		s, _ := firm.Name(page.Span{Line: l, Start: l.Tokens[next].End, End: len(l.Text)})
		if next+1 == len(l.Tokens) {
			s = r.nameBelow(l)
		}
		if s.Line != nil && s.Start < s.End {
			at[s.Line] = s.Start
		}
	}
	return at
}

// The bounds of what could be a name at all.
const (
	longestName    = 60 // characters
	mostWords      = 9
	mostCandidates = 150
)

// plausible reports whether a name could be written like s: mostly letters, no
// date.
func plausible(s page.Span) bool {
	if s.Line == nil || s.Start >= s.End {
		return false
	}
	text := s.Text()
	n := utf8.RuneCountInString(text)
	if n < 2 || n > longestName || !utf8.ValidString(text) || strings.ContainsFunc(text, invisible) || isPath(text) {
		return false
	}
	letters := 0
	for _, c := range text {
		if unicode.IsLetter(c) {
			letters++
		}
	}
	return letters >= 2 && letters*2 >= n-strings.Count(text, " ") &&
		lex.CountWords(s.Line.TokensIn(s)) <= mostWords && len(s.Line.DatesIn(s)) == 0
}

// invisible reports whether a rune shows nothing, or changes how others are shown.
func invisible(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf) }

// isPath reports whether text is written like the path of a file.
func isPath(text string) bool {
	return strings.ContainsAny(text, `\{}<>`) || strings.HasPrefix(text, ".") || strings.HasPrefix(text, "/") || strings.Contains(text, "./")
}
