package lex

import (
	_ "embed" // words of names
	"slices"
	"strings"
	"sync"
)

//go:embed names.txt
var nameWordsText string

// NameWord is what a word is in names.
type NameWord int

// What a word may be.
const (
	CommonWord NameWord = iota + 1
	FirmWord
	PlaceWord
)

// nameWords are the words of names.txt.
var nameWords = sync.OnceValue(func() map[string]NameWord {
	words := map[string]NameWord{}
	section := map[string]NameWord{"[firm]": FirmWord, "[place]": PlaceWord, "[common]": CommonWord}
	var class NameWord
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

// NameWordOf is what a folded word is in names; 0 where it is not known.
func NameWordOf(word string) NameWord { return nameWords()[word] }

// alike are letters that readers take for each other.
var alike = []string{"odqcgu", "bdrpehk", "iltjf", "sg", "nwmhuv", "krxh", "vuy", "aeo", "zs", "cge", "fpt"}

// IsSlip reports whether a word, folded, is a common one but for a letter that looks
// like it: "Restaurunt".
func IsSlip(w string) bool { return len(corrections(w)) > 0 }

// Mended returns the one common word that a word is but for a letter that looks like
// it, "Restaurant" for "Restaurunt". A word with accents is none.
func Mended(word string) (string, bool) {
	w := strings.ToLower(word)
	all := corrections(w)
	if len(all) != 1 || !isASCII(word) {
		return "", false
	}
	mended := []byte(word)
	at, letter := all[0].at, all[0].letter
	if mended[at] != w[at] {
		letter -= 'a' - 'A'
	}
	mended[at] = letter
	return string(mended), true
}

// correction is a letter that stands in a common word where a word has another.
type correction struct {
	at     int
	letter byte
}

// corrections are the letters by which a word is a letter off a common one.
func corrections(w string) []correction {
	var all []correction
	for i := range len(w) {
		for _, letter := range oneLetterOff()[w[:i]+"?"+w[i+1:]] {
			if letter != w[i] && slices.ContainsFunc(alike, func(set string) bool {
				return strings.IndexByte(set, letter) >= 0 && strings.IndexByte(set, w[i]) >= 0
			}) {
				all = append(all, correction{i, letter})
			}
		}
	}
	return all
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
