package intent

import (
	"strings"
	"unicode"
)

const (
	// clauseEnd stands for a comma, a full stop and the like.
	clauseEnd = ","
	// aPath stands for a path, a file name or something in quotes: what is
	// named there is not meant.
	aPath = "§"
)

// split gives the words of a request in lower case.
func split(request string) []string {
	var words []string
	request = strings.NewReplacer("’", "'", "‘", "'").Replace(strings.ToLower(request))
	for _, field := range strings.FieldsFunc(unquote(" "+request+" "), unicode.IsSpace) {
		core := strings.TrimFunc(field, isMark)
		if core == "" {
			words = append(words, clauseEnd)
			continue
		}
		lead := strings.Index(field, core)
		if endsClause(field[:lead]) {
			words = append(words, clauseEnd)
		}
		words = append(words, splitField(core)...)
		if endsClause(field[lead+len(core):]) {
			words = append(words, clauseEnd)
		}
	}
	return words
}

// splitField gives the words of one run of letters and marks.
func splitField(core string) []string {
	switch {
	case core == "read-only", core == "dry-run":
		return []string{core}
	case strings.ContainsAny(core, `/\`), isFileName(core):
		return []string{aPath}
	}
	return strings.FieldsFunc(core, func(r rune) bool { return isMark(r) && r != '\'' && r != '§' })
}

// isFileName takes a dot inside a word for that of an extension.
func isFileName(word string) bool {
	dot := strings.LastIndexByte(word, '.')
	return dot > 0 && dot < len(word)-1 && len(word)-dot <= 6
}

func isMark(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '§'
}

func endsClause(marks string) bool { return strings.ContainsAny(marks, ",;.!?:—–()") }

// unquote puts aPath in the place of what stands in quotes. An apostrophe is
// no quote: a single one opens only at the start of a word.
func unquote(s string) string {
	for _, q := range []struct{ open, shut string }{
		{`"`, `"`}, {"„", "“"}, {"“", "”"}, {"«", "»"}, {"»", "«"}, {"`", "`"}, {" '", "' "},
	} {
		var out strings.Builder
		for {
			before, rest, found := strings.Cut(s, q.open)
			inside, after, closed := strings.Cut(rest, q.shut)
			if !found || !closed || inside == "" {
				break
			}
			out.WriteString(before + " " + aPath + " ")
			s = after
		}
		out.WriteString(s)
		s = out.String()
	}
	return s
}
