package firm

import "github.com/deskhand/deskhand/agentcore/triage/fields/lex"

// Forms end the name of a firm, folded.
var Forms = lex.NewPhrases(
	lex.Entry[bool]{Class: true, List: lex.Listed("legal form")},
	lex.Entry[bool]{Class: true, List: "gmbh|ag|kg|kgaa|co kg|co kgaa|ohg|ug|gbr|e k|ek|e v|ev|eg|e g|se|mbh|ltd|limited|plc|llp|llc|l l c|sdn bhd|sdn berhad|berhad|bhd|s b|pte ltd|pte|pvt ltd|private limited|pvt|gmbh co kg|genossenschaft|stiftung|foundation|d o o|kft|sp z o o|lda|ltda|oyj|a g|inc|incorporated|corp|corporation|co|pty|pty ltd|" +
		"sarl|s a r l|sas|s a s|sa|s a|eurl|sasu|sci|snc|sl|s l|srl|s r l|spa|s p a|bv|b v|nv|n v|vof|ab|oy|aps|as|a s|sro|s r o"},
)

// plainForms are legal forms that are no common word in small letters.
var plainForms = lex.Set("plc", "gmbh", "ltd", "llc", "llp", "mbh", "gbr", "e")

// NoName are words that no name of a firm begins with or has in it: those of
// greetings, labels, tables and orders.
var NoName = lex.Set("welcome", "willkommen", "bienvenue", "hello", "hi", "hallo", "bonjour", "dear", "sehr", "liebe", "lieber", "thank", "thanks", "danke", "vielen", "merci", "gracias", "grazie",
	"please", "bitte", "your", "you", "ihre", "ihr", "ihren", "ihnen", "wir", "vous", "votre", "nous", "our", "we", "us",
	"total", "subtotal", "summe", "gesamt", "zwischensumme", "amount", "betrag", "montant", "qty", "quantity", "menge", "anzahl", "description", "beschreibung", "bezeichnung", "item", "items", "artikel", "price", "preis", "prix", "unit", "pos",
	"date", "datum", "time", "uhrzeit", "page", "seite", "nummer", "vat", "mwst", "ust", "tva", "tax", "steuer", "steuernummer", "iban", "bic", "tel", "telefon", "phone", "fax", "mobil", "mobile", "email", "mail", "www", "http", "https",
	"copy", "kopie", "copie", "original", "duplicate", "draft", "entwurf", "customer", "kunde", "client", "cash", "card", "visa", "mastercard", "change", "bar", "karte", "paid", "bezahlt", "table", "tisch", "kasse", "till", "bon",
	"ignore", "disregard", "instructions", "instruction", "system", "assistant", "prompt", "delete", "rename", "execute", "forget", "password", "invoice", "receipt", "rechnung", "facture", "kassenbon", "quittung",
	"details", "information", "overview", "summary",
	"is", "are", "was", "has", "have", "will", "must", "can", "this", "that", "ist", "sind", "wird", "haben", "est", "sont", "inh", "inhaber", "proprietor", "confidential", "vertraulich", "file", "edit", "view", "help", "home", "search", "menu", "settings")

// SmallWords stand in names in lower case.
var SmallWords = lex.SetOf("joins names", "and", "of", "the", "for", "at", "by", "in", "on", "to", "a", "und", "fur", "der", "die", "das", "am", "im", "zum", "zur", "von", "vom", "bei", "et", "de", "du", "des", "la", "le", "les", "l", "d", "s", "y", "del", "e", "di", "della", "van", "en", "het")
