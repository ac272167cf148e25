package amount

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// total says how much a label claims to stand before the sum of all.
type total int

const (
	noTotal   total = iota
	netTotal        // says of another label that it is of a part: net, without tax
	partTotal       // a part of it: subtotal, tax, change
	someTotal       // may be the sum: amount, net
	wholeTotal
	dueTotal // what is to be paid
)

var totalWords = lex.NewPhrases(
	lex.Entry[total]{Class: dueTotal, List: "total due|total amount due|amount due|balance due|amount payable|total payable|total to pay|due payable|grand total|amount to pay|invoice total|total amount|order total|total paid|amount paid|total incl|total including vat|total inc vat|" +
		"gesamtbetrag|rechnungsbetrag|zu zahlen|zu zahlender betrag|zahlbetrag|endbetrag|gesamtsumme|endsumme|rechnungssumme|gesamt brutto|summe brutto|bruttobetrag|" +
		"total ttc|net a payer|montant total|montant ttc|total a payer|montant du|total a pagar|importe total|totale da pagare|importo totale|totale fattura|te betalen|totaal te betalen|totaalbedrag"},
	lex.Entry[total]{Class: netTotal, List: "net|netto|excl|excluding|exkl|exclusive of|before tax|ohne ust|ohne mwst|ohne umsatzsteuer|ohne mehrwertsteuer|hors taxe|hors taxes|sin iva|zonder btw|zuschlage|abschlage|der zuschlage|der abschlage|allowances|charges"},
	lex.Entry[total]{Class: wholeTotal, List: "gross total|total gross|gross amount|bruttosumme|total|summe|gesamt|totale|totaal|insgesamt|brutto"},
	lex.Entry[total]{Class: dueTotal, List: lex.Listed("total due")},
	lex.Entry[total]{Class: wholeTotal, List: lex.Listed("total")},
	lex.Entry[total]{Class: partTotal, List: lex.Listed("part of the total")},
	lex.Entry[total]{Class: someTotal, List: "amount|betrag|montant|importe|importo|bedrag"},
	lex.Entry[total]{Class: partTotal, List: "subtotal|sub total|sous total|zwischensumme|nettobetrag|summe netto|gesamt netto|total ht|montant ht|total net|total excl|total tax|total vat|total tva|total discount|total savings|vat|tax|mwst|ust|tva|iva|btw|change|cash|card|tendered|ruckgeld|gegeben|bar|rabatt|discount|tip|remise|subtotaal|imponibile|shipping|versand"},
)

// IsLabel reports whether token i begins the label of a sum.
func IsLabel(tokens []lex.Token, i int) bool {
	_, _, ok := totalWords.At(tokens, i)
	return ok
}

// Amount is a sum of money as it stands in a line.
type Amount struct {
	page.Span
	Value string
	total total
	money bool // a currency stands next to it
}

// Claimed reports whether a line of the document claims an amount to be the sum of all.
func Claimed(r *page.Reading) bool {
	for _, l := range r.Lines {
		if claim, from, ok := totalOf(l); ok && claim > partTotal {
			if a, ok := amountFor(r, l, from); ok && a.Legible() {
				return true
			}
		}
	}
	return false
}

// totalOf is the claim that a line makes, and the token after it.
func totalOf(l *page.Line) (total, int, bool) {
	if l.WordCount > page.ShortLine {
		return noTotal, 0, false
	}
	claim, from := claimOf(l.Tokens)
	return claim, from, claim != noTotal
}

// claimOf is what tokens claim, and the token after it. A part of the sum next to a word
// for the whole is a part, "Total VAT", and so is all that is net.
func claimOf(tokens []lex.Token) (total, int) {
	best, from := noTotal, 0
	for i := 0; i < len(tokens); {
		claim, next, ok := totalWords.At(tokens, i)
		switch {
		case !ok:
			next = i + 1
		case claim == netTotal, claim == partTotal && best < dueTotal:
			return partTotal, next
		case claim > best:
			best, from = claim, next
		}
		i = next
	}
	return best, from
}

