package fields

import (
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// How far a date is believed, by what stands before it.
const (
	issuedScore  = 0.95
	plainScore   = 0.9
	colonBonus   = 0.03 // the label is one of a form: "Date:"
	topScore     = 0.75 // no label, in the upper part of the first page
	bareScore    = 0.62 // no label, further down or in a sentence
	listedScore  = 0.5  // no label, one of a list of days
	bareMost     = 0.78 // what an unlabelled date has at most, unless a till printed it
	otherScore   = 0.6
	laterScore   = 0.45 // no label, on a page after the first
	dueScore     = 0.35
	agreeBonus   = 0.1  // the same day stands there twice
	tillScore    = 0.87 // no label, on a photo or scan with a time of day beside it, as tills print it
	timeBonus    = 0.05 // a time of day beside it anywhere else
	rivalPenalty = 0.15 // another day has the same claim
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

// dateCandidate is one date of the document with its claim.
type dateCandidate struct {
	span
	foundDate
	label label
	score float64
	// believed are the readings that lie in the years that are believed.
	believed []day
	// past says that it cannot lie in the future, as the day of a receipt.
	past  bool
	value day
	doubt string
}

// findDate is the day of the document.
func (r *reading) findDate(kind kindFound) (plan.Field, bool) {
	all := r.dateCandidates(kind)
	settler := r.newSettler(all)
	for i := range all {
		settler.settle(&all[i])
	}
	best, ok := bestDate(all)
	photo, isPhoto := r.exifDate()
	weak := !ok || best.label == dueLabel
	if isPhoto && (weak || kind.value == "" && best.label == noLabel) {
		return photo, true
	}
	if name, has := r.nameDate(); has && weak {
		return name, true
	}
	if !ok {
		return plan.Field{}, false
	}
	return plan.Field{
		Value: best.value.String(), Evidence: best.evidence(),
		Confidence: best.weighed(best.score), Doubt: best.doubt,
	}, true
}

// dateCandidates are the dates that could be the document's.
func (r *reading) dateCandidates(kind kindFound) []dateCandidate {
	var all []dateCandidate
	for _, l := range r.lines {
		printed := len(l.dates) > 0 && aboutThePrint(l)
		for n, f := range l.dates {
			c := dateCandidate{span: l.spanOf(f.first, f.next), foundDate: f}
			if !c.legible() {
				continue
			}
			if c.label = r.labelOf(l, n); printed {
				c.label = foreignLabel
			}
			c.past = c.label <= plainLabel && (r.hasTimeNear(c) || isReceipt(kind))
			c.believed = slices.DeleteFunc(r.believe(f), func(d day) bool { return c.past && r.isAhead(d) })
			c.score = r.dateScore(c)
			if c.label == plainLabel && kind.line == l && l.tokens[0].start == kind.start || namesItself(c, kind) {
				c.label, c.score = issuedLabel, issuedScore
			}
			all = append(all, c)
		}
	}
	weakenList(all)
	return all
}

// minList is from how many different days on without a label they are a list, such
// as that of the bookings of a month.
const minList = 3

// weakenList takes the dates of a list for what they are, with the first of them
// that stands under the head of its column.
func weakenList(all []dateCandidate) {
	days := map[day]bool{}
	for _, c := range all {
		if c.label == noLabel && c.score < tillScore && len(c.believed) > 0 {
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
		if c.label == noLabel || underHead {
			c.score = min(c.score, listedScore)
		}
	}
}

// namesItself tells of the line that begins with the kind of the document, its
// number and its day: Angebot Nr. 12 vom 4. März 2026.
func namesItself(c dateCandidate, kind kindFound) bool {
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

// dateScore is the claim of a date by its label and its place.
func (r *reading) dateScore(c dateCandidate) float64 {
	switch c.label {
	case issuedLabel:
		return issuedScore
	case plainLabel:
		if c.first > 0 && c.line.tokens[c.first-1].fold == ":" {
			return plainScore + colonBonus
		}
		return plainScore
	case otherLabel:
		return otherScore
	case dueLabel:
		return dueScore
	case foreignLabel:
		return 0
	}
	score := bareScore
	switch {
	case c.line.Page > 1:
		return laterScore
	case c.line.top <= upperPart && c.line.wordCount <= shortLine:
		score = topScore
	}
	if r.hasTimeNear(c) {
		if r.doc.Kind == "image" && !r.isScreenshot() {
			return tillScore
		}
		score += timeBonus
	}
	return score
}

// timeReach is how many tokens may stand between a time of day and its date.
const timeReach = 5

// hasTimeNear reports whether a time of day stands near a date: 08:12, on its line
// or in the cell to its left or right.
func (r *reading) hasTimeNear(c dateCandidate) bool {
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

// bestDate is the candidate with the best claim, the earliest of equals.
func bestDate(all []dateCandidate) (dateCandidate, bool) {
	count := map[day]int{}
	for _, c := range all {
		if c.score > 0 && len(c.believed) > 0 && c.doubt == "" {
			count[c.value]++
		}
	}
	best, ok := dateCandidate{}, false
	rival := false
	for _, c := range all {
		if len(c.believed) == 0 || c.score == 0 {
			continue
		}
		if count[c.value] > 1 && c.doubt == "" && c.score > dueScore {
			most := issuedScore
			if c.label == noLabel && c.score < tillScore {
				most = max(c.score, bareMost)
			}
			c.score = min(most, c.score+agreeBonus)
		}
		switch {
		case !ok || c.score > best.score:
			best, ok, rival = c, true, false
		case c.score == best.score && c.value != best.value:
			rival = true
		}
	}
	if rival && best.label != issuedLabel && best.doubt == "" {
		best.score -= rivalPenalty
	}
	if ok && best.label == dueLabel && best.doubt == "" {
		best.doubt = notOfTheDocument
	}
	return best, ok
}
