package intent

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is the kind of a token.
type tokenKind int

const (
	tokenWord tokenKind = iota
	// tokenEnd is a comma, a full stop or the like.
	tokenEnd
	// tokenName is a path, a file name or a quotation.
	tokenName
	// tokenEnding is an extension: ".pdf" or "*.pdf".
	tokenEnding
	// tokenOdd looks like a path or a name but is invalid.
	tokenOdd
	// tokenSign is a sign such as ≠ or >, which may be as meaningful as a word.
	tokenSign
)

// token is a piece of a request.
type token struct {
	kind tokenKind
	// text is a word in lower case; a name as written, without quotes.
	text string
	// field is the text between two blanks around a word, without punctuation.
	field  string
	at     int // where the field begins, in bytes
	quoted bool
}

const (
	// clauseEnd represents a comma, a full stop and the like.
	clauseEnd = ","
	// aPath represents a path, a file name or a quotation: its words are not interpreted.
	aPath = "§"
)

// split returns the words of a request in lower case, with clauseEnd and aPath.
func split(request string) []string {
	var words []string
	for _, t := range tokenise(request, nil) {
		switch t.kind {
		case tokenWord:
			words = append(words, t.text)
		case tokenEnd:
			words = append(words, clauseEnd)
		case tokenName, tokenEnding, tokenOdd:
			words = append(words, aPath)
		case tokenSign:
		}
	}
	return words
}

// mention is a quoted name, or a root.
type mention struct {
	at, end int // with its quotes
	text    string
	quoted  bool
}

// tokenise splits a request into tokens. Literal folders are found even with blanks in
// them.
func tokenise(text string, folders []string) []token {
	var all []token
	from := 0
	for _, m := range mentions(text, folders) {
		all = append(all, tokensOf(text[from:m.at], from)...)
		all = append(all, token{kind: tokenName, text: m.text, field: m.text, at: m.at, quoted: m.quoted})
		from = m.end
	}
	return append(all, tokensOf(text[from:], from)...)
}

// mentions finds the quotations and the folders.
func mentions(text string, folders []string) []mention {
	var found []mention
	for at := 0; at < len(text); {
		if m, ok := quotation(text, at); ok {
			found, at = append(found, m), m.end
			continue
		}
		_, width := utf8.DecodeRuneInString(text[at:])
		at += width
	}
	for _, folder := range folders {
		at := strings.Index(text, folder)
		if at < 0 || folder == "" {
			continue
		}
		end := at + len(folder) + tail(text[at+len(folder):])
		if !slices.ContainsFunc(found, func(m mention) bool { return at < m.end && m.at < end }) {
			found = append(found, mention{at, end, text[at:end], false})
		}
	}
	slices.SortFunc(found, func(a, b mention) int { return cmp.Compare(a.at, b.at) })
	return found
}

// quotation returns the quotation that opens at a place: "…", “…”, „…“, «…», »…«, `…`, or
// '…' around whole words, since an apostrophe is not a quote.
func quotation(text string, at int) (mention, bool) {
	const quotes = "\"“”„«»`"
	open, width := utf8.DecodeRuneInString(text[at:])
	inside := at + width
	if strings.ContainsRune(quotes, open) && open != '”' {
		n := strings.IndexAny(text[inside:], quotes+"\n")
		if n <= 0 {
			return mention{}, false
		}
		end := inside + n
		_, width = utf8.DecodeRuneInString(text[end:])
		said := text[inside:end]
		if open == '«' { // French puts blanks inside of its quotes
			said = strings.TrimSpace(said)
		}
		return mention{at, end + width, said, true}, text[end] != '\n' && said != ""
	}
	if open != '\'' || at > 0 && !strings.ContainsRune(" \t\n(", rune(text[at-1])) {
		return mention{}, false
	}
	n := strings.IndexAny(text[inside:], "'\n")
	if n <= 0 || text[inside+n] == '\n' {
		return mention{}, false
	}
	end := inside + n + 1
	after, _ := utf8.DecodeRuneInString(text[end:])
	return mention{at, end, text[inside : end-1], true}, end == len(text) || strings.ContainsRune(" \t\n.,;:!?)", after)
}

// tail returns how much of the text after a folder belongs to the path.
func tail(rest string) int {
	if rest == "" || rest[0] != filepath.Separator {
		return 0
	}
	end := strings.IndexFunc(rest, unicode.IsSpace)
	if end < 0 {
		end = len(rest)
	}
	return len(strings.TrimRight(rest[:end], ".,;:!?)"))
}

// tokensOf splits a text without quotes into tokens; offset is its position.
func tokensOf(text string, offset int) []token {
	var all []token
	for at := 0; at < len(text); {
		start := strings.IndexFunc(text[at:], func(r rune) bool { return !unicode.IsSpace(r) })
		if start < 0 {
			break
		}
		start += at
		end := strings.IndexFunc(text[start:], unicode.IsSpace)
		if end < 0 {
			end = len(text) - start
		}
		at = start + end
		all = append(all, tokensIn(text[start:at], offset+start)...)
	}
	return all
}

// tokensIn splits the text between two blanks.
func tokensIn(field string, at int) []token {
	if t, ok := pathOrName(field, at); ok {
		return t
	}
	var all []token
	core := strings.TrimFunc(field, isMark)
	if sign := strings.Trim(field, ",;:.!?()"); isCurrency(sign) {
		core = sign
	}
	if core == "" {
		all = append(signs(field, at), token{kind: tokenEnd, at: at})
		return all
	}
	lead := strings.Index(field, core)
	trail := field[lead+len(core):]
	if endsClause(field[:lead]) {
		all = append(all, token{kind: tokenEnd, at: at})
	}
	all = append(all, signs(field[:lead], at)...)
	all = append(all, wordsIn(core, strings.Trim(field, ",;.!?:()—–"), at)...)
	all = append(all, signs(trail, at)...)
	if endsClause(trail) {
		all = append(all, token{kind: tokenEnd, at: at})
	}
	return all
}

