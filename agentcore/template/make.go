package template

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/deskhand/deskhand/agentcore/filename"
)

// Values are the facts about a file, by part. Year, Month and Day come from Date, which
// is written 2026-03-04.
type Values map[string]string

func (v Values) of(part string) string {
	pieces := strings.Split(v[Date], "-")
	for i, of := range []string{Year, Month, Day} {
		if part == of {
			if i < len(pieces) {
				return pieces[i]
			}
			return ""
		}
	}
	return v[part]
}

// Name is what a template makes of one file.
type Name struct {
	// Folders lead from the target folder to the file; File is its own name. All are safe
	// names.
	Folders []string
	File    string
	// Blank are unknown parts because of which a folder was left out.
	Blank []string
}

// Path returns the name with its folders.
func (n Name) Path() string {
	return filepath.Join(append(slices.Clone(n.Folders), n.File)...)
}

// Make names a file with this extension, which includes the dot. A part that is unknown,
// or repeats another one, is dropped with one of the texts around it; a folder with
// nothing known is left out. If only the date is known, the present name follows it.
func (t Template) Make(v Values, ext string) Name {
	var n Name
	last := len(t.elements) - 1
	for _, element := range t.elements[:max(0, last)] {
		e := expand(element, v)
		name := e.sanitised()
		if name == "" {
			n.Blank = append(n.Blank, partsOf(element)...)
			continue
		}
		n.Folders = append(n.Folders, name)
	}
	if last < 0 {
		n.File = filename.Sanitise(v[Kept], ext)
		return n
	}
	e := expand(t.elements[last], v)
	stem := e.text()
	if !e.said(func(part string) bool { return !isDate(part) }) && !e.words {
		stem += " " + withoutDate(v[Kept], stem)
	}
	n.File = filename.Sanitise(stem, ext)
	return n
}

// withoutDate removes a date from the front of the present name, so that naming a file
// twice does not give it two.
func withoutDate(stem, date string) string {
	return strings.TrimSpace(strings.TrimPrefix(stem, date))
}

func isDate(part string) bool { return slices.Contains([]string{Date, Year, Month, Day}, part) }

// Parts returns the parts of the whole template, in order.
func (t Template) Parts() []string { return partsOf(slices.Concat(t.elements...)) }

// FolderParts returns the parts of the folders.
func (t Template) FolderParts() []string {
	return partsOf(slices.Concat(t.elements[:max(0, len(t.elements)-1)]...))
}

func partsOf(nodes []node) []string {
	var all []string
	for _, n := range nodes {
		if n.part != "" {
			all = append(all, n.part)
		}
		all = append(all, partsOf(n.group)...)
	}
	return all
}

// Has reports whether a part occurs in the file's name.
func (t Template) Has(part string) bool {
	return len(t.elements) > 0 && slices.Contains(partsOf(t.elements[len(t.elements)-1]), part)
}

// Leading returns the text between the date and the next part, if the names begin with
// the plain date.
func (t Template) Leading() (between string, ok bool) {
	if len(t.elements) == 0 {
		return "", false
	}
	file := t.elements[len(t.elements)-1]
	if len(file) < 2 || file[0].part != Date || len(file[0].filters) > 0 {
		return "", false
	}
	if between = file[1].text; between == "" {
		between = " "
	}
	return between, true
}

// expansion builds one element of a path.
type expansion struct {
	out strings.Builder
	// pending is the text between two parts, written only between two values.
	pending string
	// dropped reports that the previous part was left out.
	dropped bool
	// words reports that the template itself has words in this element.
	words bool
	used  []string // parts
	told  []string // their values
}

func expand(nodes []node, v Values) *expansion {
	e := &expansion{}
	for _, n := range nodes {
		switch {
		case n.group != nil:
			e.group(n.group, v)
		case n.part != "":
			e.part(n, v)
		default:
			e.literal(n.text)
		}
	}
	if e.out.Len() > 0 && (!e.dropped || strings.IndexAny(e.pending, closing) == 0) {
		e.flush()
	}
	return e
}

func (e *expansion) text() string { return strings.TrimSpace(e.out.String()) }

// sanitised returns the element as a folder name; empty for none.
func (e *expansion) sanitised() string {
	if name := filename.Sanitise(e.text(), ""); name != filename.Nameless {
		return name
	}
	return ""
}

// said reports whether a part for which fits is true was written.
func (e *expansion) said(fits func(string) bool) bool { return slices.ContainsFunc(e.used, fits) }

func (e *expansion) flush() {
	e.out.WriteString(e.pending)
	e.pending = ""
}

// Brackets around a part are dropped with it.
const (
	opening = "([{<«„“"
	closing = ")]}>»”"
)

