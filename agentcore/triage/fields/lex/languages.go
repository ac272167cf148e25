package lex

import (
	"embed"
	"path"
	"strings"
	"sync"
	"time"
)

//go:embed languages/*.txt
var languageFiles embed.FS

// languages are the sections of the files of languages, by the name of the file: a
// language is a file to add.
var languages = sync.OnceValue(func() map[string]map[string][]string {
	files, err := languageFiles.ReadDir("languages")
	if err != nil {
		panic(err) // they are a part of the program
	}
	all := map[string]map[string][]string{}
	for _, f := range files {
		text, err := languageFiles.ReadFile(path.Join("languages", f.Name()))
		if err != nil {
			panic(err)
		}
		sections, section := map[string][]string{}, ""
		for line := range strings.Lines(string(text)) {
			switch line = strings.TrimSpace(line); {
			case line == "", strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "["):
				section = strings.Trim(line, "[]")
			default:
				sections[section] = append(sections[section], strings.Split(line, "|")...)
			}
		}
		all[strings.TrimSuffix(f.Name(), ".txt")] = sections
	}
	return all
})

// codes are the languages that have a file, in a fixed order.
var codes = []string{"cs", "da", "de", "en", "es", "fi", "fr", "it", "nl", "pl", "pt", "sv"}

// Listed is what all languages have in a section, as an Entry lists it.
func Listed(section string) string { return strings.Join(Words(section), "|") }

// Words is what all languages have in a section.
func Words(section string) []string {
	var all []string
	for _, code := range codes {
		all = append(all, languages()[code][section]...)
	}
	return all
}

// Tellers are the words that tell languages, by the code of the language.
func Tellers() []Entry[string] {
	var all []Entry[string]
	for _, code := range codes {
		if words := languages()[code]["tells the language"]; len(words) > 0 {
			all = append(all, Entry[string]{code, strings.Join(words, "|")})
		}
	}
	return all
}

// addMonths adds the months of the files of languages, which have twelve in order.
func addMonths(names map[string]time.Month) map[string]time.Month {
	for _, code := range codes {
		for _, section := range []string{"months", "short months"} {
			for i, name := range languages()[code][section] {
				names[name] = time.Month(i%12 + 1)
			}
		}
	}
	return names
}
