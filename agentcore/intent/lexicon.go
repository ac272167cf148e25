package intent

import (
	"cmp"
	"embed"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed lexicon/*.txt
var lexiconFiles embed.FS

// lexicon is the words of one language: the roles of each phrase.
type lexicon struct {
	language string
	phrases  []phrase // longer ones first
	roles    map[string]roles
}

// phrase is one or several words.
type phrase struct {
	words []string
	roles roles
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
	l := &lexicon{language: language, roles: map[string]roles{}}
	in := roleNone
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if section, ok := strings.CutPrefix(line, "["); ok {
			in = roleNamed(strings.TrimSuffix(section, "]"))
			continue
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		for entry := range strings.SplitSeq(line, ",") {
			if key := strings.Join(strings.Fields(entry), " "); key != "" {
				l.add(key, in)
			}
		}
	}
	for key, roles := range l.roles {
		if !roles.none() {
			l.phrases = append(l.phrases, phrase{strings.Fields(key), roles})
		}
	}
	slices.SortFunc(l.phrases, func(a, b phrase) int {
		return cmp.Or(len(b.words)-len(a.words), slices.Compare(a.words, b.words))
	})
	return l
}

func (l *lexicon) add(phrase string, r role) {
	has := l.roles[phrase]
	has.add(r)
	l.roles[phrase] = has
	if first, _, more := strings.Cut(phrase, " "); more {
		has = l.roles[first]
		has.add(roleStartsPhrase)
		l.roles[first] = has
	}
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
