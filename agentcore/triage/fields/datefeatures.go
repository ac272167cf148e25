package fields

import (
	_ "embed" // the fitted weights
	"slices"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

//go:embed date.weights
var dateWeights string

// dateModel chooses among the candidates. scripts/fit writes its weights.
var dateModel = sync.OnceValue(func() *rank.Model { return parsed(dateWeights, dateFeatures, noDateFeatures) })

// dateCandidate is a day that could be the document's, at the best of the places
// where it stands.
type dateCandidate struct {
	*datePlace
	day   lex.Day
	proof orderProof
	other lex.Day // the other reading, where nothing tells which is right
	// places is how many places say it, labels which labels stand there.
	places int
	labels [label.Foreign + 1]bool
	rank   int  // the days that stand before it
	ends   bool // one of the places says that a statement ends with it
	// disputed says that OCR read almost the same day elsewhere, opens that it is the
	// first day that notes tell: that of their meeting.
	disputed, opens bool
}

func (c *dateCandidate) value() string { return c.day.String() }

// reading is how well it was read; badly where another day on the page has the same
// digits but one of the month or the year.
func (c *dateCandidate) reading() float64 {
	if c.disputed {
		return min(misread, c.Confidence())
	}
	return c.Confidence()
}

func (c *dateCandidate) bySight() bool { return !c.Line.Sure }

func (c *dateCandidate) unproven() bool { return false }

// doubts say what is not sure about the day.
func (c *dateCandidate) doubts() []plan.Reason {
	switch {
	case c.other != (lex.Day{}):
		return swapped(c.DayFirst, c.MonthFirst)
	case c.opens:
		return nil
	case c.label == label.Due, c.label == label.Other && !c.named && !c.stamped, c.unknown && !c.stamped, c.trailing && !c.timed,
		c.label == label.Plain && c.Line.WordCount > page.ShortLine && !c.named && !c.placed:
		return doubt(plan.DoubtOtherDay)
	}
	return nil
}

// dateView is what the features of all candidates of a document are taken from.
type dateView struct {
	*reading
	trade          bool
	photo          bool    // it was read from a picture that shows no screen
	made           lex.Day // when the file was made, as it says itself
	named          lex.Day // what its present name says
	first, last    lex.Day // of the candidates that are neither due nor foreign
	days, labelled int     // candidates, and those with a label of the document
	opening        int     // the line that opens the letter, or -1
	year           int     // of the latest candidate that is past
}

// dateChoice is the candidates and what is known of each.
func (r *reading) dateChoice(kind kindFound) ([]*dateCandidate, rank.Choice) {
	all := r.dateCandidates(kind)
	v := r.dateView(all, kind)
	choice := rank.Choice{Options: make([][]float64, len(all)), None: valuesOf(noDateFeatures, v, nil)}
	for i, c := range all {
		choice.Options[i] = valuesOf(dateFeatures, v, c)
	}
	return all, choice
}

// dateCandidates are the days that stand in the document, in its order.
func (r *reading) dateCandidates(kind kindFound) []*dateCandidate {
	places := r.datePlaces(kind)
	order := r.orderView(places)
	var all []*dateCandidate
	known := map[lex.Day]*dateCandidate{}
	for i := range places {
		place := &places[i]
		days, proof := order.reading(place)
		for n, d := range days {
			c := known[d]
			if c == nil {
				c = &dateCandidate{datePlace: place, day: d, proof: proof, rank: len(all)}
				known[d], all = c, append(all, c)
			}
			c.places++
			c.labels[place.label] = true
			c.ends = c.ends || place.closing
			if place.claim() > c.claim() || proof != noProof && c.proof == noProof {
				c.datePlace, c.proof = place, proof
			}
			if c.other = (lex.Day{}); c.proof == noProof && len(days) > 1 {
				c.other = days[1-n]
			}
		}
	}
	if tellsMeeting(kind) && len(all) > 0 && all[0].label <= label.Other {
		first := *all[0].datePlace
		first.listed = false
		all[0].datePlace, all[0].opens = &first, true
	}
	if r.Doc.Method == plan.MethodOCR && len(all) <= mostDisputed {
		for _, c := range all {
			c.disputed = slices.ContainsFunc(all, func(o *dateCandidate) bool { return almostSame(c.day, o.day) })
		}
		return withoutMisread(all)
	}
	return all
}

// meetingWords are in the kinds of what was written down in a meeting; an agenda is of
// one to come.
var meetingWords = lex.Set("minutes", "notes", "niederschrift", "mitschrift", "verbale", "compte", "proces", "acta", "ata", "notulen", "verslag", "protokol")

// tellsMeeting reports whether a document tells what was said in a meeting.
func tellsMeeting(kind kindFound) bool {
	return kind.role == page.LooseRole && slices.ContainsFunc(lex.Tokenise(kind.value), func(t lex.Token) bool {
		return meetingWords[t.Fold] || strings.HasSuffix(t.Fold, "protokoll")
	})
}

// withoutMisread leaves out a day with a time of day where almost the same day stands
// with one and was read better: a receipt says twice when it was printed.
func withoutMisread(all []*dateCandidate) []*dateCandidate {
	var kept []*dateCandidate
	for _, c := range all {
		if !c.timed || !slices.ContainsFunc(all, func(o *dateCandidate) bool {
			return o.timed && o.Confidence() > c.Confidence() && almostSame(c.day, o.day)
		}) {
			kept = append(kept, c)
		}
	}
	return kept
}

// mostDisputed is up to how many days of a document are held against each other.
const mostDisputed = 30

// almostSame reports whether two days differ in one digit of the month or the year.
func almostSame(a, b lex.Day) bool {
	x, y, differ := a.String(), b.String(), 0
	if len(x) != len(y) || x[len(x)-2:] != y[len(y)-2:] {
		return false
	}
	for i := range len(x) {
		if x[i] != y[i] {
			differ++
		}
	}
	return differ == 1
}

// claim orders the places of one day: the higher, the more it says of the document.
func (c *datePlace) claim() int {
	n := [...]int{label.None: 2, label.Issued: 5, label.Plain: 4, label.Other: 1, label.Due: 0, label.Foreign: -2}[c.label] * 4
	if c.timed {
		n += 3
	}
	if c.Line.Page > 1 {
		n -= 2
	}
	if c.listed || c.unknown {
		n--
	}
	return n
}

func (r *reading) dateView(all []*dateCandidate, kind kindFound) *dateView {
	v := &dateView{
		reading: r, days: len(all),
		trade: kind.role.IsTrade(), opening: r.opening(),
		photo: r.Doc.Kind == "image" && !r.IsScreenshot(),
	}
	v.made, _ = exifDay(r.Doc.MetaCreated)
	if f, _, ok := dateInName(r.Doc.Name); ok && !f.Ambiguous() {
		v.named = f.Only()
	}
	for _, c := range all {
		if c.label == label.Issued || c.label == label.Plain {
			v.labelled++
		}
		if !r.isAhead(c.day) {
			v.year = max(v.year, c.day.Year)
		}
		if c.label >= label.Due {
			continue
		}
		if v.first == (lex.Day{}) || c.day.Time().Before(v.first.Time()) {
			v.first = c.day
		}
		if v.last == (lex.Day{}) || c.day.Time().After(v.last.Time()) {
			v.last = c.day
		}
	}
	return v
}

// longAgo is how many years a day of a birth or of an entry lies before the others at
// least, for that to speak against it.
const longAgo = 3

// shortDateLine is how many words the line of the date of a letter has at most.
const shortDateLine = 5

type dateFeature = feature[*dateView, *dateCandidate]

func dateLabelled(name string, prior float64, l label.Date) dateFeature {
	return dateFeature{name, prior, func(_ *dateView, c *dateCandidate) float64 { return yes(c.label == l) }}
}

// dateFeatures are all that is asked of a day. The names are those of the file of
// weights.
var dateFeatures = []dateFeature{
	// what the words before it say
	dateLabelled("label of the document's own day", 5, label.Issued),
	dateLabelled("label of a day", 4, label.Plain),
	dateLabelled("label of the matter", 0.5, label.Other),
	dateLabelled("label of something due", -2, label.Due),
	dateLabelled("label of a period, a birth or the print", -6, label.Foreign),
	{"colon before it", 0.5, func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label <= label.Plain && c.label != label.None && c.First > 0 && c.Line.Tokens[c.First-1].Fold == ":")
	}},
	{"the only day with such a label", 1, func(v *dateView, c *dateCandidate) float64 {
		return yes((c.label == label.Issued || c.label == label.Plain) && v.labelled == 1)
	}},
	{"the only day", 1, func(v *dateView, c *dateCandidate) float64 { return yes(v.days == 1 && c.label < label.Due) }},
	{"of the matter as well", 0, func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label < label.Other && c.labels[label.Other])
	}},
	{"of a period as well", -1.5, func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label < label.Due && c.labels[label.Foreign])
	}},
	{"due as well", -0.5, func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label < label.Due && c.labels[label.Due])
	}},
	{"behind a place", 1.5, func(_ *dateView, c *dateCandidate) float64 { return yes(c.placed) }},
	{"end of the period of a statement", 3, func(_ *dateView, c *dateCandidate) float64 { return yes(c.ends) }},
	{"a label that is not known", -1, func(_ *dateView, c *dateCandidate) float64 { return yes(c.unknown && !c.stamped) }},
	{"behind words that are no label", -1, func(_ *dateView, c *dateCandidate) float64 { return yes(c.trailing && !c.timed) }},
	{"label of a day, in running text", -1, func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label == label.Plain && c.Line.WordCount > 12)
	}},
	// where it stands
	{"first date, no label", 1, func(_ *dateView, c *dateCandidate) float64 { return yes(c.label == label.None && c.rank == 0) }},
	{"first date", 0.5, func(_ *dateView, c *dateCandidate) float64 { return yes(c.rank == 0) }},
	{"second date", 0, func(_ *dateView, c *dateCandidate) float64 { return yes(c.rank == 1) }},
	{"in the upper part", 0.5, func(_ *dateView, c *dateCandidate) float64 { return yes(c.Line.Top <= upperPart) }},
	{"in the upper part, no label, in a short line", 1, func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label == label.None && c.Line.Top <= upperPart && c.Line.WordCount <= page.ShortLine)
	}},
	{"at the foot", -0.5, func(_ *dateView, c *dateCandidate) float64 { return yes(c.Line.Top > 0.9 && c.Line.Top <= 1) }},
	{"on a later page", -1.5, func(_ *dateView, c *dateCandidate) float64 { return yes(c.Line.Page > 1) }},
	{"in running text", -1, func(_ *dateView, c *dateCandidate) float64 { return yes(c.Line.WordCount > 12) }},
	{"in running text, no label", -4, func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.Line.WordCount > page.ShortLine && c.label == label.None)
	}},
	{"alone on its line", 0.3, func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.Line.WordCount <= 1 && c.Next-c.First >= len(c.Line.Tokens)-1)
	}},
	{"beside a price", -1, func(_ *dateView, c *dateCandidate) float64 { return yes(page.IsPrice(c.Line.Tokens)) }},
	{"in a list of days", -2, func(_ *dateView, c *dateCandidate) float64 { return yes(c.listed) }},
	{"in a list of days, no label", -2, func(_ *dateView, c *dateCandidate) float64 { return yes(c.listed && c.label == label.None) }},
	{"of the recipient", -0.5, func(_ *dateView, c *dateCandidate) float64 { return yes(c.Line.Recipient) }},
	{"above the opening of a letter", 2, func(v *dateView, c *dateCandidate) float64 {
		return yes(c.label <= label.Plain && c.Line.Index < v.opening && c.Line.WordCount <= shortDateLine)
	}},
	{"the first of notes", 2, func(_ *dateView, c *dateCandidate) float64 { return yes(c.opens) }},
	// what agrees with it
	{"time of day beside it", 0.5, func(_ *dateView, c *dateCandidate) float64 { return yes(c.timed) }},
	{"time of day beside it, on a photo", 3, func(v *dateView, c *dateCandidate) float64 {
		return yes(c.timed && v.photo && c.label < label.Due)
	}},
	{"said again", 0.7, func(_ *dateView, c *dateCandidate) float64 { return yes(c.places > 1) }},
	{"the file was made that day", 1, func(v *dateView, c *dateCandidate) float64 { return yes(v.made == c.day) }},
	{"in the file's name", 1, func(v *dateView, c *dateCandidate) float64 { return yes(v.named == c.day) }},
	{"the earliest of several", 0, func(v *dateView, c *dateCandidate) float64 { return yes(v.first == c.day && v.first != v.last) }},
	{"the latest of several", 0, func(v *dateView, c *dateCandidate) float64 { return yes(v.last == c.day && v.first != v.last) }},
	{"years before another day", -1, func(v *dateView, c *dateCandidate) float64 { return yes(c.day.Year < v.year-longAgo) }},
	{"after the file was made", -1, func(v *dateView, c *dateCandidate) float64 {
		return yes(v.made != (lex.Day{}) && c.day.Time().After(v.made.Time()))
	}},
	// how it is written
	{"month in words", 0, func(_ *dateView, c *dateCandidate) float64 { return yes(lex.HasMonth(c.Line.Tokens[c.First:c.Next])) }},
	{"year of two digits", 0, func(_ *dateView, c *dateCandidate) float64 { return yes(c.isShort()) }},
	{"year of two digits, point", -0.5, func(_ *dateView, c *dateCandidate) float64 {
		t := c.Line.Tokens[c.First:c.Next]
		return yes(len(t) == 5 && t[1].Fold == "." && len(t[4].Fold) == 2 && !strings.Contains(c.Line.Text, ":"))
	}},
	{"nothing tells day from month", -2, func(_ *dateView, c *dateCandidate) float64 { return yes(c.proof == noProof) }},
	{"other dates tell day from month", 0, func(_ *dateView, c *dateCandidate) float64 { return yes(c.proof == byOthers) }},
	{"one fact tells day from month", -0.8, func(_ *dateView, c *dateCandidate) float64 { return yes(c.proof == byFact) }},
	{"facts tell day from month", -0.3, func(_ *dateView, c *dateCandidate) float64 { return yes(c.proof == byFacts) }},
	{"doubtfully read", -0.5, func(_ *dateView, c *dateCandidate) float64 { return yes(c.reading() < 0.8) }},
}

// noDateFeatures speak for that no day in the document is its own.
var noDateFeatures = []dateFeature{
	{"always", 1, func(*dateView, *dateCandidate) float64 { return 1 }},
	{"of trade", 0, func(v *dateView, _ *dateCandidate) float64 { return yes(v.trade) }},
	{"a screenshot", 3, func(v *dateView, _ *dateCandidate) float64 { return yes(v.IsScreenshot()) }},
	{"by OCR", 0, func(v *dateView, _ *dateCandidate) float64 { return yes(v.Doc.Method == "ocr") }},
	{"a letter", 0, func(v *dateView, _ *dateCandidate) float64 { return yes(v.isLetter()) }},
	{"many days", 0.5, func(v *dateView, _ *dateCandidate) float64 { return yes(v.days > 6) }},
}
