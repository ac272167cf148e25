package filename

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Spell returns a path as text that can be shown and sent: no two paths have the
// same. Most stay as they are. One that is not UTF-8, or that could be taken for
// the text of another, has each byte that is part of no character written as \xNN,
// and each backslash doubled.
func Spell(path string) string {
	if _, ok := Unspell(path); !ok && utf8.ValidString(path) {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); {
		r, size := utf8.DecodeRuneInString(path[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, path[i])
		case r == '\\':
			b.WriteString(`\\`)
		default:
			b.WriteString(path[i : i+size])
		}
		i += size
	}
	return b.String()
}

// Unspell returns the path that Spell wrote as another text, and whether there is
// one. A person may have typed the name of a file that reads like such a text: who
// looks at the disk looks for that one first.
func Unspell(text string) (path string, ok bool) {
	if !strings.Contains(text, `\x`) {
		return "", false
	}
	path, ok = unescape(text)
	return path, ok && Spell(path) == text
}

// unescape undoes what Spell does to bytes and backslashes. It makes a text that
// holds an escape shorter, so Spell and Unspell, which ask each other, come to an
// end.
func unescape(text string) (path string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '\\':
			b.WriteByte(text[i])
		case strings.HasPrefix(text[i:], `\\`):
			b.WriteByte('\\')
			i++
		case strings.HasPrefix(text[i:], `\x`) && len(text) >= i+4:
			n, err := strconv.ParseUint(text[i+2:i+4], 16, 8)
			if err != nil {
				return "", false
			}
			b.WriteByte(byte(n))
			i += 3
		default:
			return "", false
		}
	}
	return b.String(), true
}

// Shown returns a name or a path on one line, for a reader: one that holds line
// ends, or marks that change how the rest is read, is quoted.
func Shown(path string) string {
	path = Spell(path)
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(path)
	}
	return path
}
