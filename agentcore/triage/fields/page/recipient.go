package page

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

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
var salutations = lex.SetOf("salutation", "frau", "herr", "herrn", "familie", "firma", "mr", "mrs", "ms", "miss", "monsieur", "madame", "mme", "senor", "senora", "signor", "signora", "mevrouw", "dhr", "mademoiselle", "mlle", "messrs")

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
	r.markWindows()
}

// recipientAt tells from which byte on a line is about the recipient.
func recipientAt(l *Line) (int, bool) {
	t := l.Tokens
	if len(t) > 0 && t[0].Kind == lex.Word && (IsSalutation(t[0]) || len(t) > 3 && t[0].Fold == "m" && t[1].Fold == "." && (unicode.IsUpper(lex.FirstRune(l.Text[t[2].Start:])) || IsSalutation(t[3]))) && len(t) <= 2*ShortLine {
		return 0, true // M. Brunel, M. et Mme Brunel
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

// markAddress marks the lines of the address below head: those of its column, where it
// heads one.
func (r *Reading) markAddress(head *Line) {
	if r.markColumn(head) {
		return
	}
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

// markColumn marks the lines of an address that stand under what head says of the
// recipient, and reports whether there are any.
func (r *Reading) markColumn(head *Line) bool {
	box := Span{Line: head, Start: head.RecipientFrom, End: len(head.Text)}.Box()
	if head.Row < 0 || len(box) != 4 {
		return false
	}
	x, right := box[0]-sameEdge, box[0]+max(box[2], columnWidth)
	prev := head
	for n := 1; n < maxAddress; n++ {
		l := r.Under(prev, x, right)
		if l == nil || endsAddress(prev, l) {
			break
		}
		from := 0
		for len(l.Words) > 0 && l.Box[0] < x && from < len(l.Words)-1 && len(l.Words[from].Box) == 4 && l.Words[from].Box[0] < x {
			from++ // the line begins in another column
		}
		l.Recipient, l.Billed, l.RecipientFrom = true, head.Billed, 0
		if from > 0 {
			l.RecipientFrom = l.Words[from].Start
		}
		prev = l
	}
	return prev != head
}

// columnWidth is how wide the column is taken to be that a narrow label heads.
const columnWidth = 0.1

// markWindows marks the address that stands under the sender's own in small letters, as
// the window of an envelope shows both.
func (r *Reading) markWindows() {
	for _, l := range r.Rows {
		if l.Page > 1 || l.Top > windowBottom || l.Recipient || !isSenderLine(l) || r.Relative(l) > 1 {
			continue
		}
		var block []*Line
		x, right := l.Box[0]-sameEdge, l.Box[0]+max(l.Box[2], columnWidth)
		for o := r.Under(l, x, right); o != nil && len(block) < maxAddress && math.Abs(o.Box[0]-l.Box[0]) < columnWidth/2; o = r.Under(o, x, right) {
			block = append(block, o)
		}
		if n := len(block); n >= 3 && slices.ContainsFunc(block[2:], func(o *Line) bool { return IsAddress(o.Tokens) }) {
			for _, o := range block {
				o.Recipient, o.RecipientFrom, o.Billed = true, 0, true
			}
		}
	}
}

// windowBottom is how far down a page a letter shows who gets it.
const windowBottom = 0.35

// isSenderLine reports whether a line is a name and its address, parted by marks.
func isSenderLine(l *Line) bool {
	parts := 1
	for i, t := range l.Tokens {
		if i > 0 && strings.Contains("·•|,∙–-*", t.Fold) && t.Kind == lex.Mark {
			parts++
		}
	}
	return parts >= 3 && IsAddress(l.Tokens) && l.WordCount > 2 && l.WordCount <= 2*ShortLine
}

// addressLabels stand before a part of an address: "Company: Orion Partners LLP".
var addressLabels = lex.Set("company", "name", "address", "firm", "firma", "adresse", "anschrift", "societe", "empresa", "direccion", "indirizzo", "naam", "bedrijf", "adres", "organisation", "organization", "street", "city", "attn")

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
			return i != 1 || !addressLabels[l.Tokens[0].Fold]
		}
	}
	if len(prev.Box) != 4 || len(l.Box) != 4 {
		return false
	}
	gap := l.Box[1] - (prev.Box[1] + prev.Box[3])
	return gap > 2*max(l.Box[3], prev.Box[3]) || gap < -l.Box[3]
}
