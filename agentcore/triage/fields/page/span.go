package page

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// minWord is the confidence below which a word is never part of a value.
const minWord = 0.5

// Word is a RawWord and the bytes of the line's text that it takes.
type Word struct {
	*RawWord
	Start, end int
}

// wordReach is how many bytes ahead a word is looked for.
const wordReach = 64

// placeWords finds the words in the text, one after the other; a word that is
// not in the text is left out.
func placeWords(text string, words []RawWord) []Word {
	var placed []Word
	at := 0
	for i := range words {
		w := &words[i]
		if w.Text == "" || at >= len(text) {
			continue
		}
		n := strings.Index(lex.Cut(text[at:], wordReach+len(w.Text)), w.Text)
		if n < 0 {
			continue
		}
		placed = append(placed, Word{w, at + n, at + n + len(w.Text)})
		at += n + len(w.Text)
	}
	return placed
}

// Span is the place of a value: the bytes from start to end of a line.
type Span struct {
	Line       *Line
	Start, End int
}

// Text is the text of the span.
func (s Span) Text() string { return s.Line.Text[s.Start:s.End] }

// SpanOf is the place of the tokens from first up to next.
func (l *Line) SpanOf(first, next int) Span {
	return Span{l, l.Tokens[first].Start, l.Tokens[next-1].End}
}

// Trimmed is s without the bytes of cutset and spaces at its ends.
func (s Span) Trimmed(cutset string) Span {
	t := s.Text()
	inner := strings.TrimLeft(t, cutset+" \t\u00a0")
	s.Start += len(t) - len(inner)
	s.End = s.Start + len(strings.TrimRight(inner, cutset+" \t\u00a0"))
	return s
}

// Confidence is that of the least certain word in the span, in [0, 1].
func (s Span) Confidence() float64 {
	if s.Line.Sure {
		return 1
	}
	least, covered := 1.0, false
	for _, w := range s.covered() {
		least, covered = min(least, w.Confidence), true
	}
	if !covered {
		least = s.Line.Confidence
	}
	return max(0, min(1, least))
}

// Legible says that a value may be made of the span.
func (s Span) Legible() bool { return s.LegibleFrom(minWord) }

// LegibleFrom says the same with a least confidence of each word.
func (s Span) LegibleFrom(least float64) bool {
	t := s.Text()
	return s.Start < s.End && s.Confidence() >= least && utf8.ValidString(t) && !strings.ContainsFunc(t, unicode.IsControl)
}

// Box is what the words of the span cover; else the line's box.
func (s Span) Box() []float64 {
	var box []float64
	for _, w := range s.covered() {
		if len(w.Box) == 4 {
			box = Union(box, w.Box)
		}
	}
	if box == nil && len(s.Line.Box) == 4 {
		box = append(box, s.Line.Box...)
	}
	return box
}

// covered are the words that have a byte in the span.
func (s Span) covered() []Word {
	words := s.Line.Words
	first := sort.Search(len(words), func(i int) bool { return words[i].end > s.Start })
	next := sort.Search(len(words), func(i int) bool { return words[i].Start >= s.End })
	return words[first:max(first, next)]
}

// Evidence is the span as it is shown to the person.
func (s Span) Evidence() plan.Evidence {
	return plan.Evidence{Text: s.Text(), Page: s.Line.Page, Box: s.Box()}
}

// Union is the smallest box around a, which may be nil, and b.
func Union(a, b []float64) []float64 {
	if a == nil {
		return append([]float64{}, b...)
	}
	x, y := min(a[0], b[0]), min(a[1], b[1])
	right, bottom := max(a[0]+a[2], b[0]+b[2]), max(a[1]+a[3], b[1]+b[3])
	return []float64{x, y, right - x, bottom - y}
}

// Weighed lowers a rule's confidence where the words were hard to read.
func (s Span) Weighed(confidence float64) float64 {
	return max(0, min(1, confidence*(0.75+0.25*s.Confidence())))
}

// IsTitle reports whether s has words, is in print and no path.
func IsTitle(s Span) bool {
	letters := 0
	for _, r := range s.Text() {
		switch {
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\\' || r == '<' || r == '>' || r == '{' || r == '}':
			return false
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters >= 3 && letters*2 >= utf8.RuneCountInString(s.Text()) && !strings.Contains(s.Text(), "../") && !strings.Contains(s.Text(), "://")
}
