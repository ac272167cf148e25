package rules

import (
	"embed"
	"encoding/json"
	"os"
	"path"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

//go:embed sentences/*.json
var sentenceFiles embed.FS

// source is the fallback language.
const source = "en"

// A speech is the sentences of one file of sentences/, with the same keys in each.
//
// A sentence has gaps, "{file}", filled with values: a name, a number, a whole sentence,
// but never a part of one such as a verb. One about a number has a form for one and a
// form for several things; {n} is the number.
type speech struct {
	tag       language.Tag
	numbers   *message.Printer
	sentences map[string]sentence
}

// sentence is a sentence with its forms; most have only the one for several.
type sentence struct{ One, Other string }

// UnmarshalJSON reads a string, or an object of both forms.
func (s *sentence) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &s.Other)
	}
	type forms sentence
	return json.Unmarshal(data, (*forms)(s))
}

// speeches are those of the supported languages.
var speeches = sync.OnceValue(func() map[string]*speech {
	all := map[string]*speech{}
	for _, name := range []string{"en", "de", "fr", "es"} {
		data, err := sentenceFiles.ReadFile(path.Join("sentences", name+".json"))
		s := &speech{tag: language.MustParse(name)}
		if err == nil {
			err = json.Unmarshal(data, &s.sentences)
		}
		if err != nil { // embedded
			panic(err)
		}
		s.numbers = message.NewPrinter(s.tag)
		all[name] = s
	}
	return all
})

// speechIn returns the speech of the first supported language: "de", "de_DE.UTF-8" and
// "de-CH" are German. Empty ones are skipped.
func speechIn(languages ...string) *speech {
	for _, l := range languages {
		base, _, _ := strings.Cut(strings.NewReplacer(".", "_", "-", "_", "@", "_").Replace(l), "_")
		if s := speeches()[strings.ToLower(base)]; s != nil {
			return s
		}
	}
	return speeches()[source]
}

// systemLanguages returns the user's languages from the environment: first the one chosen
// for the window.
func systemLanguages() []string {
	all := append([]string{os.Getenv("DESKHAND_LOCALE")}, strings.Split(os.Getenv("LANGUAGE"), ":")...)
	return append(all, os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
}

// text returns a sentence. gaps are pairs of a name and a value.
func (s *speech) text(key string, gaps ...any) string {
	return s.fill(s.sentences[key].Other, gaps)
}

// count returns a sentence about n things, in the right form.
func (s *speech) count(key string, n int, gaps ...any) string {
	forms := s.sentences[key]
	form := forms.Other
	if forms.One != "" && plural.Cardinal.MatchPlural(s.tag, n, 0, 0, 0, 0) == plural.One {
		form = forms.One
	}
	return s.fill(form, append(gaps, "n", n))
}

// fill fills the gaps of a form. Gaps in values are not filled.
func (s *speech) fill(form string, gaps []any) string {
	pairs := make([]string, 0, len(gaps))
	for i := 0; i+1 < len(gaps); i += 2 {
		pairs = append(pairs, "{"+gaps[i].(string)+"}", s.numbers.Sprint(gaps[i+1]))
	}
	return strings.NewReplacer(pairs...).Replace(form)
}

// quote quotes somebody else's words.
func (s *speech) quote(text string) string { return s.text("quoted", "text", text) }
