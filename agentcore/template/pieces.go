package template

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cut splits a pattern into that of the folders, which may be empty, and that of the
// file's name.
func Cut(pattern string) (folders, file string) {
	p := parser{text: []rune(pattern)}
	if _, err := p.nodes(false); err != nil || len(p.slashes) == 0 {
		return "", pattern
	}
	last := p.slashes[len(p.slashes)-1]
	return string(p.text[:last]), string(p.text[last+1:])
}

// Join returns the pattern of a file's name in folders, which may be empty.
func Join(folders, file string) string {
	if folders == "" {
		return file
	}
	return folders + slash + file
}

// Quote returns the pattern of a literal text.
func Quote(text string) string {
	return strings.NewReplacer("{", "{{", "}", "}}", "[", "[[", "]", "]]").Replace(text)
}

// forms are the date formats found in names, longest first.
var forms = []string{"", "DD.MM.YYYY", "DD-MM-YYYY", "DD_MM_YYYY", "YYYY.MM.DD", "YYYY_MM_DD", "MM-DD-YYYY", "YYYYMMDD", "DD.MM.YY", "YY-MM-DD", "YYYY-MM", "YYYY_MM", "MM-YYYY", "YYMMDD"}

// spelling is a way in which a part may be written.
type spelling struct{ part, text string }

// spellings returns all ways in which known values may occur in a name, longest first.
func spellings(v Values) []spelling {
	var all []spelling
	for _, form := range forms {
		if date := v[Date]; len(strings.Split(date, "-")) == 3 {
			if form == "" {
				all = append(all, spelling{"{date}", date})
				continue
			}
			all = append(all, spelling{"{date|date:" + form + "}", written(date, form)})
		}
	}
	if year := v.of(Year); year != "" {
		all = append(all, spelling{"{year}", year})
	}
	for _, part := range Known {
		if value := plain(v[part]); value != "" && part != Date && part != Kept && part != Seq && part != Ending && part != Parent {
			all = append(all, spelling{"{" + part + "}", value}, spelling{"{" + part + "|lower}", strings.ToLower(value)},
				spelling{"{" + part + "|slug}", slug(value)}, spelling{"{" + part + "|upper}", strings.ToUpper(value)})
		}
	}
	slices.SortStableFunc(all, func(a, b spelling) int { return cmp.Compare(len(b.text), len(a.text)) })
	return all
}

// Describe returns the pattern that produced a text from known values: each value that
// occurs as a whole word becomes a part.
func Describe(text string, v Values) string {
	all := spellings(v)
	var out strings.Builder
	before := ' '
	for len(text) > 0 {
		if s, ok := startsWith(text, all, before); ok {
			out.WriteString(s.part)
			before, _ = utf8.DecodeLastRuneInString(s.text)
			text = text[len(s.text):]
			continue
		}
		r, width := utf8.DecodeRuneInString(text)
		out.WriteString(Quote(string(r)))
		before, text = r, text[width:]
	}
	return out.String()
}

// startsWith returns the longest value that a text starts with, as a whole word.
func startsWith(text string, all []spelling, before rune) (spelling, bool) {
	for _, s := range all {
		rest, ok := strings.CutPrefix(text, s.text)
		if !ok {
			continue
		}
		after, _ := utf8.DecodeRuneInString(rest)
		first, _ := utf8.DecodeRuneInString(s.text)
		last, _ := utf8.DecodeLastRuneInString(s.text)
		if !oneWord(before, first) && (rest == "" || !oneWord(last, after)) {
			return s, true
		}
	}
	return spelling{}, false
}

// oneWord reports whether two adjacent characters belong to one word or number.
func oneWord(a, b rune) bool {
	return unicode.IsLetter(a) && unicode.IsLetter(b) || unicode.IsDigit(a) && unicode.IsDigit(b)
}

// Varies reports whether a pattern makes different names for different files of a sender:
// it has a part that differs, and no number of one file in its words.
func Varies(pattern string) bool {
	t, err := Parse(pattern)
	if err != nil || len(t.elements) == 0 {
		return false
	}
	steady := []string{"issuer", "kind", "person", "currency", Parent, Ending}
	file := t.elements[len(t.elements)-1]
	for _, n := range file {
		if strings.ContainsFunc(n.text, unicode.IsDigit) {
			return false
		}
	}
	return slices.ContainsFunc(partsOf(file), func(part string) bool { return !slices.Contains(steady, part) })
}
