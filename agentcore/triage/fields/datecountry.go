package fields

import (
	"strings"
	"unicode"
)

// countryFact is something in a document that tells the country it comes from,
// and so how it writes dates: unknownOrder where both orders are in use. Facts
// of one name are one fact, however often and in whatever words they stand there.
type countryFact struct {
	order order
	name  string
}

// countryFacts are words of trade, of taxes and of addresses, folded. The names of
// money count only beside a number.
var countryFacts = newPhrases(
	entry[countryFact]{countryFact{dayFirst, "vat"}, "vat|vat no|vat number|vat reg|vat reg no|ust|ust idnr|ust id|mwst|tva|iva|btw|partita iva|p iva"},
	entry[countryFact]{countryFact{dayFirst, "paper"}, "rechnung|rechnungsdatum|facture|date de facture|factura|fecha|fattura|data fattura|scadenza|factuur|factuurdatum|vervaldatum|faktura|fatura|datum|echeance"},
	entry[countryFact]{countryFact{dayFirst, "gst"}, "gst|gst reg|gst reg no|gst id|gst no|gst summary|gstin|sst|cgst|sgst"},
	entry[countryFact]{countryFact{dayFirst, "tax invoice"}, "tax invoice|simplified tax invoice"},
	entry[countryFact]{countryFact{dayFirst, "register"}, "abn|acn|siret|siren|rcs|hrb|kvk|cif|nif|nip|cnpj|pan no|uen|trn"},
	entry[countryFact]{countryFact{dayFirst, "iban"}, "iban|sepa|sort code|ifsc|bsb"},
	entry[countryFact]{countryFact{dayFirst, "form"}, "sdn bhd|sdn|bhd|pte ltd|pvt ltd|private limited|pty ltd|pty|plc|gmbh|sarl|b v|s r l|srl|sp z o o"},
	entry[countryFact]{countryFact{dayFirst, "money"}, "rm|myr|ringgit|sgd|rs|inr|thb|idr|zar|aed|brl|eur|gbp|chf|aud|nzd|nok|dkk|pln"},
	entry[countryFact]{countryFact{dayFirst, "place"}, "jalan|jln|taman|lorong|persiaran|selangor|johor|kuala lumpur|petaling jaya|shah alam|penang|malaysia|singapore|singapura|united kingdom|england|scotland|ireland|australia|new zealand|india|mumbai|new delhi|london|sydney|melbourne|dublin"},
	entry[countryFact]{countryFact{monthFirst, "tax"}, "sales tax|state tax|state sales tax|local tax|ein|federal tax id"},
	entry[countryFact]{countryFact{monthFirst, "money"}, "usd|us dollar|us dollars|u s dollars"},
	entry[countryFact]{countryFact{monthFirst, "place"}, "usa|u s a|united states"},
	entry[countryFact]{countryFact{unknownOrder, "canada"}, "hst|gst hst|pst|qst|canada|ontario|quebec|toronto|vancouver|montreal"},
	entry[countryFact]{countryFact{unknownOrder, "money"}, "cad|jpy|sek|czk|php|hkd|kes"},
)

// usStates are the states of the address "Springfield, IL 62701".
var usStates = set(strings.Fields("AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC")...)

// dayFirstDials are telephone prefixes of countries that write the day first.
var dayFirstDials = set(strings.Fields("20 27 30 31 32 33 34 39 40 41 43 44 45 47 48 49 51 52 54 55 56 57 58 60 61 62 64 65 66 84 90 91 92 94")...)

// vatCountries begin the VAT ids of countries that write the day first.
var vatCountries = set("de", "gb", "atu", "fr", "it", "es", "nl", "be", "pl", "dk", "pt", "ie", "che")

// hintedOrder is what language, money and country say of the order, and how
// many facts speak for it.
func (r *reading) hintedOrder() (order, int) {
	facts := map[countryFact]bool{}
	switch r.lang {
	case german, french, spanish, italian, dutch:
		facts[countryFact{dayFirst, "language"}] = true
	}
	for _, l := range r.lines {
		for i := 0; i < len(l.tokens); {
			f, next, ok := r.countryFactAt(l, i)
			if ok {
				facts[f] = true
			}
			i = max(next, i+1)
		}
	}
	r.moneyFact(facts)
	count := map[order]int{}
	for f := range facts {
		count[f.order]++
	}
	day, month, both := count[dayFirst], count[monthFirst], count[unknownOrder]
	switch {
	case day > 2*(month+both):
		return dayFirst, day
	case month > 2*(day+both):
		return monthFirst, month
	}
	return unknownOrder, 0
}

// moneyFact adds what the signs of money tell. A dollar is of no country: it
// speaks for the United States where the text is English and nothing else speaks,
// and not where a camera saw only one.
func (r *reading) moneyFact(facts map[countryFact]bool) {
	switch r.money {
	case "", "USD", "CAD", "JPY", "SEK", "CZK":
	case "$":
		if r.lang == english && len(facts) == 0 && r.dollars() {
			facts[countryFact{monthFirst, "money"}] = true
		}
	default:
		facts[countryFact{dayFirst, "money"}] = true
	}
}

// dollars reports whether dollar signs stand before numbers, twice where they
// were read by OCR.
func (r *reading) dollars() bool {
	least, n := 1, 0
	for _, l := range r.lines {
		if !l.sure {
			least = 2
		}
		for i := range len(l.tokens) - 1 {
			if l.tokens[i].fold == "$" && l.tokens[i+1].kind == number {
				n++
			}
		}
	}
	return n >= least
}

// countryFactAt is the fact that begins at token i.
func (r *reading) countryFactAt(l *line, i int) (countryFact, int, bool) {
	t := l.tokens[i]
	more := i + 1
	followed := more < len(l.tokens) && l.tokens[more].kind == number
	if f, next, ok := countryFacts.at(l.tokens, i); ok {
		return f, next, f.name != "money" || followed || i > 0 && l.tokens[i-1].kind == number
	}
	if !followed {
		return countryFact{}, i, false
	}
	digits := l.tokens[more].fold
	adjacent := t.end == l.tokens[more].start
	switch {
	case t.fold == "+" && strings.HasPrefix(digits, "1"):
		return countryFact{monthFirst, "phone"}, more, len(digits) == 1 || len(digits) == len("12175550142")
	case t.fold == "+" && len(digits) > 1:
		return countryFact{dayFirst, "phone"}, more, dayFirstDials[digits[:2]]
	case adjacent && vatCountries[t.fold] && len(digits) >= 8 && len(digits) <= 12:
		return countryFact{dayFirst, "vat"}, more, true
	case len(digits) == 5 && usStates[l.text[t.start:t.end]] && i > 0 && follows(l, i):
		return countryFact{monthFirst, "place"}, more, true
	}
	return countryFact{}, i, false
}

// follows reports whether a place stands before token i: "Springfield, ".
func follows(l *line, i int) bool {
	before := l.tokens[i-1]
	if before.fold == "," && i > 1 {
		before = l.tokens[i-2]
	}
	return before.kind == word && unicode.IsUpper(firstRune(l.text[before.start:]))
}

// order says which of day and month stands first in a date in numbers.
type order int

const (
	unknownOrder order = iota
	dayFirst
	monthFirst
)
