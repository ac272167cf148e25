package intent

import (
	"embed"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed lexicon/*.txt
var lexiconFiles embed.FS

// lexicon is the words of one language: the roles of each phrase.
type lexicon struct {
	language string
	roles    map[string]roles
	// values are the meanings of words: the kind that "bills" are.
	values  map[role]map[string]string
	longest int // words in the longest phrase
}

// lexicons returns those of all languages, in order of preference for a request that is
// equally good in two.
var lexicons = sync.OnceValue(func() []*lexicon {
	var all []*lexicon
	for _, language := range []string{"en", "de", "fr", "es"} {
		all = append(all, newLexicon(language, read("common")+"\n"+read(language)))
	}
	return all
})

// read returns an embedded file of the lexicon.
func read(name string) string {
	text, err := lexiconFiles.ReadFile(path.Join("lexicon", name+".txt"))
	if err != nil {
		panic(err)
	}
	return string(text)
}

// newLexicon reads sections such as
//
//	# a comment
//	[except]
//	except, except for,
//	but not
func newLexicon(language, text string) *lexicon {
	l := &lexicon{language: language, roles: map[string]roles{}, values: map[role]map[string]string{}}
	in, value := roleNone, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if section, ok := strings.CutPrefix(line, "["); ok {
			in, value = roleOf(strings.TrimSuffix(section, "]"))
			continue
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		for entry := range strings.SplitSeq(line, ",") {
			if key := strings.Join(strings.Fields(entry), " "); key != "" {
				l.add(key, in, value)
			}
		}
	}
	l.addPlain()
	return l
}

// addPlain adds phrases written without their accents, unless they are phrases
// themselves. Short ones are too often words of their own.
func (l *lexicon) addPlain() {
	const short = 4 // bytes
	for _, phrase := range slices.Collect(maps.Keys(l.roles)) {
		for _, plain := range []string{unaccented(phrase), umlauts.Replace(phrase)} {
			if plain == phrase || len(plain) < short || len(l.roles[plain]) > 0 {
				continue
			}
			l.roles[plain] = l.roles[phrase]
			for _, values := range l.values {
				if value, ok := values[phrase]; ok {
					values[plain] = value
				}
			}
		}
	}
}

// umlauts are German letters as typed without umlaut keys.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// unaccented returns a text without accents.
func unaccented(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text))
}

// apart splits a phrase as a request is split: at hyphens, and after elided words.
var apart = strings.NewReplacer("-", " ", " d'", " d' ", " l'", " l' ")

// add stores a phrase, and its form as split in a request.
func (l *lexicon) add(phrase string, r role, value string) {
	if cut := strings.Join(strings.Fields(apart.Replace(phrase)), " "); cut != phrase && strings.Contains(phrase, " ") {
		l.add(cut, r, value)
	}
	l.mark(phrase, r)
	if r == roleChange || r == roleChangeNoun || r == roleChangeAny {
		for form, formed := range englishForms(phrase) {
			l.mark(form, r)
			l.mark(form, formed)
		}
	}
	if value != "" {
		if l.values[r] == nil {
			l.values[r] = map[string]string{}
		}
		l.values[r][phrase] = value
	}
	if first, _, more := strings.Cut(phrase, " "); more {
		l.mark(first, roleStartsPhrase)
	}
	l.longest = max(l.longest, 1+strings.Count(phrase, " "))
}

func (l *lexicon) mark(phrase string, r role) {
	has := l.roles[phrase]
	has.add(r)
	l.roles[phrase] = has
}

// anywhere has the roles of each word or phrase in all languages. Whether a request only
// asks to look is decided by all of them, since users mix languages.
var anywhere = sync.OnceValue(func() map[string]roles {
	all := map[string]roles{}
	for _, l := range lexicons() {
		for key, r := range l.roles {
			all[key] = all[key].or(r)
		}
	}
	return all
})

// rolesOf returns the roles of a word or phrase in any language.
func rolesOf(said string) roles { return anywhere()[said] }
