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
			if firm.Within(words[i], words[j]) || firm.Within(words[j], words[i]) ||
				firm.AgreesWith(all[i].value(), domains[j]) || firm.AgreesWith(all[j].value(), domains[i]) {
				out[i], out[j] = append(out[i], j), append(out[j], i)
			}
		}
	}
	return out
}

// allTokens are those of both lines of a name.
func (c *candidate) allTokens() []lex.Token {
	if c.rest.Line == nil {
		return c.tokens
	}
	return slices.Concat(c.tokens, c.rest.Line.TokensIn(c.rest))
}

// nameWords are the words of both lines of a name but its legal form.
func nameWords(c *candidate) (words []string) {
	tokens := c.allTokens()
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
