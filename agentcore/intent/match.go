package intent

import (
	"slices"
	"strings"
)

// item is a phrase, an unknown word, or a name. Its text is in lower case except for
// names.
type item struct {
	token
	roles roles
	// ended reports that a clause ends before it.
	ended bool
	// used reports that it has been interpreted.
	used bool
}

func (it item) is(any ...role) bool { return it.roles.has(any...) }

// aName represents a name in the phrases of a lexicon.
const aName = `"`

// newReader splits a request into items: the longest phrases in the lexicon first,
// wherever they are, then shorter ones.
func newReader(l *lexicon, request string, folders []string) *reader {
	text, more := Beginning(request, readRunes)
	r := &reader{lexicon: l, text: request}
	var words []token
	ended := map[int]bool{} // a clause ends before this word
	for _, t := range tokenise(text, folders) {
		if t.kind == tokenEnd {
			ended[len(words)] = true
			continue
		}
		words = append(words, t)
	}
	if more {
		words = append(words, token{kind: tokenOdd, text: unread})
	}
	roots := rootWords(folders)
	length, found := l.match(words, roots)
	for i := 0; i < len(words); i += length[i] {
		said := make([]string, length[i])
		for j := range said {
			said[j] = words[i+j].text
		}
		it := item{token: words[i], roles: found[i], ended: ended[i]}
		it.text = strings.Join(said, " ")
		if it.is(roleRoot) {
			r.request.Files.Roots = append(r.request.Files.Roots, roots[it.text]...)
		}
		r.items = append(r.items, it)
	}
	r.rephrase()
	return r
}

// unread represents the part of a request beyond the length limit.
const unread = "…"

// match finds the lexicon's phrases among words: for each word that an item begins with,
// the number of words and the roles.
func (l *lexicon) match(words []token, roots map[string][]string) (length []int, found []roles) {
	const longestRoot = 8 // words in the name of a folder
	length, found = make([]int, len(words)), make([]roles, len(words))
	taken := make([]bool, len(words))
	for n := max(l.longest, longestRoot); n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			key, reach := phraseAt(words[i : i+n])
			known := l.rolesAt(key, roots)
			if known.none() || slices.Contains(taken[i:i+n], true) {
				continue
			}
			length[i], found[i] = reach, known
			for j := i; j < i+reach; j++ {
				taken[j] = true
			}
		}
	}
	for i := range length {
		if !taken[i] {
			length[i] = 1
		}
	}
	return length, found
}

// rolesAt returns the roles of a phrase. One that is known before a name also has its
// general roles.
func (l *lexicon) rolesAt(key string, roots map[string][]string) roles {
	known := l.roles[key].reading()
	if len(roots[key]) > 0 {
		known.add(roleRoot)
	}
	if before, found := strings.CutSuffix(key, " "+aName); found && !known.none() {
		known = known.or(l.roles[before].reading())
	}
	return known
}

// phraseAt returns words as a lexicon key, and how many of them the phrase takes: a name
// at its end is only looked at.
func phraseAt(words []token) (key string, reach int) {
	parts := make([]string, len(words))
	reach = len(words)
	for i, w := range words {
		switch {
		case w.kind == tokenWord:
			parts[i] = w.text
		case w.kind == tokenName && i == len(words)-1 && i > 0:
			parts[i], reach = aName, i
		default:
			return "", 0
		}
	}
	return strings.Join(parts, " "), reach
}

// rootWords indexes the folders by the words of their last names.
func rootWords(folders []string) map[string][]string {
	all := map[string][]string{}
	for _, folder := range folders {
		if said := nameWords(folder); said != "" {
			all[said] = append(all[said], folder)
		}
	}
	return all
}

// known counts the words in the lexicon.
func (r *reader) known() int {
	n, _ := r.countWords(func(string) bool { return true })
	return n
}

// isForeign reports whether at most half of the words that identify a language are known:
// the request may be in an unsupported language.
func (r *reader) isForeign() bool {
	known, all := r.countWords(func(said string) bool {
		return slices.ContainsFunc(lexicons(), func(l *lexicon) bool { return l.roles[said].none() })
	})
	return 2*known <= all
}

// countWords counts the words of certain phrases in the lexicon, and all words.
func (r *reader) countWords(counts func(said string) bool) (known, all int) {
	for _, it := range r.items {
		if it.kind != tokenWord || it.text == "" || !counts(it.text) {
			continue
		}
		n := 1 + strings.Count(it.text, " ")
		all += n
		if !it.roles.none() {
			known += n
		}
	}
	return known, all
}
