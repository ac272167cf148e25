package fields

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// said is the order that the person says dates have.
func (r *reading) said() page.Order {
	switch d := r.Doc.DayFirst; {
	case d == nil:
		return page.UnknownOrder
	case *d:
		return page.DayFirst
	}
	return page.MonthFirst
}

// orderOfOthers is the order of the document's dates that can be read in one
// way only; unknown where they disagree.
func orderOfOthers(all []datePlace) page.Order {
	seen := page.UnknownOrder
	for _, c := range all {
		if !c.Numeric || c.Ambiguous() || c.DayFirst == c.MonthFirst {
			continue
		}
		o := page.DayFirst
		if c.DayFirst == (lex.Day{}) {
			o = page.MonthFirst
		}
		if seen != page.UnknownOrder && seen != o {
			return page.UnknownOrder
		}
		seen = o
	}
	return seen
}

// certainDays are the days of the document that can be read in one way only,
// and those that the file itself tells.
func (r *reading) certainDays(all []datePlace) map[lex.Day]bool {
	days := map[lex.Day]bool{}
	for _, c := range all {
		if !c.Ambiguous() {
			days[c.Only()] = true
		}
	}
	if d, ok := exifDay(r.Doc.EXIFDate); ok {
		days[d] = true
	}
	if f, _, ok := dateInName(r.Doc.Name); ok && !f.Ambiguous() {
		days[f.Only()] = true
	}
	return days
}

// orderProof says what tells which of two readings of a date is right.
type orderProof int

const (
	noProof    orderProof = iota // nothing does
	oneReading                   // there is one only
	byOthers                     // other dates of the document do
	byFacts                      // several facts of language, money or country do
	byFact                       // one of those does
)

// orderView is what the whole document says of the order of day and month.
type orderView struct {
	order   page.Order       // what the document's own dates say
	said    page.Order       // what the person says, where the document says nothing
	certain map[lex.Day]bool // days that can be read in one way only
	hinted  page.Order       // what the country says
	facts   int              // how many facts speak for hinted
	ahead   func(lex.Day) bool
}

func (r *reading) orderView(all []datePlace) orderView {
	v := orderView{order: orderOfOthers(all), said: r.said(), certain: r.certainDays(all), ahead: r.isAhead}
	v.hinted, v.facts = r.HintedOrder()
	return v
}

// swapped is the doubt about a date that can be read in two ways.
func swapped(a, b lex.Day) []plan.Reason {
	return []plan.Reason{{Code: plan.DoubtSwapped, Args: []string{a.String(), b.String()}}}
}

// reading is how a date is to be read, and what tells it; both readings stand
// where nothing does.
func (v orderView) reading(c *datePlace) (days []lex.Day, proof orderProof) {
	if !c.Ambiguous() {
		return c.believed, oneReading
	}
	chosen, proof := v.choose(c)
	switch {
	case chosen == (lex.Day{}):
		return c.believed, noProof
	case !slices.Contains(c.believed, chosen):
		return nil, proof
	}
	return []lex.Day{chosen}, proof
}

// choose is the reading of a date that something decides on; zero when nothing
// does.
func (v orderView) choose(c *datePlace) (chosen lex.Day, proof orderProof) {
	of, proof := v.order, byOthers
	if of == page.UnknownOrder {
		switch {
		case v.certain[c.DayFirst] && !v.certain[c.MonthFirst]:
			return c.DayFirst, proof
		case v.certain[c.MonthFirst] && !v.certain[c.DayFirst]:
			return c.MonthFirst, proof
		case c.past && len(c.believed) == 1:
			return c.believed[0], proof
		}
		switch {
		case v.said != page.UnknownOrder:
			of = v.said
		case v.facts > 1:
			of, proof = v.hinted, byFacts
		default:
			of, proof = v.hinted, byFact
		}
		if chosen, other := c.inOrder(of); v.ahead(chosen) && !v.ahead(other) {
			return lex.Day{}, noProof // few papers are of a day to come
		}
	}
	if chosen, _ = c.inOrder(of); chosen == (lex.Day{}) {
		return chosen, noProof
	}
	return chosen, proof
}

// inOrder is the reading of a date in an order, and the other one; zero where the
// order is not known.
func (c *datePlace) inOrder(of page.Order) (chosen, other lex.Day) {
	switch of {
	case page.DayFirst:
		return c.DayFirst, c.MonthFirst
	case page.MonthFirst:
		return c.MonthFirst, c.DayFirst
	}
	return lex.Day{}, lex.Day{}
}

// What a date that the file itself tells is believed.
const (
	exifScore   = 0.95
	cameraScore = 0.8  // in a name that a camera or a screenshot tool gave
	nameScore   = 0.55 // in any other name
)

// exifDate is the day on which a photo was taken.
func (r *reading) exifDate() (plan.Field, bool) {
	d, ok := exifDay(r.Doc.EXIFDate)
	if !ok || !r.believable(d) {
		return plan.Field{}, false
	}
	return plan.Field{Value: d.String(), Evidence: plan.Evidence{Text: r.Doc.EXIFDate}, Confidence: exifScore}, true
}

// exifDay reads 2025:08:17 14:05:33, or the same with dashes.
func exifDay(s string) (lex.Day, bool) {
	if len(s) < 10 {
		return lex.Day{}, false
	}
	text := strings.ReplaceAll(s[:10], ":", "-")
	dates := lex.FindDates(text, lex.Tokenise(text))
	if len(dates) != 1 || dates[0].Numeric {
		return lex.Day{}, false
	}
	return dates[0].DayFirst, true
}

// nameDate is a day that the present file name tells.
func (r *reading) nameDate() (plan.Field, bool) {
	f, text, ok := dateInName(r.Doc.Name)
	if !ok || f.Ambiguous() || !r.believable(f.Only()) {
		return plan.Field{}, false
	}
	field := plan.Field{
		Value: f.Only().String(), Evidence: plan.Evidence{Text: text},
		Confidence: nameScore, Doubts: doubt(plan.DoubtFileName),
	}
	if r.IsScreenshot() || r.isCameraName() {
		field.Confidence, field.Doubts = cameraScore, nil
	}
	return field, true
}

// isCameraName tells of names such as IMG_20260304_101533.
func (r *reading) isCameraName() bool {
	name := lex.Fold(r.Doc.Name)
	for _, p := range []string{"img", "pxl", "dsc", "vid", "whatsapp image", "signal", "photo"} {
		if strings.HasPrefix(name, p) {
			return r.Doc.Kind == "image"
		}
	}
	return false
}

// dateInName is the first date in a file name, and its text there.
func dateInName(name string) (lex.Date, string, bool) {
	name = lex.Cut(name, 255)
	text := strings.ReplaceAll(name, "_", " ")
	tokens := lex.Tokenise(text)
	for i, t := range tokens {
		f, ok := lex.DateAt(text, tokens, i)
		if !ok {
			f, ok = compactDate(t)
			f.First, f.Next = i, i+1
		}
		if ok {
			return f, name[tokens[f.First].Start:tokens[f.Next-1].End], true
		}
	}
	return lex.Date{}, "", false
}

// compactDate reads 20260304 and 20260304101533.
func compactDate(t lex.Token) (lex.Date, bool) {
	if t.Kind != lex.Number || len(t.Fold) != 8 && len(t.Fold) != 14 {
		return lex.Date{}, false
	}
	s := t.Fold[:4] + "-" + t.Fold[4:6] + "-" + t.Fold[6:8]
	return lex.DateAt(s, lex.Tokenise(s), 0)
}
