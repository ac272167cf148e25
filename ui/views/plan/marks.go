package plan

import (
	"context"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/widgets"
)

// mark marks what was read from the shown page. What was read from a text has no place
// until the words of the page are known.
func (s *side) mark() {
	if s.img == nil {
		return
	}
	var marks []widgets.Mark
	unplaced := false
	for _, name := range fieldOrder() {
		e := s.item.Fields[name].Evidence
		if max(e.Page, 1) != s.number || e.Text == "" {
			continue
		}
		box := e.Box
		if len(box) != 4 && s.item.Read.Method == plan.MethodText {
			unplaced = true
			box = placeOf(s.words, e.Text)
		}
		if len(box) == 4 {
			marks = append(marks, widgets.Mark{
				X: float32(box[0]), Y: float32(box[1]), W: float32(box[2]), H: float32(box[3]), Chosen: name == s.field,
			})
		}
	}
	s.page.Open(s.img, marks)
	if unplaced && s.words == nil {
		s.findWords()
	}
}

// findWords asks for the words of the page, and marks it again.
func (s *side) findWords() {
	path, number := s.path, s.number
	s.words = []app.Word{} // asked for once
	s.r.frame.Work.Start(func(ctx context.Context) func() {
		words, err := s.r.backend.Words(ctx, path, number)
		return func() {
			if err == nil && s.path == path && s.number == number && len(words) > 0 {
				s.words = words
				s.mark()
			}
		}
	})
}

// placeOf returns the box around the first occurrence of a text among the words of a
// page; nil if there is none. For a text in several lines it is that of the first.
func placeOf(words []app.Word, text string) []float64 {
	sought := strings.Fields(text)
	for i := range words {
		n := 0
		for n < len(sought) && i+n < len(words) && isWord(words[i+n].Text, sought[n]) {
			n++
		}
		if n == 0 || n < len(sought) {
			continue
		}
		run := words[i : i+n]
		if end := slices.IndexFunc(run, func(w app.Word) bool { return w.Line != run[0].Line }); end > 0 {
			run = run[:end]
		}
		first, last := run[0].Box, run[len(run)-1].Box
		return []float64{first[0], first[1], last[0] + last[2] - first[0], first[3]}
	}
	return nil
}

// isWord reports whether a word of a page is a sought one, ignoring punctuation around
// it.
func isWord(word, sought string) bool {
	const marks = `.,;:!?"'()[]`
	return word == sought || strings.Trim(word, marks) == strings.Trim(sought, marks) && strings.Trim(sought, marks) != ""
}
