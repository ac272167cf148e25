package page

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

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

// kindEndings are the endings of German and Dutch compounds that name a kind.
var kindEndings = []struct {
	end  string
	role Role
}{
	{"rechnung", TradeRole},
	{"quittung", TradeRole},
	{"bestatigung", TradeRole},
	{"vertrag", FormalRole},
	{"bescheid", FormalRole},
	{"bescheinigung", FormalRole},
	{"abrechnung", TradeRole},
	{"schein", FormalRole},
	{"zeugnis", FormalRole},
	{"protokoll", LooseRole},
	{"auszug", StatementRole},
	{"bericht", FormalRole},
	{"anleitung", FormalRole},
	{"anweisung", FormalRole},
	{"urkunde", FormalRole},
	{"kundigung", FormalRole},
	{"vereinbarung", FormalRole},
	{"erklarung", FormalRole},
	{"vollmacht", FormalRole},
	{"genehmigung", FormalRole},
	{"mitteilung", FormalRole},
	{"nachweis", FormalRole},
	{"gutachten", FormalRole},
	{"factuur", TradeRole},
	{"nota", TradeRole},
	{"afrekening", TradeRole},
	{"bevestiging", TradeRole},
	{"overzicht", StatementRole},
	{"afschrift", StatementRole},
	{"overeenkomst", FormalRole},
	{"verklaring", FormalRole},
	{"bewijs", FormalRole},
	{"contract", FormalRole},
	{"beschikking", FormalRole},
	{"vergunning", FormalRole},
	{"handleiding", FormalRole},
	{"aanwijzing", FormalRole},
}

// notKinds end like a kind and are none.
var notKinds = lex.Set("berechnung", "anrechnung", "verrechnung", "hochrechnung", "sonnenschein", "mondschein", "anschein", "ubertrag", "beitrag", "eintrag", "subcontract", "zustellungsurkunde", "postzustellungsurkunde")

// IsTrade reports whether a document of this kind is paid for, or says what was.
func (kind Role) IsTrade() bool { return kind == TradeRole || kind == StatementRole }

// KindAt is the kind that token i begins: one of the table, or a German or Dutch
// compound.
func KindAt(tokens []lex.Token, i int) (Role, int, bool) {
	if role, next, ok := KindWords.At(tokens, i); ok {
		_, further, isLabel := RecipientWords.At(tokens, i)
		return role, next, !isLabel || further < next // "Bill to" is no bill
	}
	t := tokens[i]
	if t.Kind != lex.Word || notKinds[t.Fold] {
		return NoRole, i, false
	}
	for _, k := range kindEndings {
		if len(t.Fold) > len(k.end)+2 && strings.HasSuffix(t.Fold, k.end) {
			return k.role, i + 1, true
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