// amountFor is the last amount behind token from, else the one to the right
// of the line, else the one in the line after it.
func amountFor(r *page.Reading, l *page.Line, from int) (Amount, bool) {
	if c, ok := lastAmount(l, from); ok {
		return c, true
	}
	if right := r.RightOf(l); right != nil {
		return lastAmount(right, 0)
	}
	if next := r.After(l); next != nil && l.Row < 0 && next.WordCount <= 1 {
		return lastAmount(next, 0)
	}
	return Amount{}, false
}

// lastAmount is the last amount of the line from token from on.
func lastAmount(l *page.Line, from int) (Amount, bool) {
	var last Amount
	ok := false
	for i := from; i < len(l.Tokens); {
		c, next, is := At(l, i)
		if !is {
			i++
			continue
		}
		last, ok, i = c, true, next
	}
	return last, ok
}

// At returns the amount that starts at token i of a line, and the token behind it: 12.60,
// 1.234,50, 1 234,50
// or, with a currency next to it, 45.
func At(l *page.Line, i int) (Amount, int, bool) {
	t := l.Tokens
	if t[i].Kind != lex.Number || i > 0 && t[i-1].End == t[i].Start && !isCurrency(t[i-1]) && t[i-1].Fold != "-" {
		return Amount{}, i, false
	}
	whole, next := wholePart(t, i)
	value, cents := whole, false
	if next+1 < len(t) && isDecimalMark(t[next]) && adjoins(t, next-1) && adjoins(t, next) &&
		t[next+1].Kind == lex.Number && len(t[next+1].Fold) == 2 {
		value, cents = whole+"."+t[next+1].Fold, true
		next += 2
	}
	if next < len(t) && t[next].Start == t[next-1].End && !endsAmount(t, next) {
		return Amount{}, i, false
	}
	first, end := withCurrency(t, i, next)
	money := first != i || end != next
	if !cents && !money || len(whole) > MaxWhole {
		return Amount{}, i, false
	}
	return Amount{Span: l.SpanOf(first, end), Value: value, money: money}, end, true
}

// MaxWhole is how many digits an amount has at most before the point.
const MaxWhole = 12

// wholePart reads the digits before the decimal point, with or without marks
// between the thousands. next is the token after them.
func wholePart(t []lex.Token, i int) (digits string, next int) {
	var b strings.Builder
	b.WriteString(t[i].Fold)
	next = i + 1
	for len(t[i].Fold) <= 3 && next < len(t) {
		at := next
		if t[at].Kind == lex.Mark && strings.Contains(".,'’", t[at].Fold) && adjoins(t, at-1) && adjoins(t, at) {
			at++
		}
		if at >= len(t) || t[at].Kind != lex.Number || len(t[at].Fold) != 3 || t[at].Start-t[at-1].End > 2 || b.Len() > MaxWhole {
			break
		}
		b.WriteString(t[at].Fold)
		next = at + 1
	}
	digits = strings.TrimLeft(b.String(), "0")
	if digits == "" {
		digits = "0"
	}
	return digits, next
}

// adjoins reports whether token i and the next one touch.
func adjoins(t []lex.Token, i int) bool { return i+1 < len(t) && t[i].End == t[i+1].Start }

// endsAmount reports whether the token right behind an amount does not go on with
// it: a percent sign, a unit or more digits do.
func endsAmount(t []lex.Token, i int) bool {
	if t[i].Kind != lex.Mark {
		return isCurrency(t[i])
	}
	more := i+1 < len(t) && adjoins(t, i) && t[i+1].Kind == lex.Number
	return t[i].Fold != "%" && !more
}

func isDecimalMark(t lex.Token) bool { return t.Kind == lex.Mark && (t.Fold == "." || t.Fold == ",") }

func isCurrency(t lex.Token) bool {
	_, ok := page.CurrencyAt(t)
	return ok
}

// withCurrency takes in the currency before or behind the tokens.
func withCurrency(t []lex.Token, first, next int) (int, int) {
	if next < len(t) && isCurrency(t[next]) && t[next].Start-t[next-1].End <= 1 {
		return first, next + 1
	}
	if first > 0 && isCurrency(t[first-1]) && t[first].Start-t[first-1].End <= 1 {
		return first - 1, next
	}
	return first, next
}
