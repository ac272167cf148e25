package fields

import "strings"

// How many tokens may stand between a label and its date.
const (
	goodReach = 6
	badReach  = 12
)

// labelOf says what the n-th date of the line is, by the words around it.
func (r *reading) labelOf(l *line, n int) label {
	f := l.dates[n]
	if inPeriod(l, n) {
		return foreignLabel
	}
	if isSubject(l) {
		return otherLabel // the day of what the letter is about
	}
	from := 0
	if n > 0 {
		from = l.dates[n-1].next
	}
	before := l.tokens[from:f.first]
	if lab := lastLabel(before); lab != noLabel {
		return lab
	}
	if countWords(before)-weekdaysIn(before) <= 1 {
		if lab := r.labelNearby(l, n); lab != noLabel {
			return lab
		}
	}
	if isPlace(before) {
		return plainLabel
	}
	return kindLabel(before)
}

// isPlace tells of the place that letters name before their date: "Leipzig, ".
func isPlace(before []token) bool {
	n := len(before)
	return n >= 2 && n <= 4 && before[n-1].fold == "," && countWords(before) == n-1
}

// lastLabel is the label that ends nearest to the end of the tokens. A small word
// behind a whole label, and a label that goes on with another one, is a part of
// it: "date limite de paiement le", "payment due date".
func lastLabel(before []token) label {
	last, end := noLabel, -1
	for i := max(0, len(before)-badReach-4); i < len(before); {
		lab, next, ok := labelAt(before, i)
		if !ok {
			i++
			continue
		}
		gap := len(before) - next
		close := gap <= goodReach || lab >= dueLabel && gap <= badReach
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
			lab = issuedLabel
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
func pairedWith(before []token, i, end int, last label) bool {
	if i < 2 || !pairMarks[before[i-1].fold] {
		return false
	}
	if end == i-1 {
		return last == issuedLabel
	}
	if i < 3 || before[i-2].fold != "-" || before[i-3].kind != word {
		return false
	}
	return compoundLabel(before[i-3].fold+"datum") == issuedLabel
}

// labelAt is the label at token i: one of the table, or a compound that ends in
// datum, such as Beleg-Datum. What stands around a word for a date can make it the
// date of something else.
func labelAt(tokens []token, i int) (label, int, bool) {
	t := tokens[i]
	if t.kind != word {
		return noLabel, i, false
	}
	if i+2 < len(tokens) && isJoint(tokens[i+1]) && tokens[i+2].fold == "datum" {
		return compoundLabel(t.fold + "datum"), i + 3, true
	}
	lab, next, ok := dateLabels.at(tokens, i)
	switch {
	case !ok && len(t.fold) > len("datum") && strings.HasSuffix(t.fold, "datum"):
		return compoundLabel(t.fold), i + 1, true
	case !ok:
		return noLabel, i, false
	case lab > plainLabel:
		return lab, next, true
	}
	if next < len(tokens) && otherDocument[tokens[next].fold] {
		return otherLabel, next + 1, true
	}
	if i > 0 && (dateWord[t.fold] && otherDates[tokens[i-1].fold] || !dateWord[t.fold] && otherDocument[tokens[i-1].fold]) {
		return otherLabel, next, true
	}
	if end, is := dateOfMatter(tokens, i, next); is {
		return otherLabel, end, true
	}
	return lab, next, true
}

// compoundLabel is what a German or Dutch compound that ends in datum names: what
// is not in the table is the day of the matter, such as Lieferscheindatum.
func compoundLabel(compound string) label {
	lab, _, ok := dateLabels.at([]token{{kind: word, fold: compound}}, 0)
	switch {
	case ok:
		return lab
	case strings.HasSuffix(compound, "rechnungsdatum"):
		return issuedLabel
	}
	return otherLabel
}

// dateOfMatter tells of the date of something that is no document, by the tokens
// from i up to next, a word for a date: date of arrival.
func dateOfMatter(tokens []token, i, next int) (int, bool) {
	if next != i+1 || !dateWord[tokens[i].fold] || next+1 >= len(tokens) || !ofWords[tokens[next].fold] {
		return next, false
	}
	of := next + 1
	for of < len(tokens) && (tokens[of].kind == mark || ofWords[tokens[of].fold]) {
		of++
	}
	if of >= len(tokens) || tokens[of].kind != word {
		return next, false
	}
	_, _, isKind := kindAt(tokens, of)
	_, _, isLabel := dateLabels.at(tokens, of)
	return of + 1, !isKind && !isLabel
}

// maxLead is how many words stand before a small word that labels a date, unless
// they name the document.
const maxLead = 3

// ofSentence is what the words before a small word make of the date behind it: the
// day of another document that they name, or one in a sentence.
func ofSentence(lead []token, small token) label {
	if !referring[small.fold] {
		return noLabel
	}
	named := !weakReferring[small.fold] && countWords(lead) <= maxLead
	for i, t := range lead {
		if thisWords[t.fold] {
			return noLabel
		}
		if otherDocument[t.fold] || references[t.fold] {
			return otherLabel
		}
		_, _, isKind := kindAt(lead, i)
		named = named || isKind || numberSigns[t.fold]
	}
	if !named {
		return otherLabel
	}
	return noLabel
}

func isLoose(tokens []token, i, next int) bool {
	return next == i+1 && looseLabels[tokens[i].fold] && (next >= len(tokens) || tokens[next].fold != ":")
}

// labelNearby looks for the label where forms put it when it is not on the
// line: to the left, or above, the n-th label over the n-th date.
func (r *reading) labelNearby(l *line, n int) label {
	if left := r.leftOf(l); left != nil && len(left.dates) == 0 {
		if lab := lastLabel(left.tokens); lab != noLabel {
			return lab
		}
	}
	above := r.labelLine(l)
	if above == nil || len(above.dates) > 0 || len(above.tokens) > maxHeader {
		return noLabel
	}
	labels := allLabels(above.tokens)
	if len(labels) >= len(l.dates) && n < len(labels) {
		return labels[n]
	}
	return noLabel
}

// maxStack is how many lines a column of labels or of values has at most.
const maxStack = 8

// labelLine is the line that labels l: the one above it, or, where a column
// of labels is followed by a column of as many values, the one of its rank.
func (r *reading) labelLine(l *line) *line {
	values := r.stack(l.index-1, -1, isValueLine)
	labels := r.stack(l.index-values-1, -1, isLabelLine)
	below := r.stack(l.index+1, 1, isValueLine)
	if labels > 1 && labels == values+1+below {
		return r.lines[l.index-labels]
	}
	if values == 0 && labels <= 1 {
		return r.before(l)
	}
	return nil
}

// stack is how many lines in a row, from index i on, are as is says.
func (r *reading) stack(i, step int, is func(*line) bool) int {
	n := 0
	for n < maxStack && i >= 0 && i < len(r.lines) && is(r.lines[i]) {
		n++
		i += step
	}
	return n
}

// isValueLine tells of a line with nothing but a date, a number or a sum.
func isValueLine(l *line) bool {
	return hasNumber(l.tokens) && (l.wordCount <= 1 || len(l.dates) == 1 && l.wordCount <= 2)
}

// isLabelLine tells of a line with nothing but a label.
func isLabelLine(l *line) bool {
	if l.wordCount == 0 || l.wordCount > maxHeader/4 || hasNumber(l.tokens) {
		return false
	}
	if _, _, ok := labelAt(l.tokens, 0); ok {
		return true
	}
	_, next, ok := numberLabels.at(l.tokens, 0)
	return ok && (next > 1 || isNumberWord(l.tokens[0].fold))
}

// maxHeader is how many tokens the head of a table has at most.
const maxHeader = 24

func allLabels(tokens []token) []label {
	var labels []label
	for i := 0; i < len(tokens); {
		lab, next, ok := labelAt(tokens, i)
		if !ok {
			i++
			continue
		}
		if !isLoose(tokens, i, next) {
			labels = append(labels, lab)
		}
		i = next
	}
	return labels
}

// kindLabel takes the kind of a document right before a date for its label:
// "Minutes, 9 February 2026".
func kindLabel(before []token) label {
	end := len(before)
	for end > 0 && before[end-1].kind == mark {
		end--
	}
	for i := max(0, end-4); i < end; i++ {
		if _, next, ok := kindWords.at(before, i); ok && next == end {
			return plainLabel
		}
	}
	return noLabel
}

// aboutThePrint tells of a line at the foot of a page: Page 2 of 3, printed.
func aboutThePrint(l *line) bool {
	for i := range l.tokens {
		switch l.tokens[i].fold {
		case "page", "seite", "pagina":
			if i+1 < len(l.tokens) && l.tokens[i+1].kind == number {
				return true
			}
		case "printed", "gedruckt", "imprime", "druckdatum":
			return true
		}
	}
	return false
}

func weekdaysIn(tokens []token) int {
	n := 0
	for _, t := range tokens {
		if t.kind == word && weekdays[t.fold] {
			n++
		}
	}
	return n
}

// weekdays stand before a date and tell nothing of it.
var weekdays = set("mon", "monday", "tue", "tuesday", "wed", "wednesday", "thu", "thursday", "fri", "friday", "sat", "saturday", "sun", "sunday",
	"mo", "montag", "di", "dienstag", "mi", "mittwoch", "do", "donnerstag", "fr", "freitag", "sa", "samstag", "so", "sonntag",
	"lun", "lundi", "mar", "mardi", "mer", "mercredi", "jeu", "jeudi", "ven", "vendredi", "sam", "samedi", "dim", "dimanche",
	"lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo", "st", "th")
