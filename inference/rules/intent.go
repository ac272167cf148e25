package rules

import (
	"slices"
	"strings"
	"unicode"
)

// intent is what a request wants.
type intent int

const (
	intentUnknown intent = iota
	intentTidy
	intentGoAhead
	intentList
	intentRead
	intentFind
	intentUndo
	intentHistory
	intentAbilities
)

// leftOut stands for a word that was left out of a speech.
const leftOut = ""

// agreeingWords is the longest request that can be a mere yes.
const agreeingWords = 5

// speech is the words of a request, each name of a file or folder as one word.
type speech struct{ words []string }

// hear cuts what was said into words of letters, in lower case. A sign such as ≠
// or > may mean as much as a word and is one.
func hear(text string) speech {
	text = strings.ReplaceAll(strings.ToLower(text), "\u2019", "'")
	var s speech
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && !unicode.Is(unicode.Sm, r)
	}) {
		if w = strings.Trim(w, "'"); w != "" {
			s.words = append(s.words, w)
		}
	}
	return s
}

// has tells whether one of the phrases of a vocabulary was said.
func (s speech) has(vocabulary string) bool { return s.first(vocabulary) < len(s.words) }

// first gives the place of the first phrase of a vocabulary; past the end when
// none was said.
func (s speech) first(vocabulary string) int {
	first := len(s.words)
	for _, phrase := range phrases(vocabulary) {
		if at := s.at(phrase); at >= 0 {
			first = min(first, at)
		}
	}
	return first
}

// phrases returns the phrases of a vocabulary; the blank lines in it are none.
func phrases(vocabulary string) [][]string {
	var all [][]string
	for line := range strings.Lines(vocabulary) {
		if phrase := strings.Fields(line); len(phrase) > 0 {
			all = append(all, phrase)
		}
	}
	return all
}

// at gives the place of a phrase; -1 when it was not said.
func (s speech) at(phrase []string) int {
	for i := 0; i+len(phrase) <= len(s.words); i++ {
		if slices.EqualFunc(s.words[i:i+len(phrase)], phrase, matches) {
			return i
		}
	}
	return -1
}

// matches reports whether a word that was said is one of a phrase.
func matches(said, word string) bool {
	return said == word || word == namedMark && strings.HasPrefix(said, namedMark)
}

// less leaves the phrases of a vocabulary out, longer ones first. What stood on
// either side of one does not become a phrase.
func (s speech) less(vocabulary string) speech {
	left := speech{slices.Clone(s.words)}
	longest := phrases(vocabulary)
	slices.SortStableFunc(longest, func(a, b []string) int { return len(b) - len(a) })
	for _, phrase := range longest {
		for at := left.at(phrase); at >= 0; at = left.at(phrase) {
			for i := range phrase {
				left.words[at+i] = leftOut
			}
		}
	}
	return left
}

// is tells whether a phrase of the vocabulary is all that was said, courtesies
// aside.
func (s speech) is(vocabulary string) bool {
	said := speech{slices.DeleteFunc(slices.Clone(s.words), func(w string) bool {
		return w == "please" || w == "bitte"
	})}
	return len(said.words) <= agreeingWords && slices.ContainsFunc(
		strings.Split(strings.TrimSpace(vocabulary), "\n"),
		func(phrase string) bool { return strings.Join(said.words, " ") == phrase },
	)
}

// recognise decides what is wanted. A word for a change beats one for looking:
// "read the receipts and sort them" is to sort. One that is only forbidden does
// not count: "list the files, don't rename any" is to list. files tells that a
// file was named.
func recognise(s speech, files bool) intent {
	wanted := s.less(wordsForbidding)
	switch {
	case s.is(wordsAgreeing):
		return intentGoAhead
	case s.is(wordsHelp), s.has(wordsAsking) && !wanted.has(wordsTidying):
		return intentAbilities
	case s.has(wordsRemembering):
		return intentHistory
	case wanted.has(wordsUndoing) && wanted.first(wordsUndoing) <= wanted.first(wordsTidying):
		return intentUndo
	case wanted.has(wordsTidying):
		return intentTidy
	default:
		return looking(s, files)
	}
}

// looking decides what a request wants to see that changes nothing. What a file
// and a folder are shown by are the same words.
func looking(s speech, files bool) intent {
	reads, lists := s.has(wordsReading), s.has(wordsListing)
	switch {
	case s.has(wordsFinding):
		return intentFind
	case files && (reads || lists):
		return intentRead
	case lists:
		return intentList
	case reads:
		return intentRead
	default:
		return intentUnknown
	}
}
