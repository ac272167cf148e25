package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Kind tells words from numbers and punctuation.
type Kind int

const (
	Word   Kind = iota // letters; also "T0tal", a word with slips
	Number             // digits 0 to 9
	Mark               // any other single rune but space
)

// Token is a piece of a line's text: the bytes from start to end.
type Token struct {
	Kind       Kind
	Start, End int
	// Fold is what tables are asked for: lower case without accents.
	Fold string
}

// Tokenise cuts text into tokens. Its time is linear in the text.
func Tokenise(text string) []Token {
	var tokens []Token
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r) || r == '\u00a0':
			i += size
		case IsDigit(r):
			end := i + Run(text[i:], IsDigit)
			tokens = append(tokens, Token{Number, i, end, text[i:end]})
			i = end
		case IsLetter(r):
			end := wordEnd(text, i)
			tokens = append(tokens, Token{Word, i, end, foldSlips(text[i:end])})
			i = end
		default:
			tokens = append(tokens, Token{Mark, i, i + size, text[i : i+size]})
			i += size
		}
	}
	return tokens
}

// wordEnd is where the word that starts at i ends. A digit that looks like a
// letter and stands between letters is taken for a slip of the reader.
func wordEnd(text string, i int) int {
	end := i + Run(text[i:], IsLetter)
	for end+1 < len(text) && strings.IndexByte("015", text[end]) >= 0 {
		r, _ := utf8.DecodeRuneInString(text[end+1:])
		if !unicode.Is(unicode.Latin, r) {
			break
		}
		end += 1 + Run(text[end+1:], IsLetter)
	}
	return end
}

// Run is the length in bytes of what belongs at the start of s.
func Run(s string, belongs func(rune) bool) int {
	for i, r := range s {
		if !belongs(r) {
			return i
		}
	}
	return len(s)
}

// IsDigit reports whether r is one of the digits 0 to 9.
func IsDigit(r rune) bool { return r >= '0' && r <= '9' }

// IsLetter reports whether r belongs to a word.
func IsLetter(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) }

// slips are digits that stand where a letter was printed.
var slips = strings.NewReplacer("0", "o", "1", "l", "5", "s")

func foldSlips(s string) string {
	f := Fold(s)
	if strings.ContainsAny(f, "015") {
		return slips.Replace(f)
	}
	return f
}

// special are letters that do not decompose into a letter and an accent.
var special = strings.NewReplacer("ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "ł", "l", "đ", "d")

// Fold is s in lower case without accents.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return special.Replace(b.String())
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Cut is the start of s, at most n bytes and no half rune.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// CountWords returns how many of the tokens are words.
func CountWords(tokens []Token) int {
	n := 0
	for _, t := range tokens {
		if t.Kind == Word {
			n++
		}
	}
	return n
}

// HasNumber reports whether one of the tokens is a number.
func HasNumber(tokens []Token) bool {
	for _, t := range tokens {
		if t.Kind == Number {
			return true
		}
	}
	return false
}

// FirstRune returns the first rune of s; 0 where s is empty.
func FirstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// HasTime reports whether a time of day stands in tokens: 08:12.
func HasTime(tokens []Token) bool {
	for i := range len(tokens) - 2 {
		h, m := tokens[i], tokens[i+2]
		if h.Kind == Number && len(h.Fold) <= 2 && tokens[i+1].Fold == ":" && m.Kind == Number && len(m.Fold) == 2 && m.Fold < "60" {
			return true
		}
	}
	return false
}
