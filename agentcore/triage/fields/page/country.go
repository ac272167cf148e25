package page

import (
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// countryFact is something in a document that tells the country it comes from,
// and so how it writes dates: UnknownOrder where both orders are in use. Facts
// of one name are one fact, however often and in whatever words they stand there.
type countryFact struct {
	order Order
	name  string
}

// countryFacts are words of trade, of taxes and of addresses, folded. The names of
// money count only next to a number.
var countryFacts = lex.NewPhrases(
	lex.Entry[countryFact]{Class: countryFact{DayFirst, "vat"}, List: "vat|vat no|vat number|vat reg|vat reg no|ust|ust idnr|ust id|mwst|tva|iva|btw|partita iva|p iva"},
	lex.Entry[countryFact]{Class: countryFact{DayFirst, "paper"}, List: "rechnung|rechnungsdatum|facture|date de facture|factura|fecha|fattura|data fattura|scadenza|factuur|factuurdatum|vervaldatum|faktura|fatura|datum|echeance"},
	lex.Entry[countryFact]{Class: countryFact{DayFirst, "gst"}, List: "gst|gst reg|gst reg no|gst id|gst no|gst summary|gstin|sst|cgst|sgst"},
	lex.Entry[countryFact]{Class: countryFact{DayFirst, "tax invoice"}, List: "tax invoice|simplified tax invoice"},
	lex.Entry[countryFact]{Class: countryFact{DayFirst, "register"}, List: "abn|acn|siret|siren|rcs|hrb|kvk|cif|nif|nip|cnpj|pan no|uen|trn"},
	lex.Entry[countryFact]{Class: countryFact{DayFirst, "iban"}, List: "iban|sepa|sort code|ifsc|bsb"},
	lex.Entry[countryFact]{Class: countryFact{DayFirst, "form"}, List: "sdn bhd|sdn|bhd|pte ltd|pvt ltd|private limited|pty ltd|pty|plc|gmbh|sarl|b v|s r l|srl|sp z o o"},
	lex.Entry[countryFact]{Class: countryFact{DayFirst, "money"}, List: "rm|myr|ringgit|sgd|rs|inr|thb|idr|zar|aed|brl|eur|gbp|chf|aud|nzd|nok|dkk|pln"},
	lex.Entry[countryFact]{Class: countryFact{DayFirst, "place"}, List: "jalan|jln|taman|lorong|persiaran|selangor|johor|kuala lumpur|petaling jaya|shah alam|penang|malaysia|singapore|singapura|united kingdom|england|scotland|ireland|australia|new zealand|india|mumbai|new delhi|london|sydney|melbourne|dublin"},
	lex.Entry[countryFact]{Class: countryFact{MonthFirst, "tax"}, List: "sales tax|state tax|state sales tax|local tax|ein|federal tax id"},
	lex.Entry[countryFact]{Class: countryFact{MonthFirst, "money"}, List: "usd|us dollar|us dollars|u s dollars"},
	lex.Entry[countryFact]{Class: countryFact{MonthFirst, "place"}, List: "usa|u s a|united states"},
	lex.Entry[countryFact]{Class: countryFact{UnknownOrder, "canada"}, List: "hst|gst hst|pst|qst|canada|ontario|quebec|toronto|vancouver|montreal"},
	lex.Entry[countryFact]{Class: countryFact{UnknownOrder, "money"}, List: "cad|jpy|sek|czk|php|hkd|kes"},
)

// usStates are the states of the address "Springfield, IL 62701".
var usStates = lex.Set(strings.Fields("AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC")...)

// dayFirstDials are telephone prefixes of countries that write the day first.
var dayFirstDials = lex.Set(strings.Fields("20 27 30 31 32 33 34 39 40 41 43 44 45 47 48 49 51 52 54 55 56 57 58 60 61 62 64 65 66 84 90 91 92 94")...)

// vatCountries begin the VAT ids of countries that write the day first.
var vatCountries = lex.Set("de", "gb", "atu", "fr", "it", "es", "nl", "be", "pl", "dk", "pt", "ie", "che")

// HintedOrder is what language, money and country say of the order, and how
// many facts speak for it.
func (r *Reading) HintedOrder() (Order, int) {
	facts := map[countryFact]bool{}
	switch r.lang {
	case german, french, spanish, italian, dutch, polish, portuguese:
		facts[countryFact{DayFirst, "language"}] = true
	}
	for _, l := range r.Lines {
		for i := 0; i < len(l.Tokens); {
			f, next, ok := r.countryFactAt(l, i)
			if ok {
				facts[f] = true
			}
			i = max(next, i+1)
		}
	}
	r.moneyFact(facts)
	count := map[Order]int{}
	for f := range facts {
		count[f.order]++
	}
	day, month, both := count[DayFirst], count[MonthFirst], count[UnknownOrder]
	switch {
	case day > 2*(month+both):
		return DayFirst, day
	case month > 2*(day+both):
		return MonthFirst, month
	}
	return UnknownOrder, 0
}

// moneyFact adds what the signs of money tell. A dollar is of no country: it
// speaks for the United States where the text is English and nothing else speaks,
// and not where a camera saw only one.
func (r *Reading) moneyFact(facts map[countryFact]bool) {
	switch r.Money {
	case "", "USD", "CAD", "JPY", "SEK", "CZK":
	case "$":
		if r.lang == english && len(facts) == 0 && r.dollars() {
			facts[countryFact{MonthFirst, "money"}] = true
		}
	default:
		facts[countryFact{DayFirst, "money"}] = true
	}
}

// dollars reports whether dollar signs stand before numbers, twice where they
// were read by OCR.
func (r *Reading) dollars() bool {
	least, n := 1, 0
	for _, l := range r.Lines {
		if !l.Sure {
			least = 2
		}
		for i := range len(l.Tokens) - 1 {
			if l.Tokens[i].Fold == "$" && l.Tokens[i+1].Kind == lex.Number {
				n++
			}
		}
	}
	return n >= least
}

// countryFactAt is the fact that begins at token i.
func (r *Reading) countryFactAt(l *Line, i int) (countryFact, int, bool) {
	t := l.Tokens[i]
	more := i + 1
	followed := more < len(l.Tokens) && l.Tokens[more].Kind == lex.Number
	if f, next, ok := countryFacts.At(l.Tokens, i); ok {
		return f, next, f.name != "money" || followed || i > 0 && l.Tokens[i-1].Kind == lex.Number
	}
	if !followed {
		return countryFact{}, i, false
	}
	digits := l.Tokens[more].Fold
	adjacent := t.End == l.Tokens[more].Start
	switch {
	case t.Fold == "+" && strings.HasPrefix(digits, "1"):
		return countryFact{MonthFirst, "phone"}, more, len(digits) == 1 || len(digits) == len("12175550142")
	case t.Fold == "+" && len(digits) > 1:
		return countryFact{DayFirst, "phone"}, more, dayFirstDials[digits[:2]]
	case adjacent && vatCountries[t.Fold] && len(digits) >= 8 && len(digits) <= 12:
		return countryFact{DayFirst, "vat"}, more, true
	case len(digits) == 5 && usStates[l.Text[t.Start:t.End]] && i > 0 && follows(l, i):
		return countryFact{MonthFirst, "place"}, more, true
	}
	return countryFact{}, i, false
}

// follows reports whether a place stands before token i: "Springfield, ".
func follows(l *Line, i int) bool {
	before := l.Tokens[i-1]
	if before.Fold == "," && i > 1 {
		before = l.Tokens[i-2]
	}
	return before.Kind == lex.Word && unicode.IsUpper(lex.FirstRune(l.Text[before.Start:]))
}

// Order says which of day and month stands first in a date in numbers.
type Order int

const (
	UnknownOrder Order = iota
	DayFirst
	MonthFirst
)
