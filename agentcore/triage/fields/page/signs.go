package page

import "github.com/deskhand/deskhand/agentcore/triage/fields/lex"

// signs are what documents of a kind hold that seldom say what they are, folded.
var signs = []struct {
	kind  string
	least int // how many of them tell it
	of    lex.Phrases[bool]
}{
	{"Payslip", 4, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "net pay|gross pay|paye|paye tax|national insurance|tax code|deductions|employee no|employee name|employee number|pay period|tax period|year to date|ytd|overtime|basic pay|process date|take home pay"})},
	{"Entgeltabrechnung", 4, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "brutto|netto|personal nr|personalnummer|pers nr|st kl|stkl|steuerklasse|sv nr|sv nummer|krankenkasse|lohnart|auszahlungsbetrag|gesamtbrutto|kinderfreib|ki frb|lohnsteuer|grundlohn|stundenlohn"})},
	{"Bulletin de paie", 4, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "salaire brut|net a payer|net imposable|cotisations|conges payes|salaire de base|securite sociale|matricule|prelevement a la source|csg"})},
	{"Ordonnance", 3, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "docteur|dr|rpps|a renouveler|comprime|comprimes|goutte|gouttes|gelule|gelules|conventionne|conventionnee"})},
}

// SignedKind is the kind that several different signs in the document tell, and the
// line of the first of them; nil: none.
func (r *Reading) SignedKind() (string, *Line) {
	for _, s := range signs {
		var first *Line
		seen := map[string]bool{}
		for _, l := range r.Lines {
			for i := 0; i < len(l.Tokens); {
				_, next, ok := s.of.At(l.Tokens, i)
				if !ok {
					i++
					continue
				}
				if first == nil {
					first = l
				}
				seen[lex.Fold(l.SpanOf(i, next).Text())] = true
				i = next
			}
		}
		if len(seen) >= s.least {
			return s.kind, first
		}
	}
	return "", nil
}
