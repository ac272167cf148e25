package page

import "github.com/deskhand/deskhand/agentcore/triage/fields/lex"

// Role is what part a kind of document plays.
type Role int

const (
	NoRole Role = iota
	// TradeRole: somebody is paid; it has an issuer, an amount and a number.
	TradeRole
	// StatementRole: what was paid over a time; in all else as FormalRole.
	StatementRole
	// FormalRole: it has an issuer, often a number and a subject.
	FormalRole
	// LooseRole: notes and the like; its first line is its title.
	LooseRole
)

// KindWords are what documents call themselves, folded.
var KindWords = lex.NewPhrases(
	lex.Entry[Role]{Class: TradeRole, List: "invoice|tax invoice|pro forma invoice|proforma invoice|commercial invoice|sales invoice|vat invoice|receipt|sales receipt|cash receipt|payment receipt|donation receipt|tax receipt|bill|credit note|credit memo|ticket|boarding pass|parking ticket|parkschein|voucher|gift card|gutschein|" +
		"quote|quotation|estimate|order confirmation|booking confirmation|payment confirmation|purchase order|sales order|delivery note|packing slip|payment reminder|remittance advice|payslip|pay slip|pay stub|" +
		"rechnung|schlussrechnung|abschlagsrechnung|teilrechnung|sammelrechnung|stromrechnung|gasrechnung|handyrechnung|arztrechnung|hotelrechnung|kassenbon|kassenbeleg|kassenzettel|quittung|beleg|zahlungsbeleg|kaufbeleg|tankbeleg|gutschrift|stornorechnung|angebot|kostenvoranschlag|auftragsbestatigung|bestellbestatigung|buchungsbestatigung|bestellung|lieferschein|mahnung|zahlungserinnerung|lohnabrechnung|gehaltsabrechnung|entgeltabrechnung|nebenkostenabrechnung|fahrkarte|fahrschein|eintrittskarte|spendenquittung|" +
		"facture|recu|ticket de caisse|devis|avoir|bon de livraison|bon de commande|confirmation de commande|bulletin de paie|bulletin de salaire|quittance|quittance de loyer|billet|note de frais|" +
		"factura|recibo|presupuesto|albaran|nomina|fattura|ricevuta|scontrino|preventivo|factuur|kassabon|bon|offerte|pakbon|loonstrook|kvitto|kvittering|uctenka"},
	lex.Entry[Role]{Class: StatementRole, List: "statement|annual statement|bank statement|account statement|statement of account|monthly statement|kontoauszug|jahresabrechnung|releve|releve de compte|extracto|estratto conto|rekeningafschrift"},
	lex.Entry[Role]{Class: FormalRole, List: "contract|employment contract|agreement|rental agreement|lease|lease agreement|loan agreement|non disclosure agreement|license agreement|policy|insurance policy|insurance certificate|certificate|birth certificate|certificate of insurance|prescription|lab report|medical report|tax assessment|tax return|notice|notice of termination|termination|power of attorney|warranty|warranty card|reference letter|cover letter|offer letter|application|application form|" +
		"vertrag|mietvertrag|arbeitsvertrag|kaufvertrag|darlehensvertrag|versicherungsschein|bescheid|steuerbescheid|einkommensteuerbescheid|bescheinigung|lohnsteuerbescheinigung|zeugnis|arbeitszeugnis|urkunde|kundigung|kuendigung|vollmacht|rezept|arztbrief|befund|attest|zertifikat|garantieschein|antrag|bewerbung|lebenslauf|einladung|mitteilung|" +
		"contrat|contrat de location|bail|attestation|certificat|avis d imposition|avis|ordonnance|resiliation|procuration|contrato|certificado|contratto|certificato|overeenkomst|huurovereenkomst"},
	lex.Entry[Role]{Class: TradeRole, List: lex.Listed("kind of trade")},
	lex.Entry[Role]{Class: StatementRole, List: lex.Listed("kind of statement")},
	lex.Entry[Role]{Class: FormalRole, List: lex.Listed("formal kind")},
	lex.Entry[Role]{Class: LooseRole, List: lex.Listed("loose kind")},
	lex.Entry[Role]{Class: LooseRole, List: "minutes|meeting minutes|meeting notes|notes|report|annual report|agenda|memo|curriculum vitae|resume|recipe|protokoll|sitzungsprotokoll|besprechungsprotokoll|notizen|bericht|jahresbericht|tagesordnung|compte rendu|proces verbal|rapport|ordre du jour|acta|informe|verbale|notulen|verslag"},
)

// kindEndings end the compounds that name a kind, as German, Dutch and the languages of
// the north make them.
var kindEndings = endingsOf()

func endingsOf() map[string]Role {
	endings := map[string]Role{}
	for section, role := range map[string]Role{"ending of trade": TradeRole, "ending of a statement": StatementRole, "formal ending": FormalRole, "loose ending": LooseRole} {
		for _, w := range lex.Words(section) {
			endings[w] = role
		}
	}
	return endings
}

// minStem is how many letters stand before the ending of a compound at least.
const minStem = 3

// notKinds end like a kind and are none.
var notKinds = lex.Set("berechnung", "anrechnung", "verrechnung", "hochrechnung", "sonnenschein", "mondschein", "anschein", "ubertrag", "beitrag", "eintrag", "subcontract", "regenbogen", "ellenbogen", "unordnung", "verladung", "entladung", "aufladung", "zustellungsurkunde", "postzustellungsurkunde")

// IsTrade reports whether a document of this kind is paid for, or says what was.
func (kind Role) IsTrade() bool { return kind == TradeRole || kind == StatementRole }

// KindAt is the kind that token i begins: one of the table, or a compound.
func KindAt(tokens []lex.Token, i int) (Role, int, bool) {
	if role, next, ok := KindWords.At(tokens, i); ok {
		_, further, isLabel := RecipientWords.At(tokens, i)
		return role, next, !isLabel || further < next // "Bill to" is no bill
	}
	t := tokens[i]
	if t.Kind != lex.Word || notKinds[t.Fold] {
		return NoRole, i, false
	}
	for at := minStem; at < len(t.Fold); at++ { // the longest ending counts
		if role, ok := kindEndings[t.Fold[at:]]; ok {
			return role, i + 1, true
		}
	}
	return NoRole, i, false
}

// NamesKind reports whether tokens hold what documents are called.
func NamesKind(tokens []lex.Token) bool {
	for i := range tokens {
		if _, _, ok := KindAt(tokens, i); ok {
			return true
		}
	}
	return false
}

// headingFirst and headingLast say what a document is where they begin or end a heading,
// and seldom elsewhere.
var headingFirst, headingLast = lex.SetOf("begins a heading"), lex.SetOf("ends a heading")

// mostHeadingWords is how many words a heading has at most that says what a document is.
const mostHeadingWords = 6

// HeadsKind reports whether a heading says what a document is by its first or its last
// word: "Vehicle Service Record", "Record of Vaccination", "Fiche de renseignements".
func HeadsKind(tokens []lex.Token) bool {
	n := len(tokens)
	if n == 0 || n > mostHeadingWords || lex.CountWords(tokens) < n {
		return false
	}
	first, last := tokens[0].Fold, tokens[n-1].Fold
	return headingFirst[first] || headingLast[last] || n > 2 && headingLast[first] && headingOf[tokens[1].Fold]
}

var headingOf = lex.Set("of", "for")
