package inert

import (
	"strings"
)

// Text is text that came from a model, a tool or a file, over as many lines as
// it has: what steers terminals is left out, and nothing hides between letters.
func Text(text string) string {
	var b strings.Builder
	for {
		at := strings.IndexByte(text, escape)
		if at < 0 {
			b.WriteString(text)
			return Spell(b.String())
		}
		b.WriteString(text[:at])
		text = text[at+escapeLength(text[at:]):]
	}
}

// escape begins what steers a terminal.
const escape = 0x1B

// Line is what something is called, on one line: a break in it is to be
// seen.
func Line(name string) string {
	return Text(strings.ReplaceAll(name, "\n", "␊"))
}

// escapeLength is how long the sequence is that s begins with.
func escapeLength(s string) int {
	if len(s) == 1 {
		return 1
	}
	switch s[1] {
	case '[': // up to a letter
		for i := 2; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7E {
				return i + 1
			}
			if s[i] < 0x20 || s[i] > 0x7E {
				return i
			}
		}
		return len(s)
	case ']', 'P', '_', '^', 'X': // up to a bell or ESC \
		for i := 2; i < len(s); i++ {
			if s[i] == 0x07 {
				return i + 1
			}
			if s[i] == escape {
				return min(i+2, len(s))
			}
			if s[i] == '\n' {
				return i
			}
		}
		return len(s)
	}
	return 2
}

// Exact is text that came from elsewhere, on one line, with nothing left out but
// the breaks between its words.
func Exact(s string) string { return strings.Join(strings.Fields(Spell(s)), " ") }

// Uncoloured is what a program said, without the sequences that colour words on
// a terminal: they say nothing.
func Uncoloured(s string) string {
	var b strings.Builder
	for {
		at := strings.Index(s, colourBegins)
		if at < 0 {
			b.WriteString(s)
			return b.String()
		}
		rest := strings.TrimLeft(s[at+len(colourBegins):], "0123456789;")
		if !strings.HasPrefix(rest, "m") {
			b.WriteString(s[:at+len(colourBegins)])
			s = s[at+len(colourBegins):]
			continue
		}
		b.WriteString(s[:at])
		s = rest[1:]
	}
}

// colourBegins is what such a sequence begins with.
const colourBegins = "\x1b["
