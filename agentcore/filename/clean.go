package filename

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxMarks is how many combining marks one letter keeps. Living scripts need fewer; more
// is abuse that paints over neighbouring text.
const maxMarks = 8

// clean maps s to characters that a name may hold, in NFC, with single spaces.
func clean(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, ""))
	s = norm.NFC.String(strings.Map(safe, s))
	return thin(s)
}

// safe returns the replacement of r in a name; -1 for none.
func safe(r rune) rune {
	switch {
	case strings.ContainsRune("/\\:|\u2044\u2215\u2216\u29f8\u29f9\uff0f\uff3c\ufe68\uff1a", r):
		return '-'
	case r == '"':
		return '\''
	case strings.ContainsRune("<>?*\t\n\r\v\f\u0085\u2028\u2029\u2800", r):
		return ' '
	case unicode.IsSpace(r) || unicode.Is(unicode.Zs, r):
		return ' '
	case r == unicode.ReplacementChar || !unicode.IsGraphic(r) || ignorable(r):
		return -1
	}
	return r
}

// ignorable reports whether r is invisible although not a control or format character:
// variation selectors, fillers, joiners that are marks.
func ignorable(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r)
}

// thin collapses runs of spaces, and drops a letter's marks past maxMarks.
func thin(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space, marks := false, 0
	for _, r := range s {
		if r == ' ' && space {
			continue
		}
		space = r == ' '
		if !unicode.IsMark(r) {
			marks = 0
		} else if marks++; marks > maxMarks {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// trim removes what must not start or end a name: a hidden file's dot, an option's dash,
// a home folder's tilde, a mark without a letter; dots and spaces at the end, which
// Windows drops.
func trim(s string) string {
	s = strings.TrimLeftFunc(s, func(r rune) bool {
		return strings.ContainsRune(" .-~", r) || unicode.IsMark(r)
	})
	return strings.TrimRight(s, " .")
}

// reserved reports whether Windows takes the name for a device, which the part before the
// first dot decides.
func reserved(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	base = strings.ToUpper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	digit, port := strings.CutPrefix(base, "COM")
	if !port {
		digit, port = strings.CutPrefix(base, "LPT")
	}
	return port && strings.Contains("0123456789¹²³", digit) && len([]rune(digit)) == 1
}

// escape turns a reserved name into an ordinary one.
func escape(name string) string {
	base, rest, dotted := strings.Cut(name, ".")
	base = strings.TrimRight(base, " ") + "_"
	if !dotted {
		return base
	}
	return base + "." + rest
}
