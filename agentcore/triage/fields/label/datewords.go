package label

import "github.com/deskhand/deskhand/agentcore/triage/fields/lex"

// Date says what the words before a date make of it.
type Date int

const (
	None Date = iota
	// Issued names the day of the document itself.
	Issued
	Plain
	// Other names a day that is of the matter, not of the document.
	Other
	// Due names a day that lies before it or after it: due, start, delivery.
	Due
	// Foreign names a day that never is the document's: birth, print, period.
	Foreign
)

var dateLabels = lex.NewPhrases(
	lex.Entry[Date]{Class: Issued, List: "invoice date|inv date|inv dt|invoice dt|bill dt|bizdate|sale date|date of sale|issued at|invoiced on|date of invoice|date of issue|issue date|date issued|issued on|issued|bill date|billing date|receipt date|statement date|letter date|document date|date of purchase|purchase date|transaction date|contract date|" +
		"rechnungsdatum|rechnung vom|belegdatum|erstelldatum|erstellungsdatum|ausfertigungsdatum|briefdatum|dokumentdatum|dokumentendatum|gutschriftsdatum|bondatum|fakturadatum|angebotsdatum|bescheiddatum|ausstellungsdatum|ausgestellt am|datum der rechnung|datum der ausstellung|kaufdatum|druckdatum und rechnungsdatum|" +
		"date de facture|date de la facture|date facture|date d emission|date de facturation|date d achat|fait a|facture du|" +
		"fecha de factura|fecha de emision|fecha de expedicion|data fattura|data della fattura|data di emissione|data documento|factuurdatum|datum factuur|notadatum|offertedatum|data de emissao|data da fatura|data da factura|data wystawienia|data faktury|発行日|請求日|开票日期|開票日期"},
	lex.Entry[Date]{Class: Plain, List: "date|dated|datum|den|dato|fecha|data|le|vom|von|du|del|日付|日期|signed on|signed|date time"},
	lex.Entry[Date]{Class: Other, List: "order date|date of order|ordered on|bestelldatum|bestellt am|auftragsdatum|date de commande|fecha de pedido|service date|date of service|date of supply|tax point|leistungsdatum|date de prestation|besteldatum|" +
		"letter of|letter dated|your letter of|your letter dated|your order of|ihr schreiben vom|ihre bestellung vom|ihr auftrag vom|votre commande du|votre lettre du|travel date|departure|return|abfahrt|reisedatum|wertstellung|wertstellungstag|valuta|buchungstag|buchungsdatum|ubergabe am|ruckgabe am|verzenddatum|orderdatum|date de reglement|date de commande|data sprzedazy|closed|paid on|meeting on|next meeting|appointment|termin"},
	lex.Entry[Date]{Class: Due, List: "due date|date due|due on|due by|due|pay by|payable by|payment date|payment due|payment is due on|next payment|payable until|pay before|valid until|valid to|valid thru|valid through|expires|expires on|expiry date|expiry|expiration date|best before|use by|until|by|before|on or before|" +
		"rental start|contract start|start of contract|move in|mietbeginn|vertragsbeginn|beginn|mietende|laufzeit bis|delivery date|delivered on|date of delivery|delivery|ship date|shipped on|shipping date|valid from|effective date|start date|end date|starting|from|since|" +
		"fallig am|fallig bis|faellig am|falligkeit|falligkeitsdatum|fallig|zahlbar bis|zahlbar bis zum|zahlungsziel|zahlungsfrist|zahlung bis|bis zum|bis spatestens|spatestens bis|bis|gultig bis|gultig ab|gueltig bis|ablaufdatum|lieferdatum|liefertermin|geliefert am|lieferung am|versanddatum|ab dem|seit|seit dem|mhd|haltbar bis|" +
		"date d echeance|echeance|echeance le|payable le|a payer avant le|a regler avant le|a regler le|avant le|date limite|date limite de paiement|date limite de reglement|date de prelevement|prelevement le|data vencimento|data de vencimento|vencimento em|termin platnosci|falligkeitstag|支払期限|uberweisen bis|uberweisen bis zum|date de livraison|livraison le|livre le|valable jusqu au|jusqu au|a partir du|depuis le|" +
		"fecha de vencimiento|vencimiento|fecha de entrega|valido hasta|hasta|scadenza|data di scadenza|data di consegna|vervaldatum|te betalen voor|leverdatum|geldig tot"},
	lex.Entry[Date]{Class: Foreign, List: "date of birth|birth date|birthdate|birthday|born on|born|dob|d o b|printed on|printed|print date|copyright|period|billing period|service period|statement period|week of|version of|revised|last updated|" +
		"geburtsdatum|geb|geboren am|geboren|geb am|gedruckt am|gedruckt|druckdatum|leistungszeitraum|abrechnungszeitraum|zeitraum|stand|" +
		"date de naissance|ne le|nee le|imprime le|periode|periode de facturation|fecha de nacimiento|nacido el|impreso el|periodo|data di nascita|nato il|nata il|stampato il|geboortedatum|geboren op|afgedrukt op"},
	lex.Entry[Date]{Class: Issued, List: lex.Listed("date of the document")},
	lex.Entry[Date]{Class: Plain, List: lex.Listed("date")},
	lex.Entry[Date]{Class: Other, List: lex.Listed("date of the matter")},
	lex.Entry[Date]{Class: Due, List: lex.Listed("date due")},
	lex.Entry[Date]{Class: Foreign, List: lex.Listed("date of something else")},
)

