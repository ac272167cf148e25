package fields

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// dayOrder is how this document writes its dates.
func (r *reading) dayOrder(all []datePlace) order {
	if d := r.doc.DayFirst; d != nil {
		if *d {
			return dayFirst
		}
		return monthFirst
	}
	return orderOfOthers(all)
}

// orderOfOthers is the order of the document's dates that can be read in one
// way only; unknown where they disagree.
func orderOfOthers(all []datePlace) order {
	seen := unknownOrder
	for _, c := range all {
		if !c.numeric || c.ambiguous() || c.dayFirst == c.monthFirst {
			continue
		}
		o := dayFirst
		if c.dayFirst == (day{}) {
			o = monthFirst
		}
		if seen != unknownOrder && seen != o {
			return unknownOrder
		}
		seen = o
	}
	return seen
}

// certainDays are the days of the document that can be read in one way only,
// and those that the file itself tells.
func (r *reading) certainDays(all []datePlace) map[day]bool {
	days := map[day]bool{}
	for _, c := range all {
		if !c.ambiguous() {
			days[c.only()] = true
		}
	}
	if d, ok := exifDay(r.doc.EXIFDate); ok {
		days[d] = true
	}
	if f, _, ok := dateInName(r.doc.Name); ok && !f.ambiguous() {
		days[f.only()] = true
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
	order   order        // what the document's own dates or the person say
	certain map[day]bool // days that can be read in one way only
	hinted  order        // what the country says
	facts   int          // how many facts speak for hinted
}

func (r *reading) orderView(all []datePlace) orderView {
	v := orderView{order: r.dayOrder(all), certain: r.certainDays(all)}
	v.hinted, v.facts = r.hintedOrder()
	return v
}

// swapped is the doubt about a date that can be read in two ways.
func swapped(a, b day) string {
	return "day and month could be swapped: " + a.String() + " or " + b.String()
}

// reading is how a date is to be read, and what tells it; both readings stand
// where nothing does.
func (v orderView) reading(c *datePlace) (days []day, proof orderProof) {
	if !c.ambiguous() {
		return c.believed, oneReading
	}
	chosen, proof := v.choose(c)
	switch {
	case chosen == (day{}):
		return c.believed, noProof
	case !slices.Contains(c.believed, chosen):
		return nil, proof
	}
	return []day{chosen}, proof
}

// choose is the reading of a date that something settles on; zero when nothing
// does.
func (v orderView) choose(c *datePlace) (chosen day, proof orderProof) {
	of, proof := v.order, byOthers
	if of == unknownOrder {
		switch {
		case v.certain[c.dayFirst] && !v.certain[c.monthFirst]:
			return c.dayFirst, proof
		case v.certain[c.monthFirst] && !v.certain[c.dayFirst]:
			return c.monthFirst, proof
		case c.past && len(c.believed) == 1:
			return c.believed[0], proof
		}
		of, proof = v.hinted, byFact
		if v.facts > 1 {
			proof = byFacts
		}
	}
	switch of {
	case dayFirst:
		return c.dayFirst, proof
	case monthFirst:
		return c.monthFirst, proof
	}
	return day{}, noProof
}

// What a date that the file itself tells is believed.
const (
	exifScore   = 0.95
	cameraScore = 0.8  // in a name that a camera or a screenshot tool gave
	nameScore   = 0.55 // in any other name
)

// exifDate is the day on which a photo was taken.
func (r *reading) exifDate() (plan.Field, bool) {
	d, ok := exifDay(r.doc.EXIFDate)
	if !ok || !r.believable(d) {
		return plan.Field{}, false
	}
	return plan.Field{Value: d.String(), Evidence: plan.Evidence{Text: r.doc.EXIFDate}, Confidence: exifScore}, true
}

// exifDay reads 2025:08:17 14:05:33, or the same with dashes.
func exifDay(s string) (day, bool) {
	if len(s) < 10 {
		return day{}, false
	}
	text := strings.ReplaceAll(s[:10], ":", "-")
	dates := findDates(text, tokenise(text))
	if len(dates) != 1 || dates[0].numeric {
		return day{}, false
	}
	return dates[0].dayFirst, true
}

// nameDate is a day that the present file name tells.
func (r *reading) nameDate() (plan.Field, bool) {
	f, text, ok := dateInName(r.doc.Name)
	if !ok || f.ambiguous() || !r.believable(f.only()) {
		return plan.Field{}, false
	}
	field := plan.Field{
		Value: f.only().String(), Evidence: plan.Evidence{Text: text},
		Confidence: nameScore, Doubt: "only the present file name tells it",
	}
	if r.isScreenshot() || r.isCameraName() {
		field.Confidence, field.Doubt = cameraScore, ""
	}
	return field, true
}

// isCameraName tells of names such as IMG_20260304_101533.
func (r *reading) isCameraName() bool {
	name := fold(r.doc.Name)
	for _, p := range []string{"img", "pxl", "dsc", "vid", "whatsapp image", "signal", "photo"} {
		if strings.HasPrefix(name, p) {
			return r.doc.Kind == "image"
		}
	}
	return false
}

// dateInName is the first date in a file name, and its text there.
func dateInName(name string) (foundDate, string, bool) {
	name = cut(name, 255)
	text := strings.ReplaceAll(name, "_", " ")
	tokens := tokenise(text)
	for i, t := range tokens {
		f, ok := dateAt(text, tokens, i)
		if !ok {
			f, ok = compactDate(t)
			f.first, f.next = i, i+1
		}
		if ok {
			return f, name[tokens[f.first].start:tokens[f.next-1].end], true
		}
	}
	return foundDate{}, "", false
}

// compactDate reads 20260304 and 20260304101533.
func compactDate(t token) (foundDate, bool) {
	if t.kind != number || len(t.fold) != 8 && len(t.fold) != 14 {
		return foundDate{}, false
	}
	s := t.fold[:4] + "-" + t.fold[4:6] + "-" + t.fold[6:8]
	return dateAt(s, tokenise(s), 0)
}
