package fields

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

// lastLabel is the label that ends nearest to the end of the tokens.
func lastLabel(before []token) label {
	last := noLabel
	for i := max(0, len(before)-badReach-4); i < len(before); {
		lab, next, ok := labelAt(before, i)
		if !ok {
			i++
			continue
		}
		gap := len(before) - next
		near := gap <= goodReach || lab >= dueLabel && gap <= badReach
		if isLoose(before, i, next) {
			near = gap == 0
		}
		if near {
			last = lab
		}
		i = next
	}
	return last
}

// labelAt is the label at token i: one of the table, or a German compound
// that ends in datum.
func labelAt(tokens []token, i int) (label, int, bool) {
	if lab, next, ok := dateLabels.at(tokens, i); ok {
		return lab, next, true
	}
	t := tokens[i]
	if t.kind == word && len(t.fold) > len("datum") && t.fold[len(t.fold)-len("datum"):] == "datum" {
		return plainLabel, i + 1, true
	}
	return noLabel, i, false
}

// looseLabels are small words that are a label only right before the date.
var looseLabels = set("den", "le", "vom", "data", "from", "since", "until", "bis", "seit", "due", "return", "delivery",
	"departure", "issued", "signed", "stand", "period", "starting", "hasta", "termin", "geb", "born")

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
