package label

import (
	"math"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// How many tokens may stand between a label and its date.
const (
	goodReach = 6
	badReach  = 12
)

// labelOf says what the n-th date of the line is, by the words around it.
func OfDate(r *page.Reading, l *page.Line, n int) Date {
	f := l.Dates[n]
	if page.InPeriod(l, n) {
		return Foreign
	}
	if IsSubject(l) {
		return Other // the day of what the letter is about
	}
	from := 0
	if n > 0 {
		from = l.Dates[n-1].Next
	}
	before := l.Tokens[from:f.First]
	lab := LastDate(before)
	if lab == Plain && n == 0 && f.First == 1 && Referring[before[0].Fold] && namesAnother(r, l) {
		return Other
	}
	if lab != None {
		return lab
	}
	if lex.CountWords(before)-weekdaysIn(before) <= 1 {
		if lab := labelNearby(r, l, n); lab != None {
			return lab
		}
	}
	if isPlace(before) {
		return Plain
	}
	return kindLabel(before)
}

// namesAnother reports whether the line above l, which goes on in it, names a document
// that this one refers to: "zu Rechnung 4711".
func namesAnother(r *page.Reading, l *page.Line) bool {
	above := r.Over(l)
	if above == nil {
		above = r.Before(l)
	}
	return above != nil && len(above.Dates) == 0 && len(above.Tokens) > 1 && (References[above.Tokens[0].Fold] || possessives[above.Tokens[0].Fold])
}

// placeWords is how many words a place has at most, with those that lead to it.
const placeWords = 6

// isPlace tells of the place that letters name before their date: "Leipzig, ", "Fait à
// Saint-Aubin-des-Bois, le ".
func isPlace(before []lex.Token) bool {
	n := len(before)
	if n > 2 && beforeDays[before[n-1].Fold] {
		n-- // "Leipzig, den "
	}
	if n < 2 || before[n-1].Fold != "," || before[0].Kind != lex.Word {
		return false
	}
	words := lex.CountWords(before[:n])
	signed := signing[before[0].Fold]
	marks := 0
	for _, t := range before[:n-1] {
		if t.Kind == lex.Mark && t.Fold != "-" || t.Kind == lex.Number {
			marks++
		}
	}
	return words <= placeWords && marks == 0 && (words <= 3 || signed || slices.ContainsFunc(before[:n], func(t lex.Token) bool { return t.Fold == "-" }))
}

// IsPlaced reports whether the n-th date of a line stands behind a place, with nothing
// behind it, as where a letter or a certificate was signed.
func IsPlaced(l *page.Line, n int) bool {
	f := l.Dates[n]
	return n == 0 && isPlace(l.Tokens[:f.First]) && lex.CountWords(l.Tokens[f.Next:]) == 0
}

// signing begin the line above a signature: "Hecho por duplicado en Madrid, el ".
var signing = lex.Set("signed", "done", "given", "executed", "geschehen", "gegeben", "ausgefertigt", "fait", "signe", "hecho", "firmado", "dado", "expedido",
	"fatto", "letto", "redatto", "opgemaakt", "gedaan", "getekend", "feito", "assinado", "sporzadzono")

// beforeDays stand between a place and a day, and between a day of the week and one.
var beforeDays = lex.Set("den", "am", "le", "il", "li", "a", "el", "the", "dnia", "em", "op", "im")

// LastDate is the label that ends nearest to the end of the tokens. A small word
// behind a whole label, and a label that goes on with another one, is a part of
// it: "date limite de paiement le", "payment due date".
func LastDate(before []lex.Token) Date {
	last, end := None, -1
	for i := max(0, len(before)-badReach-4); i < len(before); {
		lab, next, ok := DateAt(before, i)
		if !ok {
			i++
			continue
		}
		gap := len(before) - next
		close := gap <= goodReach || lab >= Due && gap <= badReach
		loose := isLoose(before, i, next)
		if loose {
			close = gap == 0
			lab = max(lab, ofSentence(before[:i], before[i]))
		}
		switch {
		case !close:
		case loose || i == end:
			lab = max(lab, last)
		case pairedWith(before, i, end, last):
			lab = Issued
		}
		if close {
			last, end = lab, next
		}
		i = next
	}
	return last
}

// pairedWith reports whether the label at token i shares its date with that of the
// document: with the label that ends at end, or with the first half of a word, as
// in Rechnungs- und Lieferdatum.
func pairedWith(before []lex.Token, i, end int, last Date) bool {
	if i < 2 || !pairMarks[before[i-1].Fold] {
		return false
	}
	if end == i-1 {
		return last == Issued
	}
	if i < 3 || before[i-2].Fold != "-" || before[i-3].Kind != lex.Word {
		return false
	}
	return compoundLabel(before[i-3].Fold+"datum") == Issued
}

// DateAt is the label at token i: one of the table, or a compound that ends in
// datum, such as Beleg-Datum. What stands around a word for a date can make it the
// date of something else.
func DateAt(tokens []lex.Token, i int) (Date, int, bool) {
	t := tokens[i]
	if t.Kind != lex.Word {
		return None, i, false
	}
	if i+2 < len(tokens) && lex.IsJoint(tokens[i+1]) && tokens[i+2].Fold == "datum" {
		return compoundLabel(t.Fold + "datum"), i + 3, true
	}
	lab, next, ok := dateLabels.At(tokens, i)
	switch {
	case !ok && len(t.Fold) > len("datum") && strings.HasSuffix(t.Fold, "datum"):
		return compoundLabel(t.Fold), i + 1, true
	case !ok:
		return None, i, false
	case lab > Plain:
		return lab, next, true
	}
	if next < len(tokens) && OtherDocument[tokens[next].Fold] {
		return Other, next + 1, true
	}
	if i > 0 && (dateWord[t.Fold] && otherDates[tokens[i-1].Fold] || !dateWord[t.Fold] && OtherDocument[tokens[i-1].Fold]) {
		return Other, next, true
	}
	if end, is := dateOfMatter(tokens, i, next); is {
		return Other, end, true
	}
	if end, is := dateOfAnother(tokens, i, next); is {
		return Other, end, true
	}
	return lab, next, true
}

// dateOfAnother tells of the date of a document that is no kind of its own, by the
// tokens from i up to next, a label that names a document: Rechnungsdatum der
// Vorrechnung.
func dateOfAnother(tokens []lex.Token, i, next int) (int, bool) {
	word := tokens[next-1].Fold
	if next+1 >= len(tokens) || !Genitives[tokens[next].Fold] || tokens[next+1].Kind != lex.Word || !dateWord[tokens[i].Fold] && !dateWord[word] && !strings.HasSuffix(word, "datum") {
		return next, false
	}
	_, _, isKind := page.KindWords.At(tokens, next+1)
	return next + 2, !isKind && !Genitives[tokens[next+1].Fold] && !ofWords[tokens[next+1].Fold]
}

// compoundLabel is what a German or Dutch compound that ends in datum names: what
// is not in the table is the day of the matter, such as Lieferscheindatum.
func compoundLabel(compound string) Date {
	lab, _, ok := dateLabels.At([]lex.Token{{Kind: lex.Word, Fold: compound}}, 0)
	switch {
	case ok:
		return lab
	case strings.HasSuffix(compound, "rechnungsdatum"):
		return Issued
	}
	return Other
}

// dateOfMatter tells of the date of something that is no document, by the tokens
// from i up to next, a word for a date: date of arrival.
func dateOfMatter(tokens []lex.Token, i, next int) (int, bool) {
	if next != i+1 || !dateWord[tokens[i].Fold] || next+1 >= len(tokens) || !ofWords[tokens[next].Fold] {
		return next, false
	}
	of := next + 1
	for of < len(tokens) && (tokens[of].Kind == lex.Mark || ofWords[tokens[of].Fold]) {
		of++
	}
	if of >= len(tokens) || tokens[of].Kind != lex.Word {
		return next, false
	}
	_, _, isKind := page.KindAt(tokens, of)
	_, _, isLabel := dateLabels.At(tokens, of)
	return of + 1, !isKind && !isLabel
}

// maxLead is how many words stand before a small word that labels a date, unless
// they name the document.
const maxLead = 3

// ofSentence is what the words before a small word make of the date behind it: the
// day of another document that they name, or one in a sentence.
func ofSentence(lead []lex.Token, small lex.Token) Date {
	if !Referring[small.Fold] {
		return None
	}
	named := !weakReferring[small.Fold] && lex.CountWords(lead) <= maxLead
	for i, t := range lead {
		if thisWords[t.Fold] {
			return None
		}
		if OtherDocument[t.Fold] || References[t.Fold] {
			return Other
		}
		_, _, isKind := page.KindAt(lead, i)
		named = named || isKind || NumberSigns[t.Fold] && lex.CountWords(lead) <= page.ShortLine
	}
	if !named {
		return Other
	}
	return None
}

func isLoose(tokens []lex.Token, i, next int) bool {
	return next == i+1 && looseLabels[tokens[i].Fold] && (next >= len(tokens) || tokens[next].Fold != ":")
}

// labelNearby looks for the label where forms put it when it is not on the
// line: to the left, or above, the n-th label over the n-th date.
func labelNearby(r *page.Reading, l *page.Line, n int) Date {
	if left := r.LeftOf(l); left != nil && len(left.Dates) == 0 {
		if lab := LastDate(left.Tokens); lab != None {
			return lab
		}
	}
	if over := r.Over(l); over != nil && len(over.Dates) == 0 && l.Dates[n].First == 0 {
		if labels := allLabels(over); len(labels) == 1 && over.WordCount <= maxHead {
			return labels[0].label
		}
	}
	above := labelLine(r, l)
	if above == nil || len(above.Dates) > 0 || len(above.Tokens) > maxHeader {
		return None
	}
	labels := allLabels(above)
	if len(labels) < len(l.Dates) || n >= len(labels) {
		return None
	}
	if at, ok := columnOf(l.SpanOf(l.Dates[n].First, l.Dates[n].Next).Box(), labels); ok && len(labels) > len(l.Dates) {
		return labels[at].label // a cell of the row may be empty
	}
	return labels[n].label
}

// placed is a label and where it stands; the box is nil in plain text.
type placed struct {
	label Date
	box   []float64
}

// columnOf is which of the labels heads the column that box stands in: the one of
// which an edge is the closest to the same edge of the box.
func columnOf(box []float64, labels []placed) (int, bool) {
	best, least := -1, 0.0
	for i, p := range labels {
		if len(box) != 4 || len(p.box) != 4 {
			return 0, false
		}
		if i > 0 && slices.Equal(p.box, labels[i-1].box) {
			return 0, false // no word of the line has a place of its own
		}
		left := box[0] - p.box[0]
		right := left + box[2] - p.box[2]
		if d := min(math.Abs(left), math.Abs(right)); best < 0 || d < least {
			best, least = i, d
		}
	}
	return best, best >= 0
}

// maxStack is how many lines a column of labels or of values has at most.
const maxStack = 8

// labelLine is the line that labels l: the one above it, or, where a column
// of labels is followed by a column of as many values, the one of its rank.
func labelLine(r *page.Reading, l *page.Line) *page.Line {
	values := stack(r, l.Index-1, -1, isValueLine)
	labels := stack(r, l.Index-values-1, -1, isLabelLine)
	below := stack(r, l.Index+1, 1, isValueLine)
	if labels > 1 && labels == values+1+below {
		return r.Lines[l.Index-labels]
	}
	if values == 0 && labels <= 1 {
		return r.Before(l)
	}
	return nil
}

// stack is how many lines in a row, from index i on, are as is says.
func stack(r *page.Reading, i, step int, is func(*page.Line) bool) int {
	n := 0
	for n < maxStack && i >= 0 && i < len(r.Lines) && is(r.Lines[i]) {
		n++
		i += step
	}
	return n
}

// isValueLine tells of a line with nothing but a date, a number or a sum.
func isValueLine(l *page.Line) bool {
	return lex.HasNumber(l.Tokens) && (l.WordCount <= 1 || len(l.Dates) == 1 && l.WordCount <= 2)
}

// isLabelLine tells of a line with nothing but a label.
func isLabelLine(l *page.Line) bool {
	if l.WordCount == 0 || l.WordCount > maxHeader/4 || lex.HasNumber(l.Tokens) {
		return false
	}
	if _, _, ok := DateAt(l.Tokens, 0); ok {
		return true
	}
	_, next, ok := Numbers.At(l.Tokens, 0)
	return ok && (next > 1 || IsNumberWord(l.Tokens[0].Fold))
}

// maxHead is how many words the head of one column has at most.
const maxHead = 4

// maxHeader is how many tokens the head of a table has at most.
const maxHeader = 24

// HasForeign reports whether a line has the label of a day that is not the document's: of
// a birth, of a period.
func HasForeign(l *page.Line) bool {
	return slices.ContainsFunc(allLabels(l), func(p placed) bool { return p.label == Foreign })
}

func allLabels(l *page.Line) []placed {
	tokens := l.Tokens
	var labels []placed
	for i := 0; i < len(tokens); {
		lab, next, ok := DateAt(tokens, i)
		if !ok {
			i++
			continue
		}
		if !isLoose(tokens, i, next) {
			labels = append(labels, placed{lab, l.SpanOf(i, next).Box()})
		}
		i = next
	}
	return labels
}

// kindLabel takes the kind of a document right before a date for its label:
// "Minutes, 9 February 2026".
func kindLabel(before []lex.Token) Date {
	end := len(before)
	for end > 0 && before[end-1].Kind == lex.Mark {
		end--
	}
	for i := max(0, end-4); i < end; i++ {
		if _, next, ok := page.KindWords.At(before, i); ok && next == end {
			if i > 0 && OtherDocument[before[i-1].Fold] {
				return Other
			}
			return Plain
		}
	}
	return None
}

// AboutThePrint tells of a line at the foot of a page: Page 2 of 3, printed.
func AboutThePrint(l *page.Line) bool {
	for i := range l.Tokens {
		switch l.Tokens[i].Fold {
		case "page", "seite", "pagina":
			if i+1 < len(l.Tokens) && l.Tokens[i+1].Kind == lex.Number {
				return true
			}
		case "printed", "gedruckt", "imprime", "druckdatum":
			return true
		}
	}
	return false
}

func weekdaysIn(tokens []lex.Token) int {
	n := 0
	for _, t := range tokens {
		if t.Kind == lex.Word && weekdays[t.Fold] {
			n++
		}
	}
	return n
}

// weekdays stand before a date and tell nothing of it.
var weekdays = lex.Set("mon", "monday", "tue", "tuesday", "wed", "wednesday", "thu", "thursday", "fri", "friday", "sat", "saturday", "sun", "sunday",
	"mo", "montag", "di", "dienstag", "mi", "mittwoch", "do", "donnerstag", "fr", "freitag", "sa", "samstag", "so", "sonntag",
	"lun", "lundi", "mar", "mardi", "mer", "mercredi", "jeu", "jeudi", "ven", "vendredi", "sam", "samedi", "dim", "dimanche",
	"lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo", "st", "th")
