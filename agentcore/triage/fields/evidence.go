package fields

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// minWord is the confidence below which a word is never part of a value.
const minWord = 0.5

// placedWord is a Word and the bytes of the line's text that it takes.
type placedWord struct {
	*Word
	start, end int
}

// wordReach is how many bytes ahead a word is looked for.
const wordReach = 64

// placeWords finds the words in the text, one after the other; a word that is
// not in the text is left out.
func placeWords(text string, words []Word) []placedWord {
	var placed []placedWord
	at := 0
	for i := range words {
		w := &words[i]
		if w.Text == "" || at >= len(text) {
			continue
		}
		n := strings.Index(cut(text[at:], wordReach+len(w.Text)), w.Text)
		if n < 0 {
			continue
		}
		placed = append(placed, placedWord{w, at + n, at + n + len(w.Text)})
		at += n + len(w.Text)
	}
	return placed
}

// span is the place of a value: the bytes from start to end of a line.
type span struct {
	line       *line
	start, end int
}

func (s span) text() string { return s.line.text[s.start:s.end] }

// spanOf is the place of the tokens from first up to next.
func (l *line) spanOf(first, next int) span {
	return span{l, l.tokens[first].start, l.tokens[next-1].end}
}

// trimmed is s without the bytes of cutset and spaces at its ends.
func (s span) trimmed(cutset string) span {
	t := s.text()
	inner := strings.TrimLeft(t, cutset+" \t\u00a0")
	s.start += len(t) - len(inner)
	s.end = s.start + len(strings.TrimRight(inner, cutset+" \t\u00a0"))
	return s
}

// confidence is that of the least certain word in the span, in [0, 1].
func (s span) confidence() float64 {
	if s.line.sure {
		return 1
	}
	least, covered := 1.0, false
	for _, w := range s.covered() {
		least, covered = min(least, w.Confidence), true
	}
	if !covered {
		least = s.line.Confidence
	}
	return max(0, min(1, least))
}

// legible says that a value may be made of the span.
func (s span) legible() bool {
	t := s.text()
	return s.start < s.end && s.confidence() >= minWord && utf8.ValidString(t) && !strings.ContainsFunc(t, unicode.IsControl)
}

// box is what the words of the span cover; else the line's box.
func (s span) box() []float64 {
	var box []float64
	for _, w := range s.covered() {
		if len(w.Box) == 4 {
			box = union(box, w.Box)
		}
	}
	if box == nil && len(s.line.Box) == 4 {
		box = append(box, s.line.Box...)
	}
	return box
}

// covered are the words that have a byte in the span.
func (s span) covered() []placedWord {
	words := s.line.words
	first := sort.Search(len(words), func(i int) bool { return words[i].end > s.start })
	next := sort.Search(len(words), func(i int) bool { return words[i].start >= s.end })
	return words[first:max(first, next)]
}

func (s span) evidence() plan.Evidence {
	return plan.Evidence{Text: s.text(), Page: s.line.Page, Box: s.box()}
}

// union is the smallest box around a, which may be nil, and b.
func union(a, b []float64) []float64 {
	if a == nil {
		return append([]float64{}, b...)
	}
	x, y := min(a[0], b[0]), min(a[1], b[1])
	right, bottom := max(a[0]+a[2], b[0]+b[2]), max(a[1]+a[3], b[1]+b[3])
	return []float64{x, y, right - x, bottom - y}
}

// weighed lowers a rule's confidence where the words were hard to read.
func (s span) weighed(confidence float64) float64 {
	return max(0, min(1, confidence*(0.75+0.25*s.confidence())))
}
