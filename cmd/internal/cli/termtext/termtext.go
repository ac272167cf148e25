package termtext

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Tell prints for a person. The text may come from files, servers and models and must
// not control the terminal.
func Tell(w io.Writer, format string, args ...any) error {
	_, err := io.WriteString(w, Plain(fmt.Sprintf(format, args...)))
	return err
}

// Plain leaves out what moves the cursor, colours a terminal or turns the
// direction of writing.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
}

// Count counts what takes an s when there are several.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
