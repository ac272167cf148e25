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
	// values are what words stand for: the kind that "bills" are.
	values  map[role]map[string]string
	longest int // words in the longest phrase
}

// lexicons are those of the languages, in the order in which they are preferred
// for a request that reads alike in two of them.
var lexicons = sync.OnceValue(func() []*lexicon {
	var all []*lexicon
	for _, language := range []string{"en", "de", "fr", "es"} {
		all = append(all, newLexicon(language, read("common")+"\n"+read(language)))
	}
	return all
})

// read returns a file of the lexicon; they are part of the program.
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

// addPlain makes known what is written without the accents of a phrase, where that is
// no phrase itself. Short ones are words of their own too often.
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

// umlauts are German letters as they are typed where a keyboard has none.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// unaccented is a text without the accents on its letters.
func unaccented(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text))
}

// apart writes a phrase as a request is cut: at hyphens, and behind words that lost
// their ends.
var apart = strings.NewReplacer("-", " ", " d'", " d' ", " l'", " l' ")

// add keeps a phrase, and as a request is cut as well.
func (l *lexicon) add(phrase string, r role, value string) {
	if cut := strings.Join(strings.Fields(apart.Replace(phrase)), " "); cut != phrase && strings.Contains(phrase, " ") {
		l.add(cut, r, value)
	}
	l.mark(phrase, r)
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

// anywhere is the roles that a word or phrase has in any language. Whether a
// request only wants to look is decided by them all: who mixes languages is
// understood.
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
