package locale

import (
	"embed"
	"os"
	"strconv"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	_ "github.com/deskhand/deskhand/ui/locale/early" // before the toolkit reads the locale
)

// Variable is the environment variable that overrides the system's language.
const Variable = "DESKHAND_LOCALE"

// Pseudo is the language generated from English to find sentences that are not in the
// catalogue.
const Pseudo = "pseudo"

// source is the language of the sentences in the code.
const source = "en"

//go:embed *.json
var catalogues embed.FS

var load = sync.OnceFunc(Load)

// L returns a sentence in the user's language. data are pairs of the name of a gap and its
// value.
func L(sentence string, data ...any) string {
	load()
	if len(data) == 0 {
		return lang.L(sentence)
	}
	return lang.L(sentence, gaps(data))
}

// N returns a sentence about n things in the user's language: one is the singular form, many
// the plural. {{.N}} is n.
func N(one, many string, n int, data ...any) string {
	load()
	return lang.N(many, n, gaps(append(data, "N", Number(n))))
}

// Table maps codes to sentences without gaps.
type Table[C comparable] map[C]string

// Of returns the sentence of a code in the user's language; empty if it has none.
func (t Table[C]) Of(code C) string {
	sentence, ok := t[code]
	if !ok {
		return ""
	}
	load()
	return lang.L(sentence)
}

func gaps(pairs []any) map[string]any {
	filled := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		filled[pairs[i].(string)] = pairs[i+1]
	}
	return filled
}

// Number formats a number with its thousands separated: 10,000.
func Number(n int) string { return grouped(strconv.Itoa(n)) }

// Amount formats a decimal such as 1250.00: 1,250.00.
func Amount(decimal string) string {
	whole, cents, found := strings.Cut(decimal, ".")
	if found {
		cents = L(".") + cents
	}
	return grouped(whole) + cents
}

func grouped(digits string) string {
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + L(",") + digits[i:]
	}
	return digits
}

// Speak sets the user's choice of language, unless the environment sets one.
func Speak(language string) {
	if own := os.Getenv(Variable); own != chosen {
		return
	}
	if language == chosen {
		return
	}
	chosen = language
	if language == "" {
		_ = os.Unsetenv(Variable)
	} else {
		_ = os.Setenv(Variable, language) // it fails only for invalid names
	}
	load()
	Load()
}

// chosen is the language set by Speak; empty if none.
var chosen string

// Load reads the catalogue of the environment's language. It runs once before the first
// sentence; tests that change the environment call it again.
func Load() {
	wanted := os.Getenv(Variable)
	language, catalogue := choose(wanted)
	if wanted == Pseudo {
		language, catalogue = source, pseudoCatalogue(english())
	}
	defer speaking(language)()
	if err := lang.AddTranslationsForLocale(catalogue, fyne.Locale(language)); err != nil {
		fyne.LogError("The catalogue of the window cannot be read", err)
	}
}

func english() []byte {
	data, err := catalogues.ReadFile(source + ".json")
	if err != nil {
		panic(err) // it is part of the program
	}
	return data
}

// choose returns the first catalogue for one of the user's languages; wanted comes before
// those of the system.
func choose(wanted string) (language string, catalogue []byte) {
	languages := []string{wanted, os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")}
	if wanted == "" {
		languages = append(strings.Split(os.Getenv("LANGUAGE"), ":"), languages...)
	}
	for _, l := range languages {
		base, _, _ := strings.Cut(strings.NewReplacer(".", "_", "-", "_", "@", "_").Replace(l), "_")
		if base == "" {
			continue
		}
		data, err := catalogues.ReadFile(base + ".json")
		if err != nil {
			continue
		}
		return base, data
	}
	return source, english()
}

// speaking makes the toolkit use language until the returned function is called. The toolkit
// supports languages for which we have no catalogue, and would log each missing sentence.
func speaking(language string) (back func()) {
	variables := []string{"LC_ALL", "LANGUAGE"}
	before := map[string]string{}
	for _, v := range variables {
		if value, had := os.LookupEnv(v); had {
			before[v] = value
		}
		_ = os.Setenv(v, language) // it fails only for invalid names
	}
	return func() {
		for _, v := range variables {
			if value, had := before[v]; had {
				_ = os.Setenv(v, value)
				continue
			}
			_ = os.Unsetenv(v)
		}
	}
}
