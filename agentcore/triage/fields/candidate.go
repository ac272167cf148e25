package fields

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// candidate is a string of the document that could be the name of who issued it.
type candidate struct {
	span
	// rest is the second line of a name that has two; without a line: none.
	rest span
	cell *cell
	// tokens are those of span.
	tokens []token
	legal  bool // it ends in a legal form
	// rank counts the candidates before it, from the top of the first page.
	rank int
	// said is how often the same name stands in the document.
	said int
	// labelled says that a label such as "Sold by" stands before it.
	labelled bool
}

// value is the whole name.
func (c *candidate) value() string {
	if c.rest.line == nil {
		return c.text()
	}
	return c.text() + " " + c.rest.text()
}

// legibility is how well the worst word of the name was read, in [0, 1].
func (c *candidate) legibility() float64 {
	least := c.confidence()
	if c.rest.line != nil {
		least = min(least, c.rest.confidence())
	}
	if c.bySight() && c.isMisread() {
		least = min(least, nearMiss)
	}
	return least
}

func (c *candidate) bySight() bool { return !c.line.sure }

// evidence is that of both lines of the name.
func (c *candidate) evidence() plan.Evidence {
	e := c.span.evidence()
	e.Text = c.value()
	if c.rest.line != nil && e.Box != nil && c.rest.box() != nil {
		e.Box = union(e.Box, c.rest.box())
	}
	return e
}

// issuerCandidates are all strings that could be a name, in the order in which
// they stand on the page. None is left out for what it says.
func (r *reading) issuerCandidates() ([]*candidate, []*cell) {
	lines := r.lines[:min(len(r.lines), headLines)]
	labelled := r.behindIssuerLabels(lines)
	var all []*candidate
	add := func(c *cell, s span, legal bool) {
		if plausible(s) {
			all = append(all, &candidate{span: s, cell: c, legal: legal, tokens: s.line.tokensIn(s)})
		}
	}
	cells := cellsOf(lines)
	for _, c := range cells {
		s, legal := nameSpan(c.span)
		add(c, s, legal)
		if below := c.below(); below != nil && !legal && s.end == c.end {
			if rest, ok := endOfName(below); ok && plausible(s) {
				all = append(all, &candidate{span: s, rest: rest, cell: c, legal: true, tokens: s.line.tokensIn(s)})
			}
		}
		if at, ok := labelled[c.line]; ok && at > s.start && at < c.end && at >= c.start {
			behind, legal := nameSpan(span{c.line, at, c.end})
			add(c, behind, legal)
		}
	}
	slices.SortStableFunc(all, func(a, b *candidate) int { return comparePlace(a.cell, b.cell) })
	all = all[:min(len(all), mostCandidates)]
	said := map[string]int{}
	for i, c := range all {
		c.rank = i
		said[bare(c.value())]++
	}
	for _, c := range all {
		at, ok := labelled[c.line]
		c.said, c.labelled = said[bare(c.value())], ok && c.start == at && looksLikeName(c.line, c.span)
	}
	return all, cells
}

// comparePlace orders cells from the top of the first page down; those without
// a place as they come.
func comparePlace(a, b *cell) int {
	if a.box == nil || b.box == nil {
		return cmp.Or(cmp.Compare(a.line.index, b.line.index), cmp.Compare(a.start, b.start))
	}
	return cmp.Or(cmp.Compare(a.line.Page, b.line.Page), cmp.Compare(a.box[1], b.box[1]), cmp.Compare(a.box[0], b.box[0]))
}

// endOfName is the second line of a name: a legal form, such as Sdn Bhd, with at
// most a bracket before it.
func endOfName(c *cell) (span, bool) {
	tokens := c.tokens()
	if len(tokens) == 0 {
		return span{}, false
	}
	next, ok := legalAt(c.line.text, tokens, 0)
	if after, is := bracketed(c.line.text, tokens, 0); is {
		next, ok = legalAt(c.line.text, tokens, after)
	}
	if !ok {
		return span{}, false
	}
	end := tokens[next-1].end
	if next < len(tokens) && tokens[next].fold == "." {
		end = tokens[next].end
	}
	return span{c.line, c.start, end}, true
}

// behindIssuerLabels returns, by line, where a name begins behind a label for the
// issuer: on the line of the label, or on the one under it.
func (r *reading) behindIssuerLabels(lines []*line) map[*line]int {
	at := map[*line]int{}
	for _, l := range lines {
		if len(l.tokens) == 0 || l.Page > 1 {
			continue
		}
		next, ok := issuerLabelEnd(l)
		if !ok {
			continue
		}
		s, _ := nameSpan(span{l, l.tokens[next].end, len(l.text)})
		if next+1 == len(l.tokens) {
			s = r.nameBelow(l)
		}
		if s.line != nil && s.start < s.end {
			at[s.line] = s.start
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
func plausible(s span) bool {
	if s.line == nil || s.start >= s.end {
		return false
	}
	text := s.text()
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
		countWords(s.line.tokensIn(s)) <= mostWords && len(s.line.datesIn(s)) == 0
}

// invisible reports whether a rune shows nothing, or changes how others are shown.
func invisible(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf) }

// isPath reports whether text is written like the path of a file.
func isPath(text string) bool {
	return strings.ContainsAny(text, `\{}<>`) || strings.HasPrefix(text, ".") || strings.HasPrefix(text, "/") || strings.Contains(text, "./")
}
