package intent

import (
	"strconv"
	"strings"
)

// yearAt returns the year at i; 0 for none.
func (r *reader) yearAt(i int) int {
	if i >= len(r.items) || r.items[i].kind != tokenWord || len(r.items[i].text) != len("2006") {
		return 0
	}
	year, err := strconv.Atoi(r.items[i].text)
	if err != nil || year < 1900 || year > 2100 {
		return 0
	}
	return year
}

// namesSender reports whether a sender is named at i.
func (r *reader) namesSender(i int) bool {
	_, n := r.senderAt(i)
	return n > 0
}

// senderAt returns the quoted name, or the name of unknown words, at i, and how many
// items it takes.
func (r *reader) senderAt(i int) (string, int) {
	start := i
	for i < len(r.items) && r.items[i].is(roleThings) && !r.items[i].is(roleKind) {
		i++
	}
	if i < len(r.items) && r.items[i].quoted && !IsFileName(r.items[i].text) {
		return r.items[i].text, i - start + 1
	}
	var parts []string
	for j := range r.run(i) {
		parts = append(parts, r.items[i+j].field)
	}
	if len(parts) == 0 || r.yearAt(i) > 0 {
		return "", 0
	}
	return strings.Join(parts, " "), i - start + len(parts)
}

// textAt returns a text of the user at i, in quotes or as one word, and how many items it
// takes.
func (r *reader) textAt(i int) (string, int) {
	// "The spaces" are spaces; "the date" is something to be looked up.
	if next := i + 1; next < len(r.items) && r.items[i].is(roleThings) && (r.items[next].is(roleChar) || r.items[next].quoted) {
		text, n := r.textAt(next)
		return text, n + 1
	}
	if r.isAt(i, roleTheWord) && i+1 < len(r.items) { // "the word total"
		return r.items[i+1].field, 1 + r.fieldLength(i+1)
	}
	if i >= len(r.items) {
		return "", 0
	}
	it := r.items[i]
	switch {
	case it.kind == tokenName && it.quoted:
		return it.text, 1
	case it.kind == tokenEnding:
		return it.text, 1
	case it.kind != tokenWord:
		return "", 0
	case it.is(roleChar):
		return characters[r.lexicon.values[roleChar][it.text]], 1
	case it.roles.none(), it.is(roleExtension) && !it.is(roleKind):
		n := 1
		for i+n < len(r.items) && r.items[i+n].at == it.at { // parts of one field
			n++
		}
		return it.field, n
	}
	return "", 0
}

// wordsAt is textAt with the following words that are written like names: "replace acme
// with Acme Ltd".
func (r *reader) wordsAt(i int) (string, int) {
	text, n := r.textAt(i)
	for n > 0 && isCapital(text) && !r.items[i].quoted && i+n < len(r.items) {
		next := r.items[i+n]
		if next.kind != tokenWord || next.ended || !next.roles.none() || !isCapital(next.field) {
			break
		}
		text += " " + next.field
		n += r.fieldLength(i + n)
	}
	return text, n
}

// characters are those of the sections [char …].
var characters = map[string]string{"space": " ", "underscore": "_", "hyphen": "-", "dot": "."}

// ending returns the extension that a word means: "*.PDF", "pdfs".
func ending(word string) string {
	word = strings.TrimLeft(strings.ToLower(word), "*.")
	if one, plural := strings.CutSuffix(word, "s"); plural && rolesOf(one).has(roleExtension) {
		return one
	}
	return word
}
