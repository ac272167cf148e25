package inert

import (
	"strings"
)

// Text returns text safe to show, with its lines: terminal sequences are removed and hidden
// characters spelled out.
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

// escape begins a terminal sequence.
const escape = 0x1B

// Line is Text for a name on one line: line breaks are spelled out.
func Line(name string) string {
	return Text(strings.ReplaceAll(name, "\n", "␊"))
}

// escapeLength returns the length of the sequence at the start of s.
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

// Exact returns text on one line with everything spelled out; only line breaks become
// spaces.
func Exact(s string) string { return strings.Join(strings.Fields(Spell(s)), " ") }

// Uncoloured returns a program's output without the sequences that colour it.
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

// colourBegins is the start of such a sequence.
const colourBegins = "\x1b["
