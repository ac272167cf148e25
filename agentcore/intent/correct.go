package intent

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/library/words"
)

// Corrected returns a request with typing errors corrected, if that makes it completely
// understood: an unknown word with exactly one similar known word is replaced. Use it
// only to ask back, since the user may have meant another word.
func Corrected(request string, folders ...string) (corrected string, ok bool) {
	changed := withoutSlips(request, folders)
	if changed == request {
		return "", false
	}
	read := Parse(changed, folders...)
	return changed, read.Do != None && len(read.Left) == 0
}

// WithNames returns a request with file names that contain blanks put in quotes, ignoring
// case: "delete scan 01.pdf" is about one file. So is "delete scan 01", unless two files
// are called that.
func WithNames(request string, names []string) string {
	byLength := slices.SortedFunc(slices.Values(names), func(a, b string) int { return len(b) - len(a) })
	for _, name := range byLength {
		if strings.Contains(name, " ") {
			request = quoted(request, name, name)
		}
	}
	for _, name := range byLength {
		stem := strings.TrimSuffix(name, filepath.Ext(name))
		same := func(other string) bool {
			return other != name && strings.EqualFold(strings.TrimSuffix(other, filepath.Ext(other)), stem)
		}
		if isNumbered(stem) && !slices.ContainsFunc(names, same) {
			request = quoted(request, stem, name)
		}
	}
	return request
}

// quoted returns a request with a file name in quotes where it says so.
func quoted(request, said, name string) string {
	lower := strings.ToLower(request)
	if len(lower) != len(request) { // some letters have another length in the other case
		lower = request
	}
	at := strings.Index(lower, strings.ToLower(said))
	if at < 0 || strings.ContainsAny(name, `"„“”«»`) {
		return request
	}
	rest := request[at+len(said):]
	after, _ := utf8.DecodeRuneInString(rest)
	if at > 0 && request[at-1] != ' ' || unicode.IsLetter(after) || unicode.IsDigit(after) || said != name && strings.HasPrefix(rest, ".") && len(rest) > 1 && rest[1] != ' ' {
		return request // a part of another one, or quoted already
	}
	return request[:at] + `"` + name + `"` + rest
}

// isNumbered reports whether a name without its ending is words and a number, as
// scanners and cameras give them: "scan 7", "IMG_3310". "Invoices 2024" may be what a
// request is about.
func isNumbered(stem string) bool {
	words := strings.TrimRight(stem, "0123456789")
	number := stem[len(words):]
	if number == "" || words == "" {
		return false
	}
	return strings.HasSuffix(words, "_") || strings.HasSuffix(words, " ") && len(number) < len("2024")
}

// MayNameMore reports whether a file name in a request may begin with the words before
// it: "delete scan 01.pdf".
func MayNameMore(request string, folders ...string) bool {
	items := bestReader(request, folders).items
	for i := 1; i < len(items); i++ {
		it, before := items[i], items[i-1]
		if it.kind == tokenName && !it.quoted && !it.ended && IsFileName(it.text) && before.kind == tokenWord &&
			!before.is(verbs...) && !before.is(roleExcept, roleLeave, roleTo, roleInto, roleFrom, roleOnly, roleBut, roleOr, roleBeing, roleLies) {
			return true
		}
	}
	return false
}

// withoutSlips returns a request with unknown words replaced by similar known ones.
func withoutSlips(request string, folders []string) string {
	r := bestReader(request, folders)
	changed := request
	for i, it := range r.items {
		if it.kind != tokenWord || !it.roles.none() || strings.Contains(it.text, " ") {
			continue
		}
		meant := r.lexicon.like(it.text)
		leavesOut := r.lexicon.roles[meant].has(roleExcept, roleLeave, roleOnly)
		if meant != "" && (!leavesOut || !r.standsAsName(i)) {
			if first, _ := utf8.DecodeRuneInString(it.field); unicode.IsUpper(first) { // as nouns are in German
				letter, width := utf8.DecodeRuneInString(meant)
				meant = string(unicode.ToUpper(letter)) + meant[width:]
			}
			changed = replaceWord(changed, it.field, meant)
		}
	}
	return changed
}

// standsAsName reports whether the word at i is where a folder or a new name would be:
// "shopping" in "rename a.txt to shopping" is not a misspelt "skipping". Unknown words
// may precede the position after a file name.
func (r *reader) standsAsName(i int) bool {
	named := slices.ContainsFunc(r.items[:i], func(it item) bool { return it.kind == tokenName && IsFileName(it.text) })
	for named && i > 0 && !r.items[i].ended && r.items[i-1].kind == tokenWord && r.items[i-1].roles.none() {
		i--
	}
	return !r.items[i].ended && r.behindRole(i, roleInto, roleTo)
}

// replaceWord replaces a word by another.
func replaceWord(text, word, by string) string {
	at := strings.Index(text, word)
	if at < 0 {
		return text
	}
	return text[:at] + by + text[at+len(word):]
}

// like returns the one word of the lexicon that a word resembles; "" for none, or for
// several with different meanings.
func (l *lexicon) like(word string) string {
	const least, short, long = 3, 5, 8 // letters; a long word may have two errors
	n := utf8.RuneCountInString(word)
	if n < least {
		return ""
	}
	slips := 1
	if n >= long {
		slips = 2
	}
	best, far, several := "", slips+1, false
	for _, phrase := range slices.Sorted(maps.Keys(l.roles)) {
		if strings.Contains(phrase, " ") || l.roles[phrase].reading().none() || n < short && !isSwapped(word, phrase) {
			continue
		}
		switch d := words.Distance(word, phrase, slips); {
		case d < far:
			best, far, several = phrase, d, false
		case d == far && d <= slips:
			several = several || !l.roles[phrase].reading().isLike(l.roles[best].reading())
		}
	}
	if several {
		return ""
	}
	return best
}

// isSwapped reports whether two words have the same letters: in a short word, any other
// error could be a different word.
func isSwapped(a, b string) bool {
	x, y := []rune(a), []rune(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
