package rules

import (
	"path/filepath"
	"slices"
	"strings"
)

const (
	// namedMark begins a word of a speech that is the name of a file or folder,
	// as it was written. No word of a vocabulary begins with it but namedMark
	// alone, which stands for any name.
	namedMark = `"`
	// unread stands for the part of a request that is too long to be looked at.
	unread = "…"
	// remainderShown bounds how many pieces of a request an answer repeats, and
	// remainderRunes the length of each.
	remainderShown = 5
	remainderRunes = 60
)

// hearAround cuts a request into words, with each mention as one word.
func hearAround(text string, found []mention) speech {
	var s speech
	from := 0
	for _, m := range found {
		s.words = append(s.words, hear(text[from:m.at]).words...)
		s.words = append(s.words, namedMark+text[m.at:m.end])
		from = m.end
	}
	s.words = append(s.words, hear(text[from:]).words...)
	return s
}

// remainder returns what of a request for a change no rule accounts for, in
// pieces. A change is made only when nothing remains: a word that is not known
// may mean that some files are to be left out, or that something else is to be
// done with them.
func (t *turn) remainder() []string {
	known := wordsCourtesy + wordsObjects
	switch t.intent {
	case intentTidy:
		known += wordsTidying + wordsSuggesting + wordsNamed
		if t.oneFile() {
			known += wordsOneFile
		}
		if !slices.ContainsFunc(t.paths, looksLikeFile) {
			known += wordsWhole
		}
		for _, root := range named(t.words, t.scene.Roots) {
			known += strings.Join(hear(filepath.Base(root)).words, " ") + "\n"
		}
	case intentUndo:
		known += wordsUndoing + wordsUndone
	default:
		return nil
	}
	return append(t.words.less(known).runs(), t.stray...)
}

// oneFile reports whether the request is about a single file.
func (t *turn) oneFile() bool {
	places := t.places()
	return len(places) == 1 && looksLikeFile(places[0])
}

// runs returns the words of a speech that were not left out, those that stand
// side by side as one piece.
func (s speech) runs() []string {
	var pieces []string
	apart := true
	for _, w := range s.words {
		switch w = strings.TrimPrefix(w, namedMark); {
		case w == leftOut:
		case apart:
			pieces = append(pieces, w)
		default:
			pieces[len(pieces)-1] += " " + w
		}
		apart = w == leftOut
	}
	return pieces
}

// quoted lists pieces of a request for an answer.
func quoted(pieces []string) string {
	shown := make([]string, 0, remainderShown)
	for _, piece := range pieces[:min(remainderShown, len(pieces))] {
		short, more := beginning(piece, remainderRunes)
		if more {
			short += "…"
		}
		shown = append(shown, "“"+short+"”")
	}
	return strings.Join(shown, ", ")
}
