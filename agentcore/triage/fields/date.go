package fields

import (
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// notOfTheDocument is the doubt about a date that is when something is due.
const notOfTheDocument = "it may not be the day of the document itself"

// upperPart is how far down a page the date of a letter is looked for.
const upperPart = 0.4

// The dates that are believed at all.
const (
	firstYear = 1950
	maxAhead  = 31 * 24 * time.Hour
)

// datePlace is one date as it stands in the document.
type datePlace struct {
	span
	foundDate
	label label
	// believed are the readings that lie in the years that are believed.
	believed []day
	// past says that it cannot lie in the future, as the day of a receipt; timed
	// that a time of day stands beside it; listed that it is one of a list of days.
	past, timed, listed bool
}

// findDate is the day of the document.
func (r *reading) findDate(kind kindFound) plan.Field {
	all, choice := r.dateChoice(kind)
	f, at := choose(r.model(plan.FieldDate, dateModel), all, choice, kind.role)
	var best *dateCandidate
	if at >= 0 {
		best = all[at]
		if f.Doubt = best.doubt(); f.Doubt != "" {
			f.Confidence = min(f.Confidence, doubtedDate)
			f.Candidates[0].Probability = f.Confidence
		}
	}
	weak := best == nil || best.label >= dueLabel || f.Confidence < leastDate
	if photo, ok := r.exifDate(); ok && (weak || kind.value == "" && best.label == noLabel) {
		return photo
	}
	if name, ok := r.nameDate(); ok && weak {
		return name
	}
	switch {
	case best != nil && best.label == foreignLabel:
		return plan.Field{}
	case weak && f.Confidence < leastDate:
		return unsure(f)
	}
	return f
}

// doubtedDate is how likely a day with a doubt is at most: there are two readings of
// it, or it is one of something else.
const doubtedDate = 0.5

// leastDate is the confidence below which no date is proposed, not even to be
// looked at.
const leastDate = 0.3

// mostDates is how many dates of a document are looked at: a statement has many.
const mostDates = 1000

// datePlaces are the dates that the document holds.
func (r *reading) datePlaces(kind kindFound) []datePlace {
	var all []datePlace
	for _, l := range r.lines {
		printed := len(l.dates) > 0 && aboutThePrint(l)
		for n, f := range l.dates {
			c := datePlace{span: l.spanOf(f.first, f.next), foundDate: f}
			if len(all) == mostDates || !c.legible() {
				continue
			}
			if c.label = r.labelOf(l, n); printed {
				c.label = foreignLabel
			}
			c.timed = r.hasTimeNear(c)
			c.past = c.label <= plainLabel && (c.timed || isReceipt(kind))
			c.believed = slices.DeleteFunc(r.believe(f), func(d day) bool { return c.past && r.isAhead(d) })
			if c.label == plainLabel && kind.line == l && l.tokens[0].start == kind.start || namesItself(c, kind) {
				c.label = issuedLabel
			}
			all = append(all, c)
		}
	}
	markList(all)
	return all
}

// minList is from how many different days on without a label they are a list, such
// as that of the bookings of a month.
const minList = 3

// markList marks the dates of a list, with the first of them that stands under the
// head of its column.
func markList(all []datePlace) {
	days := map[day]bool{}
	for _, c := range all {
		if c.label == noLabel && !c.timed && len(c.believed) > 0 {
			days[c.believed[0]] = true
		}
	}
	if len(days) < minList {
		return
	}
	for i := range all {
		c := &all[i]
		underHead := c.label <= otherLabel && c.line.wordCount > 0 && lastLabel(c.line.tokens[:c.first]) == noLabel &&
			i+1 < len(all) && all[i+1].label == noLabel && all[i+1].line.index <= c.line.index+2
		c.listed = c.label == noLabel || underHead
	}
}

// namesItself tells of the line that begins with the kind of the document, its
// number and its day: Angebot Nr. 12 vom 4. März 2026.
func namesItself(c datePlace, kind kindFound) bool {
	l := c.line
	if kind.line != l || c.first == 0 || l.tokens[0].start != kind.start || !referring[l.tokens[c.first-1].fold] {
		return false
	}
	for _, t := range l.tokens[:c.first-1] {
		if t.start >= kind.end && (references[t.fold] || otherDocument[t.fold]) {
			return false
		}
	}
	return c.label <= otherLabel
}

// believe keeps the readings that are not too old and not in the future.
func (r *reading) believe(f foundDate) []day {
	var kept []day
	for _, d := range []day{f.dayFirst, f.monthFirst} {
		if d != (day{}) && r.believable(d) && !slices.Contains(kept, d) {
			kept = append(kept, d)
		}
	}
	return kept
}

func (r *reading) believable(d day) bool {
	late := !r.doc.Today.IsZero() && d.time().After(r.doc.Today.Add(maxAhead))
	return d.year >= firstYear && !late
}

// isAhead reports whether a day lies in the future, wherever the clock stands.
func (r *reading) isAhead(d day) bool {
	return !r.doc.Today.IsZero() && d.time().After(r.doc.Today.Add(24*time.Hour))
}

// isReceipt reports whether a kind is that of a receipt.
func isReceipt(kind kindFound) bool {
	if kind.line == nil {
		return false
	}
	for _, t := range tokenise(kind.value) {
		if receiptWords[t.fold] {
			return true
		}
	}
	return false
}

// receiptWords are in the kinds of papers that are printed when somebody pays.
var receiptWords = set("receipt", "kassenbon", "kassenbeleg", "kassenzettel", "quittung", "recu", "scontrino", "ricevuta", "kassabon")

// timeReach is how many tokens may stand between a time of day and its date.
const timeReach = 5

// hasTimeNear reports whether a time of day stands near a date: 08:12, on its line
// or in the cell to its left or right.
func (r *reading) hasTimeNear(c datePlace) bool {
	tokens := c.line.tokens
	if hasTime(tokens[c.next:min(len(tokens), c.next+timeReach+3)]) || hasTime(tokens[max(0, c.first-timeReach-3):c.first]) {
		return true
	}
	for _, cell := range []*line{r.leftOf(c.line), r.rightOf(c.line)} {
		if cell != nil && len(cell.tokens) <= maxHeader && len(cell.dates) == 0 && hasTime(cell.tokens) {
			return true
		}
	}
	return false
}

func hasTime(tokens []token) bool {
	for i := range len(tokens) - 2 {
		h, m := tokens[i], tokens[i+2]
		if h.kind == number && len(h.fold) <= 2 && tokens[i+1].fold == ":" && m.kind == number && len(m.fold) == 2 && m.fold < "60" {
			return true
		}
	}
	return false
}
