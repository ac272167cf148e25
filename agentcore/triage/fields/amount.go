package fields

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// total says how much a label claims to stand before the sum of all.
type total int

const (
	noTotal   total = iota
	partTotal       // a part of it: subtotal, tax, change
	someTotal       // may be the sum: amount, net
	wholeTotal
	dueTotal // what is to be paid
)

var totalWords = newPhrases(
	entry[total]{dueTotal, "total due|total amount due|amount due|balance due|amount payable|total payable|total to pay|grand total|amount to pay|invoice total|total amount|order total|total paid|amount paid|total incl|total including vat|total inc vat|" +
		"gesamtbetrag|rechnungsbetrag|zu zahlen|zu zahlender betrag|zahlbetrag|endbetrag|gesamtsumme|endsumme|rechnungssumme|gesamt brutto|summe brutto|bruttobetrag|" +
		"total ttc|net a payer|montant total|montant ttc|total a payer|montant du|total a pagar|importe total|totale da pagare|importo totale|totale fattura|te betalen|totaal te betalen|totaalbedrag"},
	entry[total]{wholeTotal, "total|summe|gesamt|totale|totaal|insgesamt|brutto"},
	entry[total]{someTotal, "amount|betrag|montant|importe|importo|bedrag"},
	entry[total]{partTotal, "subtotal|sub total|sous total|zwischensumme|nettobetrag|netto|summe netto|gesamt netto|total ht|montant ht|total net|total excl|total tax|total vat|total tva|total discount|total savings|vat|tax|mwst|ust|tva|iva|btw|change|cash|card|tendered|ruckgeld|gegeben|bar|rabatt|discount|tip|remise|subtotaal|imponibile|shipping|versand"},
)

// How far an amount is believed.
const (
	dueAmount   = 0.92
	wholeAmount = 0.85
	someAmount  = 0.5
	bareFactor  = 0.95 // no currency beside it
)

// amountCandidate is an amount with its claim.
type amountCandidate struct {
	span
	value string
	total total
	money bool // a currency stands beside it
}

// findAmount is the sum of all, the last one that is claimed most.
func (r *reading) findAmount() (plan.Field, bool) {
	var best amountCandidate
	for _, l := range r.lines {
		claim, from, ok := totalOf(l)
		if !ok || claim <= partTotal || claim < best.total {
			continue
		}
		if c, ok := r.amountFor(l, from); ok && c.legible() {
			c.total = claim
			best = c
		}
	}
	if best.total == noTotal {
		return plan.Field{}, false
	}
	return plan.Field{
		Value: best.value, Evidence: best.evidence(),
		Confidence: best.weighed(best.score()),
	}, true
}

func (c amountCandidate) score() float64 {
	score := map[total]float64{dueTotal: dueAmount, wholeTotal: wholeAmount, someTotal: someAmount}[c.total]
	if !c.money {
		score *= bareFactor
	}
	return score
}

// totalOf is the claim that a line makes, and the token after it. A part of
// the sum beside a word for the whole is a part: "Total VAT".
func totalOf(l *line) (total, int, bool) {
	if l.wordCount > shortLine {
		return noTotal, 0, false
	}
	best, from := noTotal, 0
	for i := 0; i < len(l.tokens); {
		claim, next, ok := totalWords.at(l.tokens, i)
		if !ok {
			i++
			continue
		}
		if claim == partTotal && best < dueTotal {
			return partTotal, next, true
		}
		if claim > best {
			best, from = claim, next
		}
		i = next
	}
	return best, from, best != noTotal
}

// amountFor is the last amount behind token from, else the one to the right
// of the line, else the one in the line after it.
func (r *reading) amountFor(l *line, from int) (amountCandidate, bool) {
	if c, ok := lastAmount(l, from); ok {
		return c, true
	}
	if right := r.rightOf(l); right != nil {
		return lastAmount(right, 0)
	}
	if next := r.after(l); next != nil && l.row < 0 && next.wordCount <= 1 {
		return lastAmount(next, 0)
	}
	return amountCandidate{}, false
}

// lastAmount is the last amount of the line from token from on.
func lastAmount(l *line, from int) (amountCandidate, bool) {
	var last amountCandidate
	ok := false
	for i := from; i < len(l.tokens); {
		c, next, is := amountAt(l, i)
		if !is {
			i++
			continue
		}
		last, ok, i = c, true, next
	}
	return last, ok
}

// amountAt reads the amount that starts at token i: 12.60, 1.234,50, 1 234,50
// or, with a currency beside it, 45.
func amountAt(l *line, i int) (amountCandidate, int, bool) {
	t := l.tokens
	if t[i].kind != number || i > 0 && t[i-1].end == t[i].start && !isCurrency(t[i-1]) && t[i-1].fold != "-" {
		return amountCandidate{}, i, false
	}
	whole, next := wholePart(t, i)
	value, cents := whole, false
	if next+1 < len(t) && isDecimalMark(t[next]) && adjoins(t, next-1) && adjoins(t, next) &&
		t[next+1].kind == number && len(t[next+1].fold) == 2 {
		value, cents = whole+"."+t[next+1].fold, true
		next += 2
	}
	if next < len(t) && t[next].start == t[next-1].end && !endsAmount(t, next) {
		return amountCandidate{}, i, false
	}
	first, end := withCurrency(t, i, next)
	money := first != i || end != next
	if !cents && !money || len(whole) > maxWhole {
		return amountCandidate{}, i, false
	}
	return amountCandidate{span: l.spanOf(first, end), value: value, money: money}, end, true
}

// maxWhole is how many digits an amount has at most before the point.
const maxWhole = 12

// wholePart reads the digits before the decimal point, with or without marks
// between the thousands. next is the token after them.
func wholePart(t []token, i int) (digits string, next int) {
	var b strings.Builder
	b.WriteString(t[i].fold)
	next = i + 1
	for len(t[i].fold) <= 3 && next < len(t) {
		at := next
		if t[at].kind == mark && strings.Contains(".,'’", t[at].fold) && adjoins(t, at-1) && adjoins(t, at) {
			at++
		}
		if at >= len(t) || t[at].kind != number || len(t[at].fold) != 3 || t[at].start-t[at-1].end > 2 || b.Len() > maxWhole {
			break
		}
		b.WriteString(t[at].fold)
		next = at + 1
	}
	digits = strings.TrimLeft(b.String(), "0")
	if digits == "" {
		digits = "0"
	}
	return digits, next
}

// adjoins tells that token i and the next one touch.
func adjoins(t []token, i int) bool { return i+1 < len(t) && t[i].end == t[i+1].start }

// endsAmount tells that the token right behind an amount does not go on with
// it: a percent sign, a unit or more digits do.
func endsAmount(t []token, i int) bool {
	if t[i].kind != mark {
		return isCurrency(t[i])
	}
	more := i+1 < len(t) && adjoins(t, i) && t[i+1].kind == number
	return t[i].fold != "%" && !more
}

func isDecimalMark(t token) bool { return t.kind == mark && (t.fold == "." || t.fold == ",") }

func isCurrency(t token) bool {
	_, ok := currencySigns[t.fold]
	return ok
}

// withCurrency takes in the currency before or behind the tokens.
func withCurrency(t []token, first, next int) (int, int) {
	if next < len(t) && isCurrency(t[next]) && t[next].start-t[next-1].end <= 1 {
		return first, next + 1
	}
	if first > 0 && isCurrency(t[first-1]) && t[first].start-t[first-1].end <= 1 {
		return first - 1, next
	}
	return first, next
}
