package fields

import (
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// How well a word counts as read that is a common one, or that stands in the
// document again; and one that looks like a slip of the reader.
const (
	wellRead = 0.93
	misread  = 0.55
	mended   = 0.75
)

// shortSlip is how many letters a word has that is often a letter off another one:
// only one that was read with doubt is a slip.
const shortSlip = 4

// readingOf is how well the worst word of a name was read, in [0, 1]. Its legal form
// does not count. again says how many lines of the document have a word.
func (c *candidate) readingOf(again map[string]int) float64 {
	if !c.bySight() {
		return 1
	}
	least := 1.0
	if c.wordsBefore() {
		least = misread
	}
	for i := 0; i < len(c.tokens); {
		if _, next, ok := firm.Forms.At(c.tokens, i); ok && i > 0 {
			i = next
			continue
		}
		least = min(least, c.wordReading(c.tokens[i], again))
		i++
	}
	return least
}

// wordsBefore reports whether words stand before the candidate on its line that are no
// label: the name may begin with what they were.
func (c *candidate) wordsBefore() bool {
	before := c.Line.TokensIn(page.Span{Line: c.Line, Start: 0, End: c.Start})
	return !c.labelled && lex.CountWords(before) > 0 && before[len(before)-1].Fold != ":"
}

func (c *candidate) wordReading(t lex.Token, again map[string]int) float64 {
	confidence := page.Span{Line: c.Line, Start: t.Start, End: t.End}.Confidence()
	if t.Kind != lex.Word {
		if strings.IndexFunc(t.Fold, isSymbol) >= 0 {
			return min(confidence, misread)
		}
		return confidence
	}
	known := isCommon(t)
	long := len(t.Fold) > 2
	switch {
	case known && long, again[t.Fold] > 1 && len(t.Fold) > 3:
		return max(confidence, wellRead)
	case (len(t.Fold) > shortSlip || confidence < wellRead) && long && lex.IsSlip(t.Fold):
		if _, ok := c.slip(t, again); ok {
			return mended
		}
		return min(confidence, misread)
	}
	return confidence
}

// mend is the text of a candidate with each word put right that OCR misread.
func (c *candidate) mend(again map[string]int) string {
	text := c.Text()
	for _, t := range c.tokens {
		if word, ok := c.slip(t, again); ok && c.bySight() {
			at := t.Start - c.Start
			text = text[:at] + word + text[at+len(word):]
		}
	}
	return text
}

// slip returns the common word that OCR misread as t: one that is not well read, stands
// nowhere else, and could be one common word alone. Many a short word is a letter off
// another: it is put right only among common words.
func (c *candidate) slip(t lex.Token, again map[string]int) (word string, ok bool) {
	s := page.Span{Line: c.Line, Start: t.Start, End: t.End}
	if t.Kind != lex.Word || len(t.Fold) <= 2 || isCommon(t) || again[t.Fold] > 1 || s.Confidence() >= wellRead ||
		len(t.Fold) <= shortSlip && !c.isCommonBut(t) {
		return "", false
	}
	return lex.Mended(s.Text())
}

// isCommonBut reports whether a candidate has common words besides t and its
// legal form, and no others.
func (c *candidate) isCommonBut(t lex.Token) bool {
	common := 0
	for i := 0; i < len(c.tokens); i++ {
		o := c.tokens[i]
		if _, next, ok := firm.Forms.At(c.tokens, i); ok && i > 0 {
			i = next - 1
			continue
		}
		switch {
		case o == t || o.Kind != lex.Word:
		case !isCommon(o):
			return false
		case !firm.SmallWords[o.Fold]:
			common++
		}
	}
	return common >= minCommon
}

// minCommon is how many common words there are at least for a short one to be put right.
const minCommon = 2

// isCommon reports whether a word is a common one of names.
func isCommon(t lex.Token) bool { return lex.NameWordOf(t.Fold) != 0 || firm.SmallWords[t.Fold] }

// isUnknown reports whether a token is a word that is no common one and stands on one
// line alone.
func isUnknown(t lex.Token, again map[string]int) bool {
	return t.Kind == lex.Word && len(t.Fold) > 1 && !isCommon(t) && again[t.Fold] < 2
}

// isSymbol reports whether a reader makes r of what it cannot read.
func isSymbol(r rune) bool {
	return unicode.IsSymbol(r) || strings.ContainsRune("!?*~_\\{}[]<>|¢£€§", r)
}

// wordsAgain counts in how many of the lines each word stands.
func wordsAgain(lines []*page.Line) map[string]int {
	count := map[string]int{}
	for _, l := range lines {
		said := map[string]bool{}
		for _, t := range l.Tokens {
			if t.Kind == lex.Word && !said[t.Fold] {
				said[t.Fold] = true
				count[t.Fold]++
			}
		}
	}
	return count
}