// wordsIn splits the letters and punctuation of one field into words.
func wordsIn(core, field string, at int) []token {
	low := strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(core), "’", "'"), "‘", "'")
	switch {
	case !rolesOf(low).none():
		return []token{{kind: tokenWord, text: low, field: field, at: at}}
	case isElided(low):
		_, rest, _ := cutApostrophe(core)
		_, behind, cut := cutApostrophe(field)
		first := low[:strings.IndexByte(low, '\'')+1]
		return append([]token{{kind: tokenWord, text: first, field: first, at: at}}, wordsIn(rest, behind, at+cut)...)
	case strings.ContainsAny(core, `/\`), hasDotInside(core):
		return []token{{kind: tokenOdd, text: low, field: field, at: at}}
	}
	var all []token
	for _, part := range strings.FieldsFunc(low, func(r rune) bool { return isMark(r) && r != '\'' && !unicode.Is(unicode.Sm, r) }) {
		for part != "" {
			sign := strings.IndexFunc(part, func(r rune) bool { return unicode.Is(unicode.Sm, r) })
			word := part
			if sign >= 0 {
				word = part[:sign]
			}
			if word = strings.Trim(word, "'"); word != "" {
				all = append(all, token{kind: tokenWord, text: word, field: field, at: at})
			}
			if sign < 0 {
				break
			}
			r, width := utf8.DecodeRuneInString(part[sign:])
			all = append(all, token{kind: tokenSign, text: string(r), at: at})
			part = part[sign+width:]
		}
	}
	return all
}

// isElided reports whether an unknown word begins with an elided one: "d'Acme",
// "l'avocat".
func isElided(low string) bool {
	first, rest, _ := strings.Cut(low, "'")
	return rest != "" && len(rolesOf(first+"'")) > 0 && len(rolesOf(low)) == 0
}

// cutApostrophe splits a text after its first apostrophe, and returns the position.
func cutApostrophe(text string) (first, rest string, at int) {
	i := strings.IndexAny(text, "'’‘")
	if i < 0 {
		return text, "", len(text)
	}
	_, width := utf8.DecodeRuneInString(text[i:])
	return text[:i+width], text[i+width:], i + width
}

// pathOrName reads a field as a path, a file name or an extension, with the punctuation
// around it.
func pathOrName(field string, at int) ([]token, bool) {
	lead := len(field) - len(strings.TrimLeft(field, "("))
	core := strings.TrimRight(field[lead:], ",;:!?.)")
	trail := field[lead+len(core):]
	t := token{kind: tokenName, text: core, field: core, at: at + lead}
	switch {
	case isPlainPath(core), IsFileName(core) && isNamePlain(core):
	case isEnding(core):
		t.kind = tokenEnding
	default:
		return nil, false
	}
	var all []token
	if lead > 0 {
		all = append(all, token{kind: tokenEnd, at: at})
	}
	all = append(all, t)
	if trail != "" {
		all = append(all, token{kind: tokenEnd, at: at})
	}
	return all, true
}

// isPlainPath reports whether a field begins with /, ~, ./ or ../, or with a drive
// letter.
func isPlainPath(field string) bool {
	for _, start := range []string{"/", "~/", "./", "../"} {
		if strings.HasPrefix(field, start) {
			return true
		}
	}
	return field == "~" || len(field) > 2 && field[1] == ':' && (field[2] == '/' || field[2] == '\\')
}

// isNamePlain reports whether a field may be an unquoted file name.
func isNamePlain(field string) bool {
	first, _ := utf8.DecodeRuneInString(field)
	return (unicode.IsLetter(first) || unicode.IsNumber(first) || first == '_') && strings.IndexFunc(field, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_.()+-", r)
	}) < 0
}

// isEnding reports whether a field is ".pdf" or "*.pdf".
func isEnding(field string) bool {
	ending, ok := strings.CutPrefix(strings.TrimPrefix(field, "*"), ".")
	return ok && IsFileName("a."+ending)
}

// IsFileName reports whether a name ends like a file name. It does not look at the disk.
func IsFileName(name string) bool {
	const least, most = 2, 5 // letters and digits behind the dot
	dot := strings.LastIndexByte(name, '.')
	ending := name[dot+1:]
	if dot < 1 || len(ending) < least || len(ending) > most || ending[0] >= '0' && ending[0] <= '9' {
		return false
	}
	return strings.IndexFunc(ending, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}) < 0
}

// hasDotInside reports whether a word has a dot that may begin an extension.
func hasDotInside(word string) bool {
	dot := strings.LastIndexByte(word, '.')
	return dot > 0 && dot < len(word)-1 && len(word)-dot <= 6
}

// signs returns the signs among the punctuation around a word.
func signs(marks string, at int) []token {
	var all []token
	for _, r := range marks {
		if unicode.Is(unicode.Sm, r) {
			all = append(all, token{kind: tokenSign, text: string(r), at: at})
		}
	}
	return all
}

// isCurrency reports whether a field is a currency sign alone.
func isCurrency(field string) bool {
	r, width := utf8.DecodeRuneInString(field)
	return width == len(field) && unicode.Is(unicode.Sc, r)
}

func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '§' }

func endsClause(marks string) bool { return strings.ContainsAny(marks, ",;.!?:—–()") }
