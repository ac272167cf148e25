package page

import "github.com/deskhand/deskhand/agentcore/triage/fields/lex"

// language is the two-letter code of a language; empty when not known.
type language string

const (
	english    language = "en"
	german     language = "de"
	french     language = "fr"
	spanish    language = "es"
	italian    language = "it"
	dutch      language = "nl"
	polish     language = "pl"
	portuguese language = "pt"
)

// tellers are words that tell a language: small words, and those of trade
// that no other of these languages has.
var tellers = lex.NewPhrases(append(tellersOfFiles(),
	lex.Entry[language]{Class: english, List: "the|and|you|your|with|for|from|this|please|thank|thanks|invoice|receipt|amount due|bill to|due date|payment|paid|change|cash|of|to|is|are|we"},
	lex.Entry[language]{Class: german, List: "der|und|das|ist|für|fur|fuer|mit|von|vom|zum|zur|sie|ihr|ihre|ihren|wir|vielen dank|bitte|rechnung|kassenbon|quittung|beleg|summe|gesamt|gesamtbetrag|mwst|ust|datum|rechnungsdatum|rechnungsnummer|betrag|strasse|uhr|gegeben|ruckgeld|bar|zahlbar|nicht|auf|herr|herrn|frau|geehrte|grussen|lieferschein|angebot|vertrag|kunde|kundennummer"},
	lex.Entry[language]{Class: french, List: "les|des|du|et|est|pour|avec|vous|votre|nous|merci|facture|ttc|tva|montant|rue|madame|monsieur|recu|caisse|echeance|payer|commande|au|aux|une|sur|devis|ticket de caisse"},
	lex.Entry[language]{Class: spanish, List: "el|los|las|y|para|con|gracias|factura|importe|fecha|iva incluido|recibo|senor|senora|una|del|cliente|calle"},
	lex.Entry[language]{Class: italian, List: "il|gli|per|con|grazie|fattura|importo|totale|ricevuta|scontrino|della|di|via|partita iva|signor|signora|una"},
	lex.Entry[language]{Class: dutch, List: "het|een|en|van|voor|met|bedankt|factuur|bedrag|totaal|btw|kassabon|datum|betalen|factuurdatum|straat|niet|wij"},
)...)

// tellersOfFiles are those of the files of languages.
func tellersOfFiles() []lex.Entry[language] {
	var all []lex.Entry[language]
	for _, e := range lex.Tellers() {
		all = append(all, lex.Entry[language]{Class: language(e.Class), List: e.List})
	}
	return all
}

// minTellers is how many telling words a language needs.
const minTellers = 2

// guessLanguage is the language that most telling words belong to, if one is
// clearly ahead.
func (r *Reading) guessLanguage() language {
	counts := map[language]int{}
	for _, l := range r.Lines {
		for i := 0; i < len(l.Tokens); {
			lang, next, ok := tellers.At(l.Tokens, i)
			if !ok {
				i++
				continue
			}
			counts[lang]++
			i = next
		}
	}
	return clearWinner(counts, minTellers, "")
}

// Currency is the ISO code of a currency; empty when not known, "$" for a
// dollar of no known country.
type Currency string

// currencySigns are the signs and codes of currencies, as folded tokens.
var currencySigns = map[string]Currency{
	"€": "EUR", "eur": "EUR", "euro": "EUR", "£": "GBP", "gbp": "GBP", "$": "$", "usd": "USD",
	"chf": "CHF", "aud": "AUD", "cad": "CAD", "nzd": "NZD", "sek": "SEK", "nok": "NOK", "dkk": "DKK",
	"pln": "PLN", "czk": "CZK", "¥": "JPY", "jpy": "JPY", "inr": "INR", "₹": "INR", "zł": "PLN", "zl": "PLN", "brl": "BRL",
}

// CurrencyAt returns the currency whose sign or code t is.
func CurrencyAt(t lex.Token) (Currency, bool) {
	c, ok := currencySigns[t.Fold]
	return c, ok
}

// guessCurrency is the currency that is named most often, if one is clearly
// ahead. A dollar sign speaks for whichever dollar is named.
func (r *Reading) guessCurrency() Currency {
	counts := map[Currency]int{}
	for _, l := range r.Lines {
		for _, t := range l.Tokens {
			if c, ok := CurrencyAt(t); ok {
				counts[c]++
			}
		}
	}
	for _, c := range []Currency{"USD", "AUD", "CAD", "NZD"} {
		if counts[c] > 0 {
			counts[c] += counts["$"]
			delete(counts, "$")
			break
		}
	}
	return clearWinner(counts, 1, "")
}

// clearWinner is the key with the highest count, if that is at least least
// and no other has as many; else none.
func clearWinner[K comparable](counts map[K]int, least int, none K) K {
	best, most, second := none, 0, 0
	for k, n := range counts {
		switch {
		case n > most:
			best, most, second = k, n, most
		case n > second:
			second = n
		}
	}
	if most < least || most == second {
		return none
	}
	return best
}
