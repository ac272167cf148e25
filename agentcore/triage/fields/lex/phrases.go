package lex

import (
	"strings"
	"sync"
)

// Phrases is a table of phrases, each with what it stands for. It is built
// once and only read after that.
type Phrases[C any] struct {
	byFirst func() map[string][]phrase[C]
}

type phrase[C any] struct {
	words []string // folded
	class C
}

// Entry is phrases of one class, parted by "|".
type Entry[C any] struct {
	Class C
	List  string
}

// NewPhrases reads the entries once the first phrase is looked for: most processes
// look for none. The phrases are written folded: in lower case and without accents or
// punctuation.
func NewPhrases[C any](entries ...Entry[C]) Phrases[C] {
	return Phrases[C]{sync.OnceValue(func() map[string][]phrase[C] {
		byFirst := map[string][]phrase[C]{}
		for _, e := range entries {
			for _, s := range strings.Split(e.List, "|") {
				words := strings.Fields(s)
				byFirst[words[0]] = append(byFirst[words[0]], phrase[C]{words, e.Class})
			}
		}
		return byFirst
	})}
}

// At finds the longest phrase that starts at token i. next is the token after
// it.
func (p Phrases[C]) At(tokens []Token, i int) (class C, next int, ok bool) {
	if tokens[i].Kind != Word {
		return class, i, false
	}
	for _, ph := range p.byFirst()[tokens[i].Fold] {
		if end, is := ph.matches(tokens, i); is && end > next {
			class, next, ok = ph.class, end, true
		}
	}
	return class, next, ok
}

// matches reports whether the phrase stands at token i; between its words may
// be one mark that joins them (Rechnungs-Nr., date d'émission).
func (ph phrase[C]) matches(tokens []Token, i int) (end int, ok bool) {
	for n, w := range ph.words {
		if n > 0 && i < len(tokens) && IsJoint(tokens[i]) {
			i++
		}
		if i >= len(tokens) || tokens[i].Kind != Word || tokens[i].Fold != w {
			return 0, false
		}
		i++
	}
	return i, true
}

// IsJoint reports whether t is a mark that can join the words of a phrase.
func IsJoint(t Token) bool {
	switch t.Fold {
	case "-", ".", "'", "’", "‐", "‑":
		return t.Kind == Mark
	}
	return false
}

// SetOf is a set of strings with the single words that all languages have in a section.
func SetOf(section string, list ...string) map[string]bool {
	m := Set(list...)
	for _, w := range Words(section) {
		m[w] = true
	}
	return m
}

// Set is a set of strings.
func Set(list ...string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}
