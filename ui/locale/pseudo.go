package locale

import (
	"encoding/json"
	"strings"
	"unicode"
)

// accents are the letters of the pseudo-language for those of English.
var accents = strings.NewReplacer(
	"a", "á", "c", "ç", "d", "ð", "e", "é", "g", "ĝ", "h", "ĥ", "i", "í", "j", "ĵ", "k", "ķ", "l", "ļ", "n", "ñ",
	"o", "ó", "r", "ŕ", "s", "š", "t", "ţ", "u", "ú", "w", "ŵ", "y", "ý", "z", "ž",
	"A", "Á", "C", "Ç", "D", "Ð", "E", "É", "G", "Ĝ", "H", "Ĥ", "I", "Í", "J", "Ĵ", "K", "Ķ", "L", "Ļ", "N", "Ñ",
	"O", "Ó", "R", "Ŕ", "S", "Š", "T", "Ţ", "U", "Ú", "W", "Ŵ", "Y", "Ý", "Z", "Ž")

// pseudoCatalogue returns a catalogue with every sentence in the pseudo-language.
func pseudoCatalogue(catalogue []byte) []byte {
	var messages map[string]any
	if err := json.Unmarshal(catalogue, &messages); err != nil {
		return catalogue // reading it reports the error
	}
	for key, message := range messages {
		switch m := message.(type) {
		case string:
			messages[key] = PseudoSentence(m)
		case map[string]any:
			for form, words := range m {
				m[form] = PseudoSentence(words.(string))
			}
		}
	}
	out, err := json.Marshal(messages)
	if err != nil {
		return catalogue
	}
	return out
}

// PseudoSentence returns a sentence in the pseudo-language: accented, two fifths longer, and
// in « ». Gaps are kept.
func PseudoSentence(sentence string) string {
	letters := 0
	var b strings.Builder
	for rest := sentence; rest != ""; {
		words, gap, found := strings.Cut(rest, "{{")
		for _, r := range words {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		b.WriteString(accents.Replace(words))
		rest = ""
		if found {
			var name string
			name, rest, _ = strings.Cut(gap, "}}")
			b.WriteString("{{" + name + "}}")
		}
	}
	if letters == 0 {
		return sentence
	}
	return "«" + b.String() + strings.Repeat("·", (2*letters+4)/5) + "»"
}
