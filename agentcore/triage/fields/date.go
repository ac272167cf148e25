package fields

import (
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// upperPart is how far down a page the date of a letter is looked for.
const upperPart = 0.4

// The dates that are believed at all.
const (
	firstYear = 1950
	maxAhead  = 31 * 24 * time.Hour
)

// datePlace is one date as it stands in the document.
type datePlace struct {
	page.Span
	lex.Date
	label label.Date
	// believed are the readings that lie in the years that are believed.
	believed []lex.Day
	// past says that it cannot lie in the future, as the day of a receipt; timed
	// that a time of day stands next to it; listed that it is one of a list of days.
	past, timed, listed bool
	// unknown says that the words that label it are no label of dates that is known,
	// stamped that a till printed it with the time, named that its label has the word
	// for the document: the order date of an order confirmation.
	unknown, stamped, named bool
	// placed says that it stands behind a place and nothing else, trailing that it stands
	// behind words that are no label, closing that it ends what a statement is of.
	placed, trailing, closing bool
}

// findDate is the day of the document.
func (r *reading) findDate(kind kinds.Found) plan.Field {
	all, choice := r.dateChoice(kind)
	f, at := choose(r.model(plan.FieldDate, dateModel), all, choice, kind.Role, leastCandidate)
	var best *dateCandidate
	if at >= 0 {
		best = all[at]
		if f.Doubts = best.doubts(f.Confidence); len(f.Doubts) > 0 {
			f.Confidence = min(f.Confidence, doubtedDate)
			f.Candidates[0].Probability = f.Confidence
		}
	}
	weak := best == nil || best.label >= label.Due || f.Confidence < leastDate
	if photo, ok := r.exifDate(); ok && (weak || kind.Value == "" && best.label == label.None) {
		return photo
	}
	if name, ok := r.nameDate(); ok && weak {
		return name
	}
	switch {
	case best != nil && best.label == label.Foreign:
		return plan.Field{}
	case weak && f.Confidence < leastDate, best != nil && best.label == label.Due && f.Confidence < doubtedDate:
		return unsure(f)
	}
	return f
}

// doubtedDate is how likely a day with a doubt is at most: there are two readings of
// it, or it is one of something else.
const doubtedDate = 0.5

// sureDate is how likely a day is to be believed though the words before it are no label:
// of those as likely none was wrong, of those less likely one of five was.
const sureDate = 0.94

// leastDate is the confidence below which no date is proposed, not even to be
// looked at.
const leastDate = 0.3

// mostDates is how many dates of a document are looked at: a statement has many.
const mostDates = 1000

// leastRead is how well a date with its whole year is read at least: hardly another
// string can be read as one. One with a year of two digits is read as well as any word.
const leastRead = 0.3

// readable reports whether a date was read well enough to be one.
func (c *datePlace) readable() bool { return c.Legible() || !c.isShort() && c.LegibleFrom(leastRead) }

// isShort reports whether the year of a date has two digits.
func (c *datePlace) isShort() bool {
	return !slices.ContainsFunc(c.Line.Tokens[c.First:c.Next], func(t lex.Token) bool { return t.Kind == lex.Number && len(t.Fold) == 4 })
}

// datePlaces are the dates that the document holds.
func (r *reading) datePlaces(kind kinds.Found) []datePlace {
	var all []datePlace
	for _, l := range r.Lines {
		printed := len(l.Dates) > 0 && label.AboutThePrint(l)
		for n, f := range l.Dates {
			c := datePlace{Span: l.SpanOf(f.First, f.Next), Date: f}
			if len(all) == mostDates || !c.readable() {
				continue
			}
			c.label = label.Foreign
			if !printed {
				c.label = labelOf(r.Reading, c, n, kind)
			}
			c.timed = r.hasTimeNear(c)
			c.stamped = c.timed && (r.Doc.Kind == "image" || isReceipt(kind))
			c.past = c.label <= label.Plain && (c.timed || isReceipt(kind))
			c.believed = slices.DeleteFunc(r.believe(f), func(d lex.Day) bool { return c.past && r.isAhead(d) })
			c.named = kind.Line != nil && label.OfDocument(l.Tokens[:f.First], lex.Tokenise(kind.Value))
			if kind.Role == page.StatementRole && c.label == label.Foreign && !printed && l.Page <= 1 && page.EndsPeriod(l, n) {
				c.label, c.closing = label.Other, true
			}
			c.unknown = c.label == label.None && label.IsUnknown(r.Reading, l, n)
			c.placed = c.label == label.Plain && label.IsPlaced(l, n)
			c.trailing = c.label == label.None && n == 0 && label.IsTrailing(l.Tokens[:f.First])
			all = append(all, c)
		}
	}
	markList(all)
	return all
}

// labelOf is what the words around the n-th date of a line say it is, in a document of
// that kind.
func labelOf(r *page.Reading, c datePlace, n int, kind kinds.Found) label.Date {
	l := c.Line
	c.label = label.OfDate(r, l, n)
	if c.label < label.Other && (label.IsOfAnother(l.Tokens[:c.First], lex.Tokenise(kind.Value), kind.Role.IsTrade()) || ofOffer(c, kind) ||
		kind.Line != nil && kind.Line != l && label.IsOfOtherKind(l.Tokens[:c.First], lex.Tokenise(kind.Value))) {
		c.label = label.Other
	}
	if c.label == label.Due && kind.Line != nil && label.IsOfDelivery(l.Tokens[:c.First], lex.Tokenise(kind.Value)) {
		c.label = label.Plain
	}
	leads := kind.Line == l && l.Tokens[0].Start == kind.Start
	switch {
	case leads && c.label == label.Plain && !label.OfMatter(c.Line.Tokens[:c.First], kind.End), namesItself(c, kind):
		return label.Issued
	case leads && c.label == label.Plain && c.First > 0 && label.Referring[l.Tokens[c.First-1].Fold]:
		return label.None
	}
	return c.label
}

// minList is from how many different days on without a label they are a list, such
// as that of the bookings of a month.
const minList = 3

// markList marks the dates of a list, with the first of them that stands under the
// head of its column.
func markList(all []datePlace) {
	days := map[lex.Day]bool{}
	for _, c := range all {
		if c.label == label.None && !c.timed && len(c.believed) > 0 {
			days[c.believed[0]] = true
		}
	}
	if len(days) < minList {
		return
	}
	for i := range all {
		c := &all[i]
		underHead := c.label <= label.Other && c.Line.WordCount > 0 && label.LastDate(c.Line.Tokens[:c.First]) == label.None &&
			i+1 < len(all) && all[i+1].label == label.None && all[i+1].Line.Index <= c.Line.Index+2
		c.listed = c.label == label.None || underHead
	}
}

// namesItself tells of the line that begins with the kind of the document, its
// number and its day: Angebot Nr. 12 vom 4. März 2026.
func namesItself(c datePlace, kind kinds.Found) bool {
	l := c.Line
	if kind.Line != l || c.First == 0 || l.Tokens[0].Start != kind.Start || !label.Referring[l.Tokens[c.First-1].Fold] {
		return false
	}
	between := l.TokensIn(page.Span{Line: l, Start: kind.End, End: l.Tokens[c.First].Start})
	return c.label <= label.Other && !label.OfMatter(c.Line.Tokens[:c.First], kind.End) && label.KindBefore(between, lex.Tokenise(kind.Value)) != label.OtherKind
}

// ofOffer reports whether a date is labelled as that of an offer on another paper of
// trade: Angebotsdatum on a Rechnung.
func ofOffer(c datePlace, kind kinds.Found) bool {
	return kind.Role.IsTrade() && label.Offers(c.Line.Tokens[:c.First]) && !label.Offers(lex.Tokenise(kind.Value))
}

// believe keeps the readings that are not too old and not in the future.
func (r *reading) believe(f lex.Date) []lex.Day {
	var kept []lex.Day
	for _, d := range []lex.Day{f.DayFirst, f.MonthFirst} {
		if d != (lex.Day{}) && r.believable(d) && !slices.Contains(kept, d) {
			kept = append(kept, d)
		}
	}
	return kept
}

func (r *reading) believable(d lex.Day) bool {
	late := !r.Doc.Today.IsZero() && d.Time().After(r.Doc.Today.Add(maxAhead))
	return d.Year >= firstYear && !late
}

// isAhead reports whether a day lies in the future, wherever the clock stands.
func (r *reading) isAhead(d lex.Day) bool {
	return !r.Doc.Today.IsZero() && d.Time().After(r.Doc.Today.Add(24*time.Hour))
}

// isReceipt reports whether a kind is that of a receipt.
func isReceipt(kind kinds.Found) bool {
	if kind.Line == nil {
		return false
	}
	for _, t := range lex.Tokenise(kind.Value) {
		if receiptWords[t.Fold] {
			return true
		}
	}
	return false
}

// receiptWords are in the kinds of papers that are printed when somebody pays.
var receiptWords = lex.Set("receipt", "kassenbon", "kassenbeleg", "kassenzettel", "quittung", "recu", "scontrino", "ricevuta", "kassabon")

// timeReach is how many tokens may stand between a time of day and its date.
const timeReach = 5

// maxAdjacent is how many tokens a cell with a time of day has at most.
const maxAdjacent = 24

// hasTimeNear reports whether a time of day stands near a date: 08:12, on its line
// or in the cell to its left or right.
func (r *reading) hasTimeNear(c datePlace) bool {
	tokens := c.Line.Tokens
	if lex.HasTime(tokens[c.Next:min(len(tokens), c.Next+timeReach+3)]) || lex.HasTime(tokens[max(0, c.First-timeReach-3):c.First]) {
		return true
	}
	for _, cell := range []*page.Line{r.LeftOf(c.Line), r.RightOf(c.Line)} {
		if cell != nil && len(cell.Tokens) <= maxAdjacent && len(cell.Dates) == 0 && lex.HasTime(cell.Tokens) {
			return true
		}
	}
	return false
}
