package offer

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/deskhand/deskhand/agentcore/excerpt"
	"github.com/deskhand/deskhand/agentcore/lists"
)

//go:embed lexicon.txt
var lexiconText string

// lexicon returns the meanings of a stem, each named by its line.
var lexicon = sync.OnceValue(func() map[string][]string {
	meanings := map[string][]string{}
	for line := range strings.Lines(lexiconText) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		for _, w := range append(split(rest), name) {
			s := stem(w)
			meanings[s] = lists.AddNew(meanings[s], name)
		}
	}
	return meanings
})

// textRunes is how much of a text is searched for words: a request precedes any long
// pasted text.
const textRunes = 4000

// emptyWords say nothing about the subject of a text.
const emptyWords = " a i s is it in of to on or by be as at do if no the and for with this that from into what you can your are me my we when then there than " +
	"please have has was were not but how will would mit und der die das des ist ein eine einen einem einer den dem von vom im ins am um bitte " +
	"ich du mir mich dir dass wie was wird für auf bei zum zur meine meinen meiner mein le la les un une de du et el los las que en "

// words returns the significant words of a text in lower case, each once.
func words(text string) []string {
	var out []string
	text = excerpt.First(text, textRunes)
	if hasAddress(text) {
		out = append(out, address)
	}
	for _, w := range split(text) {
		if !strings.Contains(emptyWords, " "+w+" ") && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// address stands for a URL among the words of a text.
const address = "url"

// hasAddress reports whether a text names a web page.
func hasAddress(text string) bool {
	if strings.Contains(text, "://") || strings.Contains(text, "www.") {
		return true
	}
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		host, _, _ := strings.Cut(strings.Trim(w, ".,;:!?()\"'"), "/")
		dot := strings.LastIndexByte(host, '.')
		return dot > 0 && !strings.Contains(host, "@") && strings.Contains(domains, " "+strings.ToLower(host[dot+1:])+" ")
	})
}

// domains are the most common top-level domains.
const domains = " com org net edu gov io dev app de at ch eu uk fr es it nl pl "

// split splits a text into words: at anything but letters and digits, and within names
// such as createIssue.
func split(text string) []string {
	var out []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
		}
		word = word[:0]
	}
	for _, r := range norm.NFC.String(text) {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && len(word) > 0 && unicode.IsLower(word[len(word)-1]):
			end()
		}
		word = append(word, r)
	}
	end()
	return out
}

// endings are inflections in English and German.
var endings = []string{"ing", "ed", "en", "er", "es", "em", "e", "n"}

// shortestStem is the shortest stem in bytes.
const shortestStem = 4

// stem removes the ending of a word, so that its forms are equal.
func stem(word string) string {
	if cut, ok := strings.CutSuffix(word, "ies"); ok && len(cut) >= shortestStem {
		return cut + "y"
	}
	if cut, ok := strings.CutSuffix(word, "s"); ok && len(cut) >= shortestStem {
		word = cut
	}
	for _, e := range endings {
		if cut, ok := strings.CutSuffix(word, e); ok && len(cut) >= shortestStem {
			return cut
		}
	}
	return word
}

// meanings returns the meanings of a stem; for an unknown compound, those of its parts.
func meanings(s string) []string {
	if known := lexicon()[s]; known != nil {
		return known
	}
	for at := len(s) - shortestStem; at >= shortestStem; at-- {
		first, last := s[:at], s[at:]
		head := lexicon()[stem(last)]
		if head == nil {
			continue
		}
		for _, part := range []string{first, strings.TrimSuffix(first, "s")} {
			if of := lexicon()[stem(part)]; of != nil {
				return slices.Concat(head, of)
			}
		}
	}
	return nil
}
