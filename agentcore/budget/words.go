package budget

import (
	"strings"
	"sync"
)

// words counts texts word by word and caches each word: the texts of a conversation
// repeat words, and tokenizing is the slowest part of a round. It is safe for concurrent
// use.
type words struct {
	mu    sync.Mutex
	known map[string]int
}

const (
	// maxWords is how many words are cached, at about 70 bytes each.
	maxWords = 1 << 16
	// longestWord is the longest cached word in bytes: longer ones rarely repeat.
	longestWord = 48
)

func newWords() *words { return &words{known: map[string]int{}} }

// count returns the tokens of a text.
func (w *words) count(text string) (tokens int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	start, digits := 0, 0
	for at := range len(text) {
		if digits = follow(text, at, digits); at > 0 && begins(text, at, digits) {
			tokens += w.word(text[start:at])
			start = at
		}
	}
	if start < len(text) {
		tokens += w.word(text[start:])
	}
	return tokens
}

func (w *words) word(text string) int {
	switch {
	case len(text) > longestWord:
		return encode(text)
	case len(text) == 1 || len(text) <= digitsPerToken && areDigits(text):
		return 1
	}
	n, ok := w.known[text]
	if !ok {
		if len(w.known) >= maxWords {
			clear(w.known)
		}
		n = encode(text)
		w.known[strings.Clone(text)] = n // a copy, so that the cache does not keep the whole text alive
	}
	return n
}

// digitsPerToken is the most digits of a token in the vocabulary.
const digitsPerToken = 3

// outOfStep means that it is unknown where digits split into tokens, because they follow
// characters that may be digits of another script.
const outOfStep = -1

// follow returns the position of a digit in its token, from 1; 0 if it is not a digit.
func follow(text string, at, before int) int {
	switch {
	case !isDigit(text[at]):
		return 0
	case at > 0 && before == 0 && text[at-1] >= 0x80:
		return outOfStep
	case before == outOfStep:
		return outOfStep
	}
	return before%digitsPerToken + 1
}

// begins reports whether a token always begins at a position, whatever the rest of the
// text: behind a word or number, at the first of up to three digits, at a blank that
// follows a non-blank, and behind a line end before a non-blank. Only there can a text be
// cut without changing its count. Of several blanks the last belongs to what follows.
// Other scripts are never cut.
func begins(text string, at, digit int) bool {
	before, here := text[at-1], text[at]
	switch {
	case before >= 0x80 || here >= 0x80 || digit > 1 || digit == outOfStep:
		return false
	case digit == 1:
		return !isBlank(before) || at > 1 && !isBlank(text[at-2]) && text[at-2] < 0x80
	case isLetter(before):
		return !isLetter(here)
	case isDigit(before):
		return true
	case here == ' ':
		return !isBlank(before)
	}
	return before == '\n' && !isBlank(here)
}

// areDigits reports whether a text consists of ASCII digits: a digit of another script
// next to them, as in 1³, is a separate token.
func areDigits(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// isBlank reports whether a byte is ASCII white space.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
