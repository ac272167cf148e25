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

// slips are what the till slips of a language hold, folded. Many say nowhere what they
// are.
var slips = []struct {
	kind string
	of   lex.Phrases[bool]
}{
	{"Receipt", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "subtotal|sub total|total|cash|change|change due|card|visa|mastercard|debit|eftpos|contactless|auth code|approval code|terminal|cashier|server|served by|operator|table|till|register|items|qty|tendered|tip|gst|hst|vat|sales tax|thank you|thanks for shopping|please retain|retain this|pump|litres|gallons|guests|approved"})},
	{"Kassenbon", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "summe|gesamt|bar|gegeben|ruckgeld|zuruck|mwst|ec karte|girocard|kartenzahlung|kasse|bediener|es bediente sie|tisch|trinkgeld|tse|vielen dank|danke fur ihren einkauf|steuersatz|netto|brutto"})},
	{"Ticket de caisse", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "total ttc|a payer|total|especes|rendu|carte bancaire|cb|sans contact|tva|caisse|ticket|merci de votre visite|merci|couverts|servi par|articles"})},
	{"Ticket", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "total|efectivo|cambio|entregado|tarjeta|iva|iva incluido|mesa|camarero|le atendio|comensales|gracias por su visita|gracias|base imponible|cuota|uds"})},
	{"Scontrino", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "totale|totale complessivo|contante|contanti|resto|pagamento|pagamento elettronico|bancomat|di cui iva|iva|importo pagato|coperti|tavolo|grazie|cassa|operatore|subtotale"})},
	{"Kassabon", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "totaal|te betalen|contant|wisselgeld|pin|pinnen|bankpas|maestro|btw|kassa|tafel|bediend door|bedankt|bonnummer|aantal artikelen|tot ziens"})},
	{"Paragon", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "suma|suma pln|gotowka|reszta|karta|ptu|kasjer|kasa|sprzedaz opodatkowana|podatek|do zaplaty|dziekujemy|niefiskalny"})},
	{"Talão", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "total|troco|numerario|multibanco|dinheiro|entregue|iva|iva incluido|mesa|operador|caixa|obrigado|obrigado pela visita|contribuinte|consumidor final"})},
	{"Kvitto", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "totalt|summa|att betala|kontant|kort|moms|moms 25|kassa|kassor|kvitto|kvittonr|tack for besoket|valkommen ater|valkommen tillbaka|oppet kop"})},
	{"Kvittering", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "i alt|at betale|kontant|byttepenge|dankort|moms|heraf moms|kasse|ekspedient|tak for besoget|bon|betalt"})},
	{"Účtenka", lex.NewPhrases(lex.Entry[bool]{Class: true, List: "celkem|k uhrade|hotovost|hotove|vraceno|karta|dph|zaklad dph|pokladna|stul|obsluha|dekujeme|uctenka|platba"})},
}

// slipSigns is how many different ones tell a till slip.
const slipSigns = 3

// SlipKind is what the till slips of the language of the document are called, where it
// holds what they hold, and the line of the first sign; nil: it is none.
func (r *Reading) SlipKind() (kind string, at *Line) {
	most := slipSigns - 1
	for _, s := range slips {
		if n, first := r.signsOf(s.of); n > most {
			kind, at, most = s.kind, first, n
		}
	}
	return kind, at
}

// SignedKind is the kind that several different signs in the document tell, and the
// line of the first of them; nil: none.
func (r *Reading) SignedKind() (string, *Line) {
	for _, s := range signs {
		if n, first := r.signsOf(s.of); n >= s.least {
			return s.kind, first
		}
	}
	return "", nil
}

// signsOf counts the different phrases that the document holds; first is the line of
// the first of them.
func (r *Reading) signsOf(phrases lex.Phrases[bool]) (n int, first *Line) {
	seen := map[string]bool{}
	for _, l := range r.Lines {
		for i := 0; i < len(l.Tokens); {
			_, next, ok := phrases.At(l.Tokens, i)
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
	return len(seen), first
}
