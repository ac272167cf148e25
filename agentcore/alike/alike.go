package alike

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/library/words"
)

// Index holds texts that are compared with each other.
type Index struct {
	keys    words.Keys
	ids     map[string]int32
	keyOf   []string // by their ids
	spelled []string // how each was written first
	texts   []text
}

// text is a text as it is compared: its words and its numbers, sorted, each as often as
// it stands there, and what is known of it.
type text struct {
	words, numbers []int32
	facts          []string
	scanned        bool
}

// What is shorter is often a speck, a bullet or the edge of the page.
const shortestWord, shortestNumber = 3, 2

// Add takes a text in, which was read off a picture or not. Texts are counted from 0. Facts
// are what is known for sure of its
// date, say, and of its amount, in the same order for each text, and "" for what is not:
// texts that differ in one are not the same.
func (x *Index) Add(s string, scanned bool, facts ...string) {
	t := text{facts: facts, scanned: scanned}
	for _, w := range x.keys.Of(s) {
		switch number := digits(w.Key); {
		case len(number) >= shortestNumber:
			t.numbers = append(t.numbers, x.id(number, s[w.From:w.To]))
		case number == "" && utf8.RuneCountInString(w.Key) >= shortestWord:
			t.words = append(t.words, x.id(w.Key, s[w.From:w.To]))
		}
	}
	slices.Sort(t.words)
	slices.Sort(t.numbers)
	x.texts = append(x.texts, t)
}

// digits are those of a word: the letters round them are often another word, which a bad
// picture has too near.
func digits(key string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, key)
}

// id returns the number of a key, which is written so.
func (x *Index) id(key, written string) int32 {
	if x.ids == nil {
		x.ids = map[string]int32{}
	}
	id, ok := x.ids[key]
	if !ok {
		id = int32(len(x.keyOf)) //nolint:gosec // there are not so many words
		key = strings.Clone(key)
		x.ids[key] = id
		x.keyOf, x.spelled = append(x.keyOf, key), append(x.spelled, strings.Clone(written))
	}
	return id
}
