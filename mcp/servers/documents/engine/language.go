package engine

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
)

const (
	// minTellers is how many words of a language are needed to detect it, and
	// timesTellers how many times as many as of any other language.
	minTellers   = 5
	timesTellers = 3
	// maxScripts is how many languages of other scripts are tried on a page.
	maxScripts = 3
)

// tellers are small words that no other of these languages has, as a reader of
// English spells them: without their accents.
var tellers = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for language, words := range map[string]string{
		"eng": "the and of for you your with this that from are was thank please not have",
		"deu": "und der das ist fur mit von zum zur sie ihr ihre wir bitte nicht auf bei oder auch wird sind rechnung datum betrag",
		"fra": "les des du est pour avec vous votre nous dans sur aux merci sont facture ou cette",
		"spa": "el los las y para por sus pero este fecha factura gracias usted muy",
		"ita": "il gli che della delle dei sono nel alla fattura grazie questo anche sig",
		"por": "os nao dos uma ao voce pelo pela fatura obrigado seu sua mais",
		"nld": "het een van voor met zijn niet wij uw worden factuur bedrag deze aan",
		"pol": "na sie jest nie oraz dla przez kwota faktura ktore",
		"swe": "och att som inte pa av till fran eller faktura",
		"dan": "og det ikke af til fra eller regning vi",
	} {
		for _, word := range strings.Fields(words) {
			if _, shared := all[word]; shared {
				all[word] = ""
				continue
			}
			all[word] = language
		}
	}
	return all
})

// languageOf returns the language that a page's small words suggest, or "".
func languageOf(page layout.Page) string {
	counts := map[string]int{}
	for _, word := range page.Words {
		if language := tellers()[folded(word.Text)]; language != "" {
			counts[language]++
		}
	}
	best, second := "", 0
	for language, n := range counts {
		if n > counts[best] || n == counts[best] && language < best {
			best = language
		}
	}
	for language, n := range counts {
		if language != best {
			second = max(second, n)
		}
	}
	if counts[best] < minTellers || counts[best] < timesTellers*second {
		return ""
	}
	return best
}

// folded returns a word in lower case, without accents and surrounding punctuation.
func folded(word string) string {
	word = strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
	return strings.NewReplacer("ü", "u", "ö", "o", "ä", "a", "ã", "a", "é", "e", "ê", "e", "å", "a", "ę", "e").Replace(word)
}

// otherScripts are the languages of tesseract that are not written in Latin
// letters, those first that most people read.
var otherScripts = []string{
	"chi_sim", "rus", "ara", "jpn", "hin", "chi_tra", "kor", "ukr", "ell", "heb", "tha", "bul", "srp", "ben", "tam", "tel", "fas", "urd", "kat", "hye", "mkd",
}

// inItsLanguage reads an upright page again in the language that it is written in,
// where nobody named one: the one that its words suggest, or, if hardly a word is
// certain, one of another script. A detected language that is not installed is returned as missing.
func (r *reading) inItsLanguage(ctx context.Context, upright *image.Gray, first layout.Page, installed []string) (page layout.Page, missing string, err error) {
	told := languageOf(first)
	switch {
	case slices.Contains(r.languages, told):
		return first, "", nil
	case told != "" && !slices.Contains(installed, told):
		return first, told, nil
	case told != "":
		page, err = r.tried(ctx, upright, first, 1, append([]string{told}, r.languages...))
		return page, "", err
	case first.Confidence() >= doubtful:
		return first, "", nil
	}
	page, tried := first, 0
	for _, language := range otherScripts {
		if tried == maxScripts || page.Confidence() >= doubtful {
			break
		}
		if slices.Contains(installed, language) && !slices.Contains(r.languages, language) {
			tried++
			if page, err = r.tried(ctx, upright, page, 1.5, []string{language, "eng"}); err != nil {
				return page, "", err
			}
		}
	}
	return page, "", nil
}

// tried reads a page in other languages, and keeps them if the score is at least times
// that of page.
func (r *reading) tried(ctx context.Context, upright *image.Gray, page layout.Page, times float64, languages []string) (layout.Page, error) {
	other := *r
	other.languages = languages
	read, err := other.words(ctx, upright, wire.ModeAuto)
	switch {
	case errors.Is(err, ErrFailed):
		return page, nil
	case err != nil:
		return page, err
	case score(read) < times*score(page):
		return page, nil
	}
	*r = other
	return read, nil
}
