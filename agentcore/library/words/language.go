package words

import "strings"

// small are words that tell a language from others.
var small = map[string]string{
	"the": "en", "and": "en", "of": "en", "you": "en", "your": "en", "is": "en", "for": "en", "with": "en",
	"der": "de", "die": "de", "und": "de", "das": "de", "mit": "de", "sie": "de", "nicht": "de", "für": "de", "von": "de",
	"le": "fr", "les": "fr", "et": "fr", "vous": "fr", "pour": "fr", "du": "fr", "des": "fr", "une": "fr",
	"el": "es", "los": "es", "y": "es", "para": "es", "una": "es", "con": "es", "por": "es", "del": "es",
}

// languageBytes is how much of a text is looked at for its language.
const languageBytes = 8 << 10

// Language returns the language of a text, "en", "de", "fr" or "es", by its small
// words; empty where they do not tell.
func Language(text string) string {
	count := map[string]int{}
	for _, w := range strings.Fields(strings.ToLower(text[:min(len(text), languageBytes)])) {
		if l := small[strings.Trim(w, ".,;:!?()")]; l != "" {
			count[l]++
		}
	}
	best, most, second := "", 0, 0
	for _, l := range []string{"en", "de", "fr", "es"} {
		switch n := count[l]; {
		case n > most:
			best, most, second = l, n, most
		case n > second:
			second = n
		}
	}
	const enough = 3
	if most < enough || most == second {
		return ""
	}
	return best
}
