package fields

import (
	"slices"

	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// sameFirms holds, for each candidate, the places of those that name the same firm in other
// words: its full name in the foot, or the address of its site.
func sameFirms(all []*candidate) [][]int {
	words, domains := make([][]string, len(all)), make([][]string, len(all))
	for i, c := range all {
		words[i] = nameWords(c)
		if d := firm.Domain(c.Text()); d != "" {
			domains[i] = []string{d}
		}
	}
	out := make([][]int, len(all))
	for i := range all {
		for j := range i {
			if within(words[i], words[j]) || within(words[j], words[i]) ||
				firm.AgreesWith(all[i].value(), domains[j]) || firm.AgreesWith(all[j].value(), domains[i]) {
				out[i], out[j] = append(out[i], j), append(out[j], i)
			}
		}
	}
	return out
}

// nameWords are the words of both lines of a name but its legal form.
func nameWords(c *candidate) (words []string) {
	tokens := c.tokens
	if c.rest.Line != nil {
		tokens = slices.Concat(tokens, c.rest.Line.TokensIn(c.rest))
	}
	for i := 0; i < len(tokens); {
		if _, next, ok := firm.Forms.At(tokens, i); ok && i > 0 {
			i = next
			continue
		}
		if tokens[i].Kind != lex.Mark {
			words = append(words, tokens[i].Fold)
		}
		i++
	}
	return words
}

// A name that stands within another has so many letters at least, and such a share of
// those of the other.
const (
	sharedLetters = 5
	sharedShare   = 0.4
)

// within reports whether the words of a short name stand in a long one, in their order.
func within(short, long []string) bool {
	letters := func(words []string) (n int) {
		for _, w := range words {
			n += len(w)
		}
		return n
	}
	if n := letters(short); n < sharedLetters || float64(n) < sharedShare*float64(letters(long)) {
		return false
	}
	at := 0
	for _, w := range long {
		if at < len(short) && w == short[at] {
			at++
		}
	}
	return at == len(short)
}
