package label

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// NumberClass is whose number a label announces.
type NumberClass int

const (
	OwnNumber    NumberClass = iota // the document's own
	OrderNumber                     // an order's or a contract's: the document's own only if it is one
	MatterNumber                    // one of the matter that the document is about
	BareNumber                      // any
)

// Numbers stand before a number.
var Numbers = lex.NewPhrases(
	lex.Entry[NumberClass]{Class: OwnNumber, List: "invoice no|invoice number|invoice nr|invoice num|invoice id|invoice #|invoice|inv no|inv nr|inv|tax invoice no|cash bill no|bill|doc no|slip no|txn|transaction no|transaction number|transaction id|report id|report no|report number|receipt|ticket|quittung|receipt no|receipt number|receipt #|receipt id|quote no|quote number|quotation no|credit note|credit note no|credit note number|credit memo|credit memo no|statement no|statement number|document no|document number|document id|ticket no|ticket number|bill no|bill number|" +
		"rechnungsnummer|rechnungs nr|rechnungsnr|rechnung nr|rechnung nummer|rechnung|belegnummer|beleg nr|belegnr|bon nr|angebotsnummer|angebots nr|angebot nr|aktenzeichen|vorgangsnummer|quittungsnummer|quittung nr|gutschriftsnummer|gutschrift|gutschrift nr|gutschrifts nr|honorarnote|honorarnote nr|mahnung nr|dokumentnummer|" +
		"facture no|facture n|no facture|n facture|facture nr|numero de facture|no de facture|n de facture|facture numero|facture|devis no|devis n|recu no|recu n|avoir|avoir no|avoir n|" +
		"factura no|no factura|no de factura|n de factura|n factura|factura n|numero de factura|factura num|fattura n|fattura no|numero fattura|factuurnummer|factuur nr"},
	lex.Entry[NumberClass]{Class: OrderNumber, List: "order no|order number|order id|order|policy number|policy no|contract no|contract number|booking reference|booking no|reservation no|purchase order no|purchase order|po no|po number|p o no|" +
		"auftragsnummer|auftrags nr|bestellnummer|bestell nr|lieferscheinnummer|lieferschein nr|vertragsnummer|vertrags nr|versicherungsnummer|versicherungsschein nr|policennummer|buchungsnummer|bestellung nr|auftrag nr|" +
		"numero de commande|commande no|commande n|contrat no|contrat n|numero de contrat|police no|ordernummer|case number|case no|file no|claim number|claim no|pedido no|numero de pedido|bestelnummer"},
	lex.Entry[NumberClass]{Class: MatterNumber, List: "reference|reference no|reference number|ref|ref no|our ref|unser zeichen|referenz|geschaftszeichen|reference client|referencia|riferimento|kenmerk"},
	lex.Entry[NumberClass]{Class: OwnNumber, List: lex.Listed("own number")},
	lex.Entry[NumberClass]{Class: OrderNumber, List: lex.Listed("order number")},
	lex.Entry[NumberClass]{Class: MatterNumber, List: lex.Listed("matter number")},
	lex.Entry[NumberClass]{Class: BareNumber, List: "no|number|nr|nummer"},
)

// ForeignNumbers stand before labels of numbers that are not the document's.
var ForeignNumbers = lex.Set("vat", "tax", "gst", "sst", "tin", "ein", "abn", "ust", "uid", "idnr", "id", "iban", "bic", "tel", "phone", "fax", "mobile", "customer", "kunden", "client", "account", "konto", "page", "seite", "tva", "siret", "siren", "hrb", "company", "co", "reg", "registration", "register", "business", "licence", "license", "steuer", "card", "member", "mitglieds",
	"vol", "volume", "lot", "unit", "suite", "room", "table", "tisch", "store", "shop", "branch", "filiale", "till", "kasse", "terminal", "merchant", "approval", "auth", "trace", "batch", "serial", "item", "artikel", "art", "sku", "your", "ihr", "ihre", "votre", "alt")

// AccountWords are parts of what bills and proofs of payment call themselves.
var AccountWords = []string{"invoice", "bill", "receipt", "credit note", "credit memo", "rechnung", "gutschrift", "quittung", "beleg", "bon", "factu", "recu", "avoir", "recibo", "fattura", "ricevuta", "scontrino"}

// IsNumberLabel reports whether token i makes the word before it the label of a number:
// "Policy number", "Contract No".
func IsNumberLabel(tokens []lex.Token, i int) bool {
	if i+1 < len(tokens) && tokens[i].Fold == ":" && tokens[i+1].Kind == lex.Number {
		return true
	}
	return i < len(tokens) && (NumberSigns[tokens[i].Fold] || tokens[i].Fold == "#" || tokens[i].Fold == "id" || tokens[i].Fold == "ref" || tokens[i].Fold == "reference")
}

// IsOf reports whether tokens say closer what the word before them names: "of
// Completion".
func IsOf(tokens []lex.Token) bool {
	return len(tokens) > 1 && ofWords[tokens[0].Fold] && tokens[1].Kind == lex.Word
}

// IsNumberWord tells of labels that say themselves that a number follows.
func IsNumberWord(w string) bool {
	return strings.HasSuffix(w, "nummer") || strings.HasSuffix(w, "nr") || w == "aktenzeichen" || w == "referenz" || w == "reference" || w == "ref"
}
