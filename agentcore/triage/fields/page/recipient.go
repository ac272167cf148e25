package page

import "github.com/deskhand/deskhand/agentcore/triage/fields/lex"

// RecipientWords begin the address of who gets a document. The true ones
// begin it wherever they stand, the others only with a colon or alone.
var RecipientWords = lex.NewPhrases(
	lex.Entry[bool]{Class: true, List: "bill to|billed to|invoice to|invoiced to|sold to|ship to|shipped to|deliver to|delivered to|delivery address|billing address|shipping address|attn|attention|" +
		"rechnungsempfanger|rechnungsadresse|rechnungsanschrift|lieferadresse|lieferanschrift|empfanger|rechnung an|lieferung an|zu handen|z hd|" +
		"facture a|adresse de facturation|adresse de livraison|livre a|a l attention de|destinataire|facturar a|destinatario|spett le|spettabile|factuur aan|factuuradres|afleveradres|ter attentie van"},
	lex.Entry[bool]{Class: true, List: lex.Listed("recipient")},
	lex.Entry[bool]{Class: false, List: lex.Listed("recipient alone")},
	lex.Entry[bool]{Class: false, List: "to|an|customer|client|kunde|kundin|cliente|klant|aan|tenant|mieter|mieterin|locataire|passenger|guest|patient|patientin|buyer|kaufer|acheteur|debtor|payable by|zahlbar durch|payable par|pagabile da|leistungsempfanger|auftraggeber|cessionario|cessionario committente|nabywca|comprador|rechnungsempfangerin|insured|employee|dear|account holder"},
)

// salutations begin an address or a letter to a person.
var salutations = lex.SetOf("salutation", "frau", "herr", "herrn", "familie", "firma", "mr", "mrs", "ms", "miss", "monsieur", "madame", "mme", "senor", "senora", "signor", "signora", "mevrouw", "dhr")

// IsSalutation reports whether t begins an address or a letter to a person.
func IsSalutation(t lex.Token) bool { return salutations[t.Fold] }

// maxAddress is how many lines an address has at most, with its head.
const maxAddress = 6

// markRecipients marks the lines that tell who got the document.
func (r *Reading) markRecipients() {
	for _, l := range r.Lines {
		from, ok := recipientAt(l)
		if !ok || l.Recipient {
			continue
		}
		l.Recipient, l.RecipientFrom = true, from
		l.Billed = !IsSalutation(l.Tokens[0])
		r.markAddress(l)
	}
}

// recipientAt tells from which byte on a line is about the recipient.
func recipientAt(l *Line) (int, bool) {
	t := l.Tokens
	if len(t) > 0 && t[0].Kind == lex.Word && IsSalutation(t[0]) && len(t) <= 2*ShortLine {
		return 0, true
	}
	for i := range t {
		always, next, ok := RecipientWords.At(t, i)
		if !ok {
			continue
		}
		alone := i == 0 && next == len(t)
		colon := next < len(t) && t[next].Fold == ":" || i == 0 && t[i].Fold == "dear"
		if next+1 < len(t) && t[next+1].Kind == lex.Number && next+2 >= len(t) {
			continue // Customer: 4711 is a number, not an address
		}
		if always && (i == 0 || colon) || alone || colon {
			return t[i].Start, true
		}
	}
	return 0, false
}

// markAddress marks the lines of the address below head.
func (r *Reading) markAddress(head *Line) {
	prev := head
	for n := 1; n < maxAddress && head.Index+n < len(r.Lines); n++ {
		l := r.Lines[head.Index+n]
		if len(l.Tokens) == 0 && prev == head {
			continue // the label has a paragraph of its own
		}
		if endsAddress(prev, l) {
			return
		}
		l.Recipient, l.RecipientFrom, l.Billed = true, 0, head.Billed
		prev = l
	}
}

// endsAddress reports whether l is not of the address that prev belongs to.
func endsAddress(prev, l *Line) bool {
	if len(l.Tokens) == 0 || l.Page != prev.Page || len(l.Dates) > 0 {
		return true
	}
	if _, _, ok := KindAt(l.Tokens, 0); ok {
		return true
	}
	for i, t := range l.Tokens {
		if t.Fold == ":" && i > 0 && l.Tokens[i-1].Kind == lex.Word {
			return true
		}
	}
	if len(prev.Box) != 4 || len(l.Box) != 4 {
		return false
	}
	gap := l.Box[1] - (prev.Box[1] + prev.Box[3])
	return gap > 2*max(l.Box[3], prev.Box[3]) || gap < -l.Box[3]
}
