package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// tokenKind tells words from numbers and punctuation.
type tokenKind int

const (
	word   tokenKind = iota // letters; also "T0tal", a word with slips
	number                  // digits 0 to 9
	mark                    // any other single rune but space
)

// token is a piece of a line's text: the bytes from start to end.
type token struct {
	kind       tokenKind
	start, end int
	// fold is what tables are asked for: lower case without accents.
	fold string
}

// tokenise cuts text into tokens. Its time is linear in the text.
func tokenise(text string) []token {
	var tokens []token
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r) || r == '\u00a0':
			i += size
		case isDigit(r):
			end := i + run(text[i:], isDigit)
			tokens = append(tokens, token{number, i, end, text[i:end]})
			i = end
		case isLetter(r):
			end := wordEnd(text, i)
			tokens = append(tokens, token{word, i, end, foldSlips(text[i:end])})
			i = end
		default:
			tokens = append(tokens, token{mark, i, i + size, text[i : i+size]})
			i += size
		}
	}
	return tokens
}

// wordEnd is where the word that starts at i ends. A digit that looks like a
// letter and stands between letters is taken for a slip of the reader.
func wordEnd(text string, i int) int {
	end := i + run(text[i:], isLetter)
	for end+1 < len(text) && strings.IndexByte("015", text[end]) >= 0 {
		r, _ := utf8.DecodeRuneInString(text[end+1:])
		if !unicode.Is(unicode.Latin, r) {
			break
		}
		end += 1 + run(text[end+1:], isLetter)
	}
	return end
}

// run is the length in bytes of what belongs at the start of s.
func run(s string, belongs func(rune) bool) int {
	for i, r := range s {
		if !belongs(r) {
			return i
		}
	}
	return len(s)
}

func isDigit(r rune) bool  { return r >= '0' && r <= '9' }
func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) }

// slips are digits that stand where a letter was printed.
var slips = strings.NewReplacer("0", "o", "1", "l", "5", "s")

func foldSlips(s string) string {
	f := fold(s)
	if strings.ContainsAny(f, "015") {
		return slips.Replace(f)
	}
	return f
}

// special are letters that do not decompose into a letter and an accent.
var special = strings.NewReplacer("ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "ł", "l", "đ", "d")

// fold is s in lower case without accents.
func fold(s string) string {
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

// cut is the start of s, at most n bytes and no half rune.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

func countWords(tokens []token) int {
	n := 0
	for _, t := range tokens {
		if t.kind == word {
			n++
		}
	}
	return n
}

func hasNumber(tokens []token) bool {
	for _, t := range tokens {
		if t.kind == number {
			return true
		}
	}
	return false
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
