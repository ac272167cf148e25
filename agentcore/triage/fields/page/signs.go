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
	{"Order confirmation", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "order confirmed|order is confirmed|order received|thank you for your order|thanks for your order|thank you for your purchase|we have received your order"})},
	{"Booking confirmation", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "booking confirmed|booking is confirmed|reservation confirmed|reservation is confirmed|thank you for your booking|thanks for booking|thank you for booking"})},
	{"Payment confirmation", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "payment sent|payment successful|payment complete|payment completed|payment confirmed|transfer sent|transfer complete|transfer successful|money sent|thank you for your payment|thanks for your payment"})},
	{"Bestellbestätigung", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "danke fur ihre bestellung|dank fur ihre bestellung|dank fur deine bestellung|danke fur deine bestellung|bestellung ist eingegangen|bestellung erhalten"})},
	{"Buchungsbestätigung", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "danke fur ihre buchung|dank fur ihre buchung|dank fur deine buchung|buchung ist bestatigt|buchung bestatigt"})},
	{"Confirmation de commande", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "merci pour votre commande|merci de votre commande|commande est confirmee|commande confirmee|commande est bien enregistree"})},
	{"Confirmación de pedido", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "gracias por su pedido|gracias por tu pedido|gracias por su compra|pedido confirmado|pedido recibido"})},
	{"Conferma d'ordine", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "grazie per il tuo ordine|grazie per il suo ordine|grazie per il vostro ordine|ordine confermato|ordine ricevuto"})},
	{"Bestelbevestiging", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "bedankt voor je bestelling|bedankt voor uw bestelling|bestelling ontvangen|bestelling is bevestigd"})},
	{"Certificate", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "this is to certify|this is to certify that|this certifies that|hereby certifies|hereby certify|is hereby awarded|certificate is awarded"})},
	{"Bescheinigung", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "hiermit wird bescheinigt|hiermit bescheinigen wir|wird hiermit bescheinigt|bescheinigen wir hiermit"})},
	{"Attestation", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "atteste que|attestons que|certifie que|certifions que|je soussigne|je soussignee"})},
	{"Certificado", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "certifico|certifica que|hago constar"})},
	{"Certificato", 1, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "si certifica che|certifica che|si attesta che"})},
	{"Invoice", 4, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "bill to|balance due|invoice no|invoice number|invoice date|due date|subtotal|payment terms|unit price|amount due|qty|quantity|vat no|po number"})},
	{"Rechnung", 4, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "rechnungsnummer|rechnungs nr|rechnungsdatum|kundennummer|kunden nr|nettobetrag|mwst|gesamtbetrag|zahlbar bis|steuernummer|ust id nr|ust idnr|leistungsdatum|einzelpreis"})},
	{"Facture", 4, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "numero de facture|n de facture|date de facture|facture n|total ht|total ttc|tva|net a payer|echeance|prix unitaire"})},
	{"Statement", 3, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "opening balance|closing balance|balance brought forward|balance carried forward|previous balance|new balance|money in|money out|paid in|paid out|sort code|minimum payment"})},
	{"Kontoauszug", 3, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "alter saldo|neuer saldo|anfangssaldo|endsaldo|alter kontostand|neuer kontostand|buchungstag|wertstellung|saldo"})},
	{"Boarding pass", 4, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "gate|seat|boarding time|boarding|flight|passenger|name of passenger|etkt|group|gate closes|terminal|class"})},
	{"CV", 3, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "work experience|professional experience|employment history|employment|education|skills|key skills|references|profile|personal profile"})},
	{"Lebenslauf", 3, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "berufserfahrung|berufspraxis|ausbildung|kenntnisse|sprachen|sprachkenntnisse|personliche daten|werdegang|schulbildung|studium"})},
	{"Recipe", 2, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "ingredients|preheat the oven|serves|tbsp|tsp|prep time|cook time|tablespoon|teaspoon|cups"})},
	{"Rezept", 2, lex.NewPhrases(lex.Entry[bool]{Class: true, List: "zutaten|zubereitung|backofen|teeloffel|essloffel|ruhren|teig"})},
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

// IsSign reports whether tokens hold nothing but a phrase that tells a kind by itself:
// "Order confirmed".
func IsSign(tokens []lex.Token) bool {
	for _, s := range signs {
		if len(tokens) > 0 && s.least == 1 {
			if _, next, ok := s.of.At(tokens, 0); ok && lex.CountWords(tokens[next:]) == 0 {
				return true
			}
		}
	}
	return false
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
