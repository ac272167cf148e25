package fields

import (
	_ "embed" // words of names
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

//go:embed names.txt
var nameWordsText string

// nameWord is what a word is in names.
type nameWord int

const (
	commonWord nameWord = iota + 1
	firmWord
	placeWord
)

// nameWords are the words of names.txt.
var nameWords = sync.OnceValue(func() map[string]nameWord {
	words := map[string]nameWord{}
	section := map[string]nameWord{"[firm]": firmWord, "[place]": placeWord, "[common]": commonWord}
	var class nameWord
	for line := range strings.Lines(nameWordsText) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "#"):
		case section[line] != 0:
			class = section[line]
		default:
			for w := range strings.FieldsSeq(line) {
				words[w] = class
			}
		}
	}
	return words
})

// How well a word counts as read that is a common one, or that stands in the
// document again; and one that looks like a slip of the reader.
const (
	wellRead = 0.93
	misread  = 0.55
)

// shortSlip is how many letters a word has that is often a letter off another one:
// only one that was read with doubt is a slip.
const shortSlip = 4

// readingOf is how well the worst word of a name was read, in [0, 1]. Its legal form
// does not count. again says how many lines of the document have a word.
func (c *candidate) readingOf(again map[string]int) float64 {
	if !c.bySight() {
		return 1
	}
	least := 1.0
	for i := 0; i < len(c.tokens); {
		if _, next, ok := legalForms.At(c.tokens, i); ok && i > 0 {
			i = next
			continue
		}
		least = min(least, c.wordReading(c.tokens[i], again))
		i++
	}
	return least
}

func (c *candidate) wordReading(t lex.Token, again map[string]int) float64 {
	confidence := page.Span{Line: c.Line, Start: t.Start, End: t.End}.Confidence()
	if t.Kind != lex.Word {
		if strings.IndexFunc(t.Fold, isSymbol) >= 0 {
			return min(confidence, misread)
		}
		return confidence
	}
	known := nameWords()[t.Fold] != 0 || smallWords[t.Fold]
	long := len(t.Fold) > 2
	switch {
	case known && long, again[t.Fold] > 1 && len(t.Fold) > 3:
		return max(confidence, wellRead)
	case (len(t.Fold) > shortSlip || confidence < wellRead) && long && isSlip(t.Fold):
		return min(confidence, misread)
	}
	return confidence
}

// isSymbol reports whether a reader makes r of what it cannot read.
func isSymbol(r rune) bool {
	return unicode.IsSymbol(r) || strings.ContainsRune("!?*~_\\{}[]<>|¢£€§", r)
}

// alike are letters that readers take for each other.
var alike = []string{"odqcgu", "bdrpehk", "iltjf", "sg", "nwmhuv", "krxh", "vuy", "aeo", "zs", "cge", "fpt"}

// isSlip reports whether a word, folded, is a common one but for a letter that looks
// like it: "Restaurunt".
func isSlip(w string) bool {
	for i := range len(w) {
		for _, letter := range oneLetterOff()[w[:i]+"?"+w[i+1:]] {
			if slices.ContainsFunc(alike, func(set string) bool {
				return strings.IndexByte(set, letter) >= 0 && strings.IndexByte(set, w[i]) >= 0
			}) {
				return true
			}
		}
	}
	return false
}

// oneLetterOff are the common words with one letter unknown, and what it was.
var oneLetterOff = sync.OnceValue(func() map[string][]byte {
	off := map[string][]byte{}
	for w := range nameWords() {
		for i := range len(w) {
			key := w[:i] + "?" + w[i+1:]
			off[key] = append(off[key], w[i])
		}
	}
	return off
})

// wordsAgain counts in how many of the lines each word stands.
func wordsAgain(lines []*page.Line) map[string]int {
	count := map[string]int{}
	for _, l := range lines {
		said := map[string]bool{}
		for _, t := range l.Tokens {
			if t.Kind == lex.Word && !said[t.Fold] {
				said[t.Fold] = true
				count[t.Fold]++
			}
		}
	}
	return count
}
