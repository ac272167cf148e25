package fields

import "strings"

// phrases is a table of phrases, each with what it stands for. It is built
// once and only read after that.
type phrases[C any] struct {
	byFirst map[string][]phrase[C]
}

type phrase[C any] struct {
	words []string // folded
	class C
}

// entry is phrases of one class, parted by "|".
type entry[C any] struct {
	class C
	list  string
}

// newPhrases reads the entries. The phrases are written folded: in lower case
// and without accents or punctuation.
func newPhrases[C any](entries ...entry[C]) phrases[C] {
	p := phrases[C]{byFirst: map[string][]phrase[C]{}}
	for _, e := range entries {
		for _, s := range strings.Split(e.list, "|") {
			words := strings.Fields(s)
			p.byFirst[words[0]] = append(p.byFirst[words[0]], phrase[C]{words, e.class})
		}
	}
	return p
}

// at finds the longest phrase that starts at token i. next is the token after
// it.
func (p phrases[C]) at(tokens []token, i int) (class C, next int, ok bool) {
	if tokens[i].kind != word {
		return class, i, false
	}
	for _, ph := range p.byFirst[tokens[i].fold] {
		if end, is := ph.matches(tokens, i); is && end > next {
			class, next, ok = ph.class, end, true
		}
	}
	return class, next, ok
}

// matches tells whether the phrase stands at token i; between its words may
// be one mark that joins them (Rechnungs-Nr., date d'émission).
func (ph phrase[C]) matches(tokens []token, i int) (end int, ok bool) {
	for n, w := range ph.words {
		if n > 0 && i < len(tokens) && isJoint(tokens[i]) {
			i++
		}
		if i >= len(tokens) || tokens[i].kind != word || tokens[i].fold != w {
			return 0, false
		}
		i++
	}
	return i, true
}

func isJoint(t token) bool {
	switch t.fold {
	case "-", ".", "'", "’", "‐", "‑":
		return t.kind == mark
	}
	return false
}

// set is a set of strings.
func set(list ...string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}
