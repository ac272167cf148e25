package fields

// numberLabels stand before the number of a document. True ones name the
// document's own number, the others one of its matter.
var numberLabels = newPhrases(
	entry[bool]{true, "invoice no|invoice number|invoice nr|invoice num|invoice id|invoice #|invoice|inv no|receipt|ticket|quittung|receipt no|receipt number|receipt #|receipt id|order no|order number|order id|order|quote no|quote number|quotation no|credit note no|policy number|policy no|contract no|contract number|statement no|statement number|document no|document number|document id|ticket no|ticket number|booking reference|booking no|reservation no|bill no|bill number|claim number|claim no|case no|case number|file no|" +
		"rechnungsnummer|rechnungs nr|rechnungsnr|rechnung nr|rechnung nummer|rechnung|belegnummer|beleg nr|belegnr|bon nr|auftragsnummer|auftrags nr|bestellnummer|bestell nr|angebotsnummer|angebots nr|angebot nr|lieferscheinnummer|lieferschein nr|vertragsnummer|vertrags nr|versicherungsnummer|versicherungsschein nr|policennummer|aktenzeichen|vorgangsnummer|buchungsnummer|quittungsnummer|quittung nr|gutschriftsnummer|mahnung nr|dokumentnummer|" +
		"facture no|facture n|no facture|n facture|facture nr|numero de facture|no de facture|n de facture|facture numero|facture|devis no|devis n|numero de commande|commande no|commande n|contrat no|contrat n|numero de contrat|police no|recu no|recu n|" +
		"factura no|no factura|no de factura|n de factura|n factura|factura n|numero de factura|factura num|fattura n|fattura no|numero fattura|factuurnummer|factuur nr|ordernummer"},
	entry[bool]{false, "reference|reference no|reference number|ref|ref no|our ref|unser zeichen|referenz|geschaftszeichen|reference client|referencia|riferimento|kenmerk|no|number|nr|nummer"},
)

// subjectLabels stand before what a letter is about.
var subjectLabels = newPhrases(
	entry[bool]{true, "subject|re|regarding|concerning|betreff|betrifft|betr|objet|concerne|asunto|oggetto|onderwerp|title|titel|titre"},
)

// foreignNumbers are labels of numbers that are not the document's.
var foreignNumbers = set("vat", "tax", "ust", "idnr", "id", "iban", "bic", "tel", "phone", "fax", "customer", "kunden", "client", "account", "konto", "page", "seite", "tva", "siret", "siren", "hrb", "company", "registration", "steuer", "card")