// literal adds a text. One with words is always kept.
func (e *expansion) literal(text string) {
	if e.dropped {
		for endsIn(e.pending, opening) && strings.IndexAny(text, closing) == 0 {
			e.pending, text = withoutLast(e.pending), withoutFirst(text)
		}
		if text == "" {
			return
		}
	}
	first := strings.IndexFunc(text, isWord)
	if first < 0 {
		e.pending = text
		return
	}
	end := strings.LastIndexFunc(text, isWord)
	end = len(text) - len(withoutFirst(text[end:]))
	if e.out.Len() > 0 {
		e.out.WriteString(text[:first])
	} else {
		e.out.WriteString(strings.TrimLeft(text[:first], " "))
	}
	e.out.WriteString(text[first:end])
	e.pending, e.dropped, e.words = text[end:], false, true
}

func endsIn(text, any string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return text != "" && strings.ContainsRune(any, last)
}

func withoutLast(text string) string {
	_, width := utf8.DecodeLastRuneInString(text)
	return text[:len(text)-width]
}

func withoutFirst(text string) string {
	_, width := utf8.DecodeRuneInString(text)
	return text[width:]
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// part adds a part, or drops it.
func (e *expansion) part(n node, v Values) {
	value, known := n.value(v)
	if value == "" || repeats(e.told, value) {
		e.dropped = true
		return
	}
	if e.out.Len() == 0 && e.dropped { // separates it from nothing
		e.pending = strings.TrimLeftFunc(e.pending, func(r rune) bool { return !strings.ContainsRune(opening, r) })
	}
	e.flush()
	e.out.WriteString(value)
	e.told = append(e.told, value)
	if known {
		e.used = append(e.used, n.part)
	}
	e.dropped = false
}

// group adds the contents of brackets as a whole, if something in it is known.
func (e *expansion) group(nodes []node, v Values) {
	inside := &expansion{told: e.told}
	for _, n := range nodes {
		if n.part != "" {
			inside.part(n, v)
		}
	}
	if len(inside.told) == len(e.told) {
		return
	}
	first := slices.IndexFunc(nodes, func(n node) bool { return n.part != "" })
	for _, n := range nodes[:first] {
		e.flush()
		e.out.WriteString(n.text)
	}
	part := expand(nodes[first:], v)
	e.flush()
	e.out.WriteString(part.out.String())
	e.used, e.told = append(e.used, part.used...), append(e.told, part.told...)
	e.words, e.dropped = e.words || part.words, false
}

// value returns what is written for a part. known is false for a replacement.
func (n node) value(v Values) (value string, known bool) {
	value = plain(v.of(n.part))
	for _, f := range n.filters {
		value = plain(f(value))
	}
	if value != "" {
		return value, true
	}
	return plain(n.fallback), false
}

// plain returns a value without slashes, or a leading character that would hide the file.
// Nothing left means unknown.
func plain(value string) string {
	if value == "" {
		return ""
	}
	// A suffix keeps the dots at the value's end, since more of the name follows.
	safe := strings.TrimSuffix(filename.Sanitise(value+"\u00a0x", ""), "x")
	return strings.TrimSpace(safe)
}

// repeats reports whether a value was written already. Part of a word repeats only a
// longer value, and part of a date or a number none: number 4 is not in 2026-04-12.
func repeats(said []string, value string) bool {
	const long = 4 // letters
	value = strings.ToLower(value)
	return slices.ContainsFunc(said, func(s string) bool {
		s = strings.ToLower(s)
		switch {
		case !strings.ContainsFunc(value, unicode.IsLetter):
			return slices.ContainsFunc(strings.Fields(s), func(word string) bool { return strings.Trim(word, ",.;:()[]") == value })
		case utf8.RuneCountInString(value) < long:
			return slices.Contains(strings.FieldsFunc(s, func(r rune) bool { return !isWord(r) }), value)
		}
		return strings.Contains(s, value)
	})
}

// slug returns a value in lower case without accents, with hyphens between words.
func slug(s string) string {
	s = strings.NewReplacer("ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "&", " ").Replace(strings.ToLower(s))
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		switch {
		case isWord(r):
			b.WriteRune(r)
		case unicode.IsMark(r):
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), "-")
}

// shortened cuts a value to n characters, between two words if that keeps more than half.
func shortened(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	cut := string(runes[:n])
	if at := strings.LastIndexByte(cut, ' '); at > len(cut)/2 && runes[n] != ' ' {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " ,.;-")
}

// dateWords removes the placeholders from a date format.
var dateWords = strings.NewReplacer("YYYY", "", "YY", "", "MM", "", "DD", "", "M", "", "D", "")

// written formats a date such as 2026-03-04 as, say, DD.MM.YYYY. An incomplete date is
// unchanged.
func written(date, form string) string {
	pieces := strings.Split(date, "-")
	if len(pieces) != 3 || len(pieces[0]) != 4 {
		return date
	}
	year, month, day := pieces[0], pieces[1], pieces[2]
	return strings.NewReplacer("YYYY", year, "YY", year[2:], "MM", month, "DD", day,
		"M", strings.TrimPrefix(month, "0"), "D", strings.TrimPrefix(day, "0")).Replace(form)
}
