package library

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/library/words"
)

// line is the line of a document that has most of the words.
type line struct {
	page  int
	text  string
	marks [][2]int
	// share is how much of the words it has, and literal how many of these as they
	// were typed.
	share, literal float64
}

// mostLine is how many characters of a line are shown.
const mostLine = 160

// bestLine finds the line that has most of the words.
func (s *search) bestLine(text string) line {
	var best line
	for page, on := range strings.Split(text, pageEnd) {
		for at := range strings.Lines(on) {
			at = strings.TrimSpace(at)
			if at == "" {
				continue
			}
			l := s.lineOf(at)
			if l.share > best.share || l.share == best.share && l.literal > best.literal {
				l.page = page + 1
				best = l
				best.text = at
			}
		}
	}
	best.shorten()
	return best
}

// lineOf marks the words of a line.
func (s *search) lineOf(text string) line {
	var l line
	var has, literal [mostTerms]bool
	for _, w := range s.keys.Of(text) {
		i := s.termOf(w.Key)
		if i < 0 {
			continue
		}
		has[i] = true
		literal[i] = literal[i] || w.Key == s.terms[i].key
		l.marks = append(l.marks, [2]int{w.From, w.To})
	}
	for i := range s.terms {
		if has[i] {
			l.share += 1 / float64(len(s.terms))
		}
		if literal[i] {
			l.literal += 1 / float64(len(s.terms))
		}
	}
	return l
}

// Says returns what reports whether a text has one of these words, however it is
// written: 1.234,50 is 1234.50. It is not safe for concurrent use.
func Says(sought string) func(text string) bool {
	var keys words.Keys
	terms := termsOf(&keys, sought)
	return func(text string) bool {
		return slices.ContainsFunc(keys.Of(text), func(w words.Word) bool {
			return slices.ContainsFunc(terms, func(t term) bool { return t.key == w.Key })
		})
	}
}

// termOf returns which word a key stands for; -1 for none.
func (s *search) termOf(key string) int {
	if i := slices.IndexFunc(s.terms, func(t term) bool { return t.key == key }); i >= 0 {
		return i
	}
	for i, t := range s.terms {
		typed := s.query.Typing && i == len(s.terms)-1
		if (typed || s.spread != nil && len(t.key) >= shortestPrefix) && strings.HasPrefix(key, t.key) {
			return i
		}
	}
	return slices.IndexFunc(s.spread, func(words []string) bool { return slices.Contains(words, key) })
}

// shorten cuts the line round its marks, and counts these in characters.
func (l *line) shorten() {
	if len(l.marks) == 0 {
		l.text, l.page = "", 0
		return
	}
	from := 0
	if utf8.RuneCountInString(l.text) > mostLine {
		const before = 40 // bytes
		if from = max(0, l.marks[0][0]-before); from > 0 {
			if blank := strings.IndexByte(l.text[from:l.marks[0][0]], ' '); blank >= 0 {
				from += blank + 1
			} else {
				from = l.marks[0][0]
			}
		}
		rest := []rune(l.text[from:])
		l.text = l.text[:from] + string(rest[:min(len(rest), mostLine)])
	}
	l.marks = slices.DeleteFunc(l.marks, func(m [2]int) bool { return m[1] > len(l.text) || m[0] < from })
	for i, m := range l.marks {
		l.marks[i] = [2]int{utf8.RuneCountInString(l.text[from:m[0]]), utf8.RuneCountInString(l.text[from:m[1]])}
	}
	l.text = l.text[from:]
}
