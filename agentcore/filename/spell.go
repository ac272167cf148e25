package filename

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Spell returns a path as text that can be shown and sent. If it is not UTF-8, each
// invalid byte becomes \xNN and each backslash is doubled; otherwise it is unchanged.
func Spell(path string) string {
	if utf8.ValidString(path) {
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

// Unspell reverses Spell and reports whether text can come from it. A UTF-8 path may look
// like such a text, so that callers check the disk for text itself first.
func Unspell(text string) (path string, ok bool) {
	if !strings.Contains(text, `\x`) {
		return "", false
	}
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
	path = b.String()
	return path, !utf8.ValidString(path) && Spell(path) == text
}

// Shown returns a name or a path on one line for display, quoted if it contains line
// ends, or characters that change how the rest is read.
func Shown(path string) string {
	path = Spell(path)
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(path)
	}
	return path
}
