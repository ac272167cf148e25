package inert

import (
	"fmt"
	"strings"
	"unicode"
)

// Spell is text from elsewhere as it can be shown without doing anything: what
// steers terminals, turns the direction of writing or takes no room is spelled
// out, so that nothing hides. Line breaks stay.
func Spell(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteRune(r)
		case r == '\t':
			b.WriteString("    ")
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
