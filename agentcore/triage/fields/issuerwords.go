package fields

import "github.com/deskhand/deskhand/agentcore/triage/fields/lex"

// issuerLabels stand before the name of who issued a document.
var issuerLabels = lex.NewPhrases(
	lex.Entry[bool]{Class: true, List: lex.Listed("issuer")},
	lex.Entry[bool]{Class: true, List: "from|issued by|sold by|dealer|provider|contractor|handler|anbieter|auftragnehmer|dienstleister|seller|vendor|supplier|merchant|payee|biller|landlord|employer|account payable to|payable to|konto zahlbar an|zahlbar an|compte payable a|payable a|conto pagabile a|pagabile a|creditor|leistungserbringer|rechnungsersteller|prestataire|cedente|cedente prestatore|prestatore|emitente|sprzedawca|absender|verkaufer|verkauft durch|lieferant|aussteller|rechnungssteller|vermieter|arbeitgeber|" +
		"de|emetteur|vendeur|fournisseur|expediteur|bailleur|employeur|vendedor|proveedor|emisor|venditore|fornitore|mittente|verkoper|leverancier|afzender"},
)

// labelWords are those of labels and of the heads of tables in all languages: no name
// is made of them alone, and many have one.
var labelWords = lex.SetOf("label")

// registerCourts keep registers of firms.
var registerCourts = lex.Set("amtsgericht", "registergericht", "handelsregister", "firmenbuch", "landesgericht", "handelsgericht", "rcs", "kvk", "tribunal", "registro", "registre", "soud", "sad")
