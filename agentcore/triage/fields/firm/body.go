package firm

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// IsBody reports whether a name begins or ends with a word of public bodies, schools or
// clubs, besides others.
func IsBody(tokens []lex.Token) bool {
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if _, next, ok := bodies.At(tokens, i); ok {
			if (i == 0 || next == len(tokens) || next-i > 1) && lex.CountWords(tokens[:i])+lex.CountWords(tokens[next:]) > 0 {
				return true
			}
			i = next - 1
			continue
		}
		for _, end := range bodyEndings {
			if len(t.Fold) > len(end)+3 && strings.HasSuffix(t.Fold, end) {
				return true
			}
		}
	}
	return false
}

// bodies are words of public bodies, schools and clubs; bodyEndings end such words.
var (
	bodies = lex.NewPhrases(lex.Entry[bool]{Class: true, List: "borough council|county council|district council|parish council|city council|town council|shire council|swimming club|sports club|football club|primary school|public school|high school|grammar school|city of|town of|township of|county of|village of|borough of|state of|corporation of|municipality of|district of|department of|ministry of|office of|university of|bank of|council|court|school|college|academy|university|hospital|church|parish|club|society|association|league|library|" +
		"gemeinde|stadt|markt|landkreis|landratsamt|finanzamt|amtsgericht|bezirksamt|magistrat|universitat|hochschule|volkshochschule|gymnasium|grundschule|kindergarten|verein|klinikum|krankenhaus|" +
		"commune de|mairie|ville de|prefecture|departement|ecole|college|lycee|universite|chorale|association|centre hospitalier|hopital|" +
		"ayuntamiento|diputacion|comunidad de propietarios|comunidad de|colegio|instituto|universidad|hospital|asociacion|ampa|comune di|provincia di|regione|scuola|liceo|istituto|universita|ospedale|poliambulatorio|associazione|condominio|" +
		"camara municipal|junta de freguesia|escola|universidade|associacao|condominio|gemeente|provincie|waterschap|school|ziekenhuis|vereniging|voetbalvereniging|tennisvereniging|" +
		"urzad|gmina|szkola|przedszkole|uniwersytet|szpital|kommune|kommun|region|skole|skolen|skola|skolan|forening|forbund|universitet|sygehus|sjukhus|mesto|obec|magistrat|skola|nemocnice|kaupunki|kunta|koulu|sairaala|yhdistys"})
	bodyEndings = []string{"verein", "schule", "skole", "skolen", "skolan", "gymnasium", "amt", "kommune", "kommun", "forening", "foreningen", "vereniging", "klinik", "klinikum", "koulu", "gemeinde", "vereins"}
)

// A name that stands within another has so many letters at least, and such a share of
// those of the other.
const (
	withinLetters = 5
	withinShare   = 0.4
)

// Within reports whether the words of a short name stand in a long one, in their order.
func Within(short, long []string) bool {
	letters := func(words []string) (n int) {
		for _, w := range words {
			n += len(w)
		}
		return n
	}
	if n := letters(short); n < withinLetters || float64(n) < withinShare*float64(letters(long)) {
		return false
	}
	at := 0
	for _, w := range long {
		if at < len(short) && w == short[at] {
			at++
		}
	}
	return at == len(short)
}

// NameLabels stand before a name, whoever has it.
var NameLabels = lex.NewPhrases(lex.Entry[bool]{Class: true, List: "name|company|company name|business name|legal name|trading name|firm|firma|firmenname|unternehmen|unternehmensname|name des unternehmens|" +
	"nom|societe|raison sociale|denominazione|ragione sociale|nombre|razon social|empresa|naam|bedrijf|bedrijfsnaam|nazwa|nome"})

// BehindName returns where a name begins behind a label and a colon in a cell:
// "Name: Clara Bergmann".
func BehindName(c *page.Cell) (int, bool) {
	tokens := c.Tokens()
	if len(tokens) == 0 {
		return 0, false
	}
	_, next, ok := NameLabels.At(tokens, 0)
	if !ok || next+1 >= len(tokens) || tokens[next].Fold != ":" {
		return 0, false
	}
	return tokens[next].End, true
}

// departments are parts of a firm, which are no name of one.
var departments = lex.NewPhrases(lex.Entry[bool]{Class: true, List: lex.Listed("department")})

// IsDepartment reports whether a part of a firm is named alone: "Claims Department". That
// of Transportation is no part of one.
func IsDepartment(tokens []lex.Token) bool {
	for i := range tokens {
		_, next, ok := departments.At(tokens, i)
		if ok && (next == len(tokens) || i == 0 && !SmallWords[tokens[next].Fold]) {
			return true
		}
	}
	return false
}

// IsPlaceAlone reports whether tokens say nothing but where: "San Jose", "New York".
func IsPlaceAlone(tokens []lex.Token) bool {
	places := 0
	for _, t := range tokens {
		switch {
		case t.Kind != lex.Word || SmallWords[t.Fold]:
		case lex.NameWordOf(t.Fold) == lex.PlaceWord:
			places++
		case !beforePlaces[t.Fold]:
			return false
		}
	}
	return places > 0
}

// beforePlaces stand before the name of a place or behind it.
var beforePlaces = lex.Set("new", "san", "los", "las", "santa", "saint", "st", "sankt", "bad", "fort", "hong", "kuala", "south", "north", "east", "west", "united", "republic", "city", "greater")

// IsMonthAlone reports whether tokens say a month and nothing else: "Février 2026".
func IsMonthAlone(tokens []lex.Token) bool {
	return lex.HasMonth(tokens) && lex.CountWords(tokens) == 1
}

// bankEndings end the names of banks, in one word or with others.
var bankEndings = []string{"bank", "banken", "sparkasse", "banque", "banca", "banco", "kasse", "sparbank", "pankki", "sparekasse", "caixa", "banka"}

// IsBank reports whether a name has a word that those of banks have.
func IsBank(tokens []lex.Token) bool {
	return slices.ContainsFunc(tokens, func(t lex.Token) bool {
		return slices.ContainsFunc(bankEndings, func(end string) bool { return strings.HasSuffix(t.Fold, end) })
	})
}
