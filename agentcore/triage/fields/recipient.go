package fields

// recipientWords begin the address of who gets a document. The true ones
// begin it wherever they stand, the others only with a colon or alone.
var recipientWords = newPhrases(
	entry[bool]{true, "bill to|billed to|invoice to|invoiced to|sold to|ship to|shipped to|deliver to|delivered to|delivery address|billing address|shipping address|attn|attention|" +
		"rechnungsempfanger|rechnungsadresse|rechnungsanschrift|lieferadresse|lieferanschrift|empfanger|rechnung an|lieferung an|zu handen|z hd|" +
		"facture a|adresse de facturation|adresse de livraison|livre a|a l attention de|destinataire|facturar a|destinatario|spett le|spettabile|factuur aan|factuuradres|afleveradres|ter attentie van"},
	entry[bool]{false, "to|an|customer|client|kunde|kundin|cliente|klant|aan|tenant|mieter|mieterin|locataire|passenger|guest|patient|patientin|buyer|kaufer|acheteur|debtor|payable by|zahlbar durch|payable par|pagabile da|leistungsempfanger|auftraggeber|cessionario|cessionario committente|nabywca|comprador|rechnungsempfangerin|insured|employee|dear|account holder"},
)

// salutations begin an address or a letter to a person.
var salutations = set("frau", "herr", "herrn", "familie", "firma", "mr", "mrs", "ms", "miss", "monsieur", "madame", "mme", "senor", "senora", "signor", "signora", "mevrouw", "dhr")

// maxAddress is how many lines an address has at most, with its head.
const maxAddress = 6

// markRecipients marks the lines that tell who got the document.
func (r *reading) markRecipients() {
	for _, l := range r.lines {
		from, ok := recipientAt(l)
		if !ok || l.recipient {
			continue
		}
		l.recipient, l.recipientFrom = true, from
		l.billed = !salutations[l.tokens[0].fold]
		r.markAddress(l)
	}
}

// recipientAt tells from which byte on a line is about the recipient.
func recipientAt(l *line) (int, bool) {
	t := l.tokens
	if len(t) > 0 && t[0].kind == word && salutations[t[0].fold] && len(t) <= 2*shortLine {
		return 0, true
	}
	for i := range t {
		always, next, ok := recipientWords.at(t, i)
		if !ok {
			continue
		}
		alone := i == 0 && next == len(t)
		colon := next < len(t) && t[next].fold == ":" || i == 0 && t[i].fold == "dear"
		if next+1 < len(t) && t[next+1].kind == number && next+2 >= len(t) {
			continue // Customer: 4711 is a number, not an address
		}
		if always && (i == 0 || colon) || alone || colon {
			return t[i].start, true
		}
	}
	return 0, false
}

// markAddress marks the lines of the address below head.
func (r *reading) markAddress(head *line) {
	prev := head
	for n := 1; n < maxAddress && head.index+n < len(r.lines); n++ {
		l := r.lines[head.index+n]
		if len(l.tokens) == 0 && prev == head {
			continue // the label has a paragraph of its own
		}
		if endsAddress(prev, l) {
			return
		}
		l.recipient, l.recipientFrom, l.billed = true, 0, head.billed
		prev = l
	}
}

// endsAddress tells that l is not of the address that prev belongs to.
func endsAddress(prev, l *line) bool {
	if len(l.tokens) == 0 || l.Page != prev.Page || len(l.dates) > 0 {
		return true
	}
	if _, _, ok := kindAt(l.tokens, 0); ok {
		return true
	}
	for i, t := range l.tokens {
		if t.fold == ":" && i > 0 && l.tokens[i-1].kind == word {
			return true
		}
	}
	if len(prev.Box) != 4 || len(l.Box) != 4 {
		return false
	}
	gap := l.Box[1] - (prev.Box[1] + prev.Box[3])
	return gap > 2*max(l.Box[3], prev.Box[3]) || gap < -l.Box[3]
}