// looseLabels are small words that are a label only right before the date.
var looseLabels = lex.Set("den", "le", "vom", "von", "du", "del", "data", "from", "since", "until", "bis", "seit", "due", "by", "before", "return", "delivery",
	"departure", "aos", "dnia", "issued", "signed", "dated", "stand", "period", "starting", "hasta", "termin", "geb", "born")

// Referring are those of them that say of what they date by what stands before.
var Referring = lex.Set("vom", "von", "du", "del", "dated", "signed", "issued")

// weakReferring are those that are nothing unless the document is named.
var weakReferring = lex.Set("von", "du", "del")

// NumberSigns are words before the number of a document.
var NumberSigns = lex.Set("nr", "no", "nummer", "number", "numero", "num")

// References are words before such a word that name something else than this
// document: Rechnung gemäß Bestellung vom, Version 2.1 vom.
var References = lex.Set("bestellung", "auftrag", "auftrags", "angebot", "lieferschein", "vertrag", "schreiben", "version", "gemass", "gemaess", "laut", "lt", "bezug", "zur", "zum", "zu", "order", "agreement", "contract", "under", "per")

// thisWords say that what follows is this document.
var thisWords = lex.Set("this", "dieser", "diese", "dieses", "ce", "cette", "present", "presente", "este", "esta", "questo", "questa")

// pairMarks join two labels of one date: Rechnungsdatum = Leistungsdatum.
var pairMarks = lex.Set("/", "=", "&", "und", "and", "et", "y", "e", "en", "oder")

// Genitives stand between a kind of document and what it is about: Kündigung des
// Mietverhältnisses vom.
var Genitives = lex.Set("of", "des", "der", "della", "del", "dello", "van")

// offerWords begin the words for an offer.
var offerWords = []string{"angebot", "offert", "quot", "devis", "presupuesto", "preventivo", "estimate", "kostenvoranschlag"}

// OtherDocument are words beside a label that make it that of another document.
var OtherDocument = lex.Set("associee", "associe", "associated", "related", "original", "originale", "initiale", "precedente", "previous", "prior", "last", "next",
	"ursprungliche", "ursprungliches", "ursprunglichen", "zugehorige", "zugehoriges", "vorherige", "letzte", "letztes", "nachste", "nachstes", "collegata", "asociada", "relacionada", "anterior", "vorige")

// dateWord are the bare words for a date; ofWords join them to what is dated.
var (
	dateWord = lex.Set("date", "datum", "fecha", "data", "dates")
	ofWords  = lex.Set("of", "de", "du", "d", "des", "di", "del", "della", "da", "do", "der", "van", "la", "the")
)

// otherDates are words before a word for a date that make it the day of the matter.
var otherDates = lex.Set("arrival", "check", "in", "out", "booking", "closing", "opening", "event", "exam", "hire", "admission", "discharge", "posting", "value",
	"accident", "incident", "loss", "effective", "start", "end", "ship", "shipped", "visit", "appointment", "treatment", "sample", "collection", "received", "registration", "renewal",
	"maturity", "settlement", "trade", "filing", "pickup", "travel", "loan", "activation", "previous", "prior", "last", "next", "letztes", "nachstes")
