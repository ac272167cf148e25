package firm

import (
	"unicode"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// ownWords are what a firm says before its name in running text: "we at", "thank you for
// shopping at".
var ownWords = lex.NewPhrases(lex.Entry[bool]{Class: true, List: lex.Listed("speaks of itself")})

// closings end a letter; who wrote it follows.
var closings = lex.NewPhrases(lex.Entry[bool]{Class: true, List: lex.Listed("closing")})

// MostInner is how many names within lines are looked at, and innerWords how many words
// such a name has at most.
const (
	MostInner  = 40
	innerWords = 7
)

// Inner is a name that does not begin its cell.
type Inner struct {
	page.Span
	// Legal says that it has a legal form, Own that it stands behind words with which a firm
	// speaks of itself.
	Legal, Own bool
}

// InnerNames are the names within a cell: those that end in a legal form, and those behind
// a mark of a footer, "Imprint · Alder Ltd", or behind ownWords.
func InnerNames(c *page.Cell) []Inner {
	var all []Inner
	text, tokens := c.Line.Text, c.Tokens()
	for i := 1; i < len(tokens); i++ {
		t := tokens[i]
		if next, ok := FormAt(text, tokens, i); ok {
			if first := nameStart(text, tokens, i); first > 0 && first < i {
				s, _ := Name(page.Span{Line: c.Line, Start: tokens[first].Start, End: c.End})
				all = append(all, Inner{Span: s, Legal: true})
			}
			i = next - 1
			continue
		}
		if partsFooter[t.Fold] && t.Start > tokens[i-1].End && i+1 < len(tokens) && unicode.IsUpper(lex.FirstRune(text[tokens[i+1].Start:])) {
			s, legal := Name(page.Span{Line: c.Line, Start: tokens[i+1].Start, End: c.End})
			all = append(all, Inner{Span: s, Legal: legal})
		}
	}
	for i := range tokens {
		if _, next, ok := ownWords.At(tokens, i); ok && next < len(tokens) {
			if s, legal := nameAfter(c, tokens, next); s.Line != nil {
				all = append(all, Inner{Span: s, Legal: legal, Own: true})
			}
		}
	}
	return all
}

// EndsInOwnWords reports whether a cell ends in ownWords: the name stands below.
func EndsInOwnWords(c *page.Cell) bool {
	tokens := c.Tokens()
	for i := range tokens {
		if _, next, ok := ownWords.At(tokens, i); ok && next == len(tokens) && next-i > 1 {
			return true
		}
	}
	return false
}

// partsFooter parts what stands in the foot of a page.
var partsFooter = lex.Set("·", "•", "|", "∙")

// nameStart is where the name begins that ends before token end: behind the last word in
// small letters that joins none, or a mark that names do not have.
func nameStart(text string, tokens []lex.Token, end int) int {
	first, words := end, 0
	for i := end - 1; i >= 0; i-- {
		t := tokens[i]
		switch {
		case words > innerWords:
			return end // no name
		case t.Kind == lex.Word && (unicode.IsUpper(lex.FirstRune(text[t.Start:])) || i+1 < end && tokens[i+1].Start == t.End && tokens[i+1].Fold == "-"):
			first, words = i, words+1
		case t.Kind == lex.Word && SmallWords[t.Fold], t.Fold == "&", t.Fold == "'", t.Fold == "’", t.Fold == "-" && i > 0 && tokens[i-1].End == t.Start, t.Fold == "." && i > 0 && t.Start == tokens[i-1].End && len(tokens[i-1].Fold) <= 2:
		case t.Fold == "," && i == end-1: // Cloudbox, Inc.
		default:
			return first
		}
	}
	return first
}

// nameAfter is the name that begins at token first of a cell: its words with capitals, and
// those that join them.
func nameAfter(c *page.Cell, tokens []lex.Token, first int) (page.Span, bool) {
	text := c.Line.Text
	if t := tokens[first]; (t.Fold == "the" || partyWords[t.Fold]) && first+1 < len(tokens) {
		first++
	}
	if tokens[first].Kind != lex.Word || !unicode.IsUpper(lex.FirstRune(text[tokens[first].Start:])) {
		return page.Span{}, false
	}
	s, legal := Name(page.Span{Line: c.Line, Start: tokens[first].Start, End: c.End})
	if legal {
		return s, true
	}
	end, words := first, 0
	for i := first; i < len(tokens) && tokens[i].Start < s.End && words < innerWords; i++ {
		t := tokens[i]
		switch {
		case t.Kind == lex.Word && unicode.IsUpper(lex.FirstRune(text[t.Start:])), t.Kind == lex.Number && i > first:
			end, words = i+1, words+1
		case t.Kind == lex.Word && SmallWords[t.Fold], t.Kind == lex.Mark && t.Fold != "." && t.Fold != "!":
		case t.Kind == lex.Mark && t.Fold == "." && len(tokens[i-1].Fold) <= 2:
		default:
			i = len(tokens)
		}
	}
	return page.Span{Line: c.Line, Start: s.Start, End: tokens[end-1].End}, false
}

// partyWords stand before a name and are no part of it.
var partyWords = lex.Set("der", "die", "das", "dem", "den", "la", "le", "les", "el", "il", "de", "het", "o", "a", "firma", "team")

// closingReach is how many lines below a closing the names of who wrote a letter stand in.
const closingReach = 6

// BelowClosing are the lines below the words that end a letter.
func BelowClosing(lines []*page.Line) map[*page.Line]bool {
	below := map[*page.Line]bool{}
	for i, l := range lines {
		if len(l.Tokens) == 0 {
			continue
		}
		if _, next, ok := closings.At(l.Tokens, 0); ok && lex.CountWords(l.Tokens[next:]) <= 3 {
			for _, b := range lines[i:min(len(lines), i+1+closingReach)] {
				below[b] = true
			}
		}
	}
	return below
}
