package main

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// legal are legal forms, which names are given with and without.
var legal = regexp.MustCompile(`\b(gmbh|ag|ltd|llc|inc|sarl|sa|bv|b v|sdn bhd|s b|sb|bhd|ohg|co|plc|pvt ltd|private limited|limited)\b`)

// isOneOf reports whether value names one of those accepted: the same but for
// legal form, accents and punctuation, or one that says a little more or less.
func isOneOf(value string, accepted []string) bool {
	v := bare(value)
	for _, a := range accepted {
		b := bare(a)
		switch {
		case a == "-" || v == "" || b == "":
		case v == b,
			strings.Contains(v, b) && float64(len(v)) <= 1.45*float64(len(b))+2,
			strings.HasPrefix(b, v) && len(v) >= 4 && float64(len(v)) >= 0.4*float64(len(b)):
			return true
		}
	}
	return false
}

// bare is the letters and digits of a name without its legal form; with it where
// there is nothing else.
func bare(name string) string {
	whole := spaced(name)
	if short := strings.ReplaceAll(legal.ReplaceAllString(whole, ""), " ", ""); short != "" {
		return short
	}
	return strings.ReplaceAll(whole, " ", "")
}

// words are those of s in small letters without accents.
func words(s string) []string {
	return strings.FieldsFunc(plain(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func plain(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(s)))
}
