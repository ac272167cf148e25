package label

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// CodeAlone is the code that all of a line is.
func CodeAlone(l *page.Line) (page.Span, bool) {
	if len(l.Tokens) == 0 {
		return page.Span{}, false
	}
	s, ok := CodeAt(l, l.Tokens[0].Start)
	return s, ok && s.End >= l.Tokens[len(l.Tokens)-1].Start
}

// minCode and MaxCode are how many bytes the number of a document has.
const (
	minCode = 2
	MaxCode = 30
)

// CodeAt is the number that starts at byte start: AF-7731, 2025/0817, RE 20394.
func CodeAt(l *page.Line, start int) (page.Span, bool) {
	end := start + lex.Run(l.Text[start:], isCodeRune)
	if letters := l.Text[start:end]; len(letters) <= maxLetters && !strings.ContainsFunc(letters, lex.IsDigit) && end < len(l.Text) && l.Text[end] == ' ' {
		if more := lex.Run(l.Text[end+1:], isCodeRune); more > 0 && lex.IsDigit(rune(l.Text[end+1])) && strings.ToUpper(letters) == letters {
			end += 1 + more
		}
	}
	end = max(pastThousands(l.Text, start, end), pastGroups(l.Text, start, end))
	s := page.Span{Line: l, Start: start, End: end}.Trimmed(".,-/_")
	code := s.Text()
	if isCutShort(l, end) || !l.Sure && hasStrayLetter(code) {
		return s, false
	}
	if len(code) < minCode || len(code) > MaxCode || !strings.ContainsFunc(code, lex.IsDigit) || !s.Legible() {
		return s, false
	}
	return s, len(l.DatesIn(s)) == 0
}

// isCutShort reports whether what ends at byte end is the start of something
// else: of a time, or of a number of which the reader was not sure.
func isCutShort(l *page.Line, end int) bool {
	rest := l.Text[end:]
	if len(rest) > 1 && rest[0] == ':' && lex.IsDigit(rune(rest[1])) {
		return true
	}
	return !l.Sure && rest != "" && strings.ContainsRune("?*~|<>=", lex.FirstRune(rest))
}

// hasStrayLetter reports whether a code is two long numbers with small letters between
// them, which OCR makes of a digit: 2015u22810082.
func hasStrayLetter(code string) bool {
	head := lex.Run(code, lex.IsDigit)
	tail := len(code) - len(strings.TrimRightFunc(code, lex.IsDigit))
	between := len(code) - head - tail
	return head >= strayDigits && tail >= strayDigits && between > 0 && between <= 2 && strings.IndexFunc(code[head:head+between], unicode.IsLower) >= 0
}

// strayDigits is how many digits stand on each side of a stray letter at least.
const strayDigits = 3

// pastThousands is the end of a number that is set in groups of three digits,
// as amounts are: 10 234 567.
func pastThousands(text string, start, end int) int {
	if end-start > 3 || lex.Run(text[start:], lex.IsDigit) != end-start {
		return end
	}
	for end-start < MaxCode && end < len(text) && text[end] == ' ' && lex.Run(text[end+1:], lex.IsDigit) == 3 {
		end += 4
	}
	return end
}

// pastGroups is the end of a number that is set in groups of digits up to the end of its
// line or to a comma: 2601 7719 23, MH 40 118 227.
func pastGroups(text string, start, end int) int {
	rest := text[start:]
	if cut := strings.IndexAny(rest, ",;)"); cut >= 0 {
		rest = rest[:cut]
	}
	rest = strings.TrimRight(rest, " .")
	groups := strings.Split(rest, " ")
	least := minGroup
	if letters := groups[0]; len(letters) <= maxLetters && strings.ToUpper(letters) == letters && strings.IndexFunc(letters, unicode.IsUpper) == 0 && !strings.ContainsFunc(letters, lex.IsDigit) {
		groups, least = groups[1:], 1
	}
	if len(groups) < 2 || len(rest) > MaxCode || len(groups[0]) < least {
		return end
	}
	for _, g := range groups {
		if g == "" || lex.Run(g, lex.IsDigit) != len(g) {
			return end
		}
	}
	return start + len(rest)
}

// minGroup is how many digits the first group of a number has at least, where no letters
// stand before it; maxLetters is how many of these there are at most.
const (
	minGroup   = 3
	maxLetters = 4
)

func isCodeRune(r rune) bool {
	return lex.IsDigit(r) || r < utf8.RuneSelf && unicode.IsLetter(r) || strings.ContainsRune("-/._", r)
}
