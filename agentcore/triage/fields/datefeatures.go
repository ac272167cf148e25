package fields

import (
	_ "embed" // the fitted weights
	"slices"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

//go:embed date.weights
var dateWeights string

// dateModel chooses among the candidates. scripts/fit writes its weights.
var dateModel = sync.OnceValue(func() *rank.Model { return rank.Parsed(dateWeights, dateFeatures, noDateFeatures) })

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

// doubts say what is not sure about a day of that confidence.
func (c *dateCandidate) doubts(confidence float64) []plan.Reason {
	switch {
	case c.other != (lex.Day{}):
		return swapped(c.DayFirst, c.MonthFirst)
	case c.opens:
		return nil
	case c.label == label.Due, c.label == label.Other && !c.named && !c.stamped, c.unknown && !c.stamped:
		return doubt(plan.DoubtOtherDay)
	case confidence < sureDate && (c.trailing && !c.timed || c.label == label.Plain && c.Line.WordCount > page.ShortLine && !c.named && !c.placed):
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
func (r *reading) dateChoice(kind kinds.Found) ([]*dateCandidate, rank.Choice) {
	all := r.dateCandidates(kind)
	v := r.dateView(all, kind)
	choice := rank.Choice{Options: make([][]float64, len(all)), None: rank.Values(noDateFeatures, v, nil)}
	for i, c := range all {
		choice.Options[i] = rank.Values(dateFeatures, v, c)
	}
	return all, choice
}

// dateCandidates are the days that stand in the document, in its order.
func (r *reading) dateCandidates(kind kinds.Found) []*dateCandidate {
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
func tellsMeeting(kind kinds.Found) bool {
	return kind.Role == page.LooseRole && slices.ContainsFunc(lex.Tokenise(kind.Value), func(t lex.Token) bool {
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

func (r *reading) dateView(all []*dateCandidate, kind kinds.Found) *dateView {
	v := &dateView{
		reading: r, days: len(all),
		trade: kind.Role.IsTrade(), opening: r.opening(),
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

type dateFeature = rank.Feature[*dateView, *dateCandidate]

func dateLabelled(name string, prior float64, l label.Date) dateFeature {
	return dateFeature{Name: name, Prior: prior, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.label == l) }}
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
	{Name: "colon before it", Prior: 0.5, Of: func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label <= label.Plain && c.label != label.None && c.First > 0 && c.Line.Tokens[c.First-1].Fold == ":")
	}},
	{Name: "the only day with such a label", Prior: 1, Of: func(v *dateView, c *dateCandidate) float64 {
		return yes((c.label == label.Issued || c.label == label.Plain) && v.labelled == 1)
	}},
	{Name: "the only day", Prior: 1, Of: func(v *dateView, c *dateCandidate) float64 { return yes(v.days == 1 && c.label < label.Due) }},
	{Name: "of the matter as well", Prior: 0, Of: func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label < label.Other && c.labels[label.Other])
	}},
	{Name: "of a period as well", Prior: -1.5, Of: func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label < label.Due && c.labels[label.Foreign])
	}},
	{Name: "due as well", Prior: -0.5, Of: func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label < label.Due && c.labels[label.Due])
	}},
	{Name: "behind a place", Prior: 1.5, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.placed) }},
	{Name: "end of the period of a statement", Prior: 3, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.ends) }},
	{Name: "a label that is not known", Prior: -1, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.unknown && !c.stamped) }},
	{Name: "behind words that are no label", Prior: -1, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.trailing && !c.timed) }},
	{Name: "label of a day, in running text", Prior: -1, Of: func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label == label.Plain && c.Line.WordCount > 12)
	}},
	// where it stands
	{Name: "first date, no label", Prior: 1, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.label == label.None && c.rank == 0) }},
	{Name: "first date", Prior: 0.5, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.rank == 0) }},
	{Name: "second date", Prior: 0, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.rank == 1) }},
	{Name: "in the upper part", Prior: 0.5, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.Line.Top <= upperPart) }},
	{Name: "in the upper part, no label, in a short line", Prior: 1, Of: func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.label == label.None && c.Line.Top <= upperPart && c.Line.WordCount <= page.ShortLine)
	}},
	{Name: "at the foot", Prior: -0.5, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.Line.Top > 0.9 && c.Line.Top <= 1) }},
	{Name: "on a later page", Prior: -1.5, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.Line.Page > 1) }},
	{Name: "in running text", Prior: -1, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.Line.WordCount > 12) }},
	{Name: "in running text, no label", Prior: -4, Of: func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.Line.WordCount > page.ShortLine && c.label == label.None)
	}},
	{Name: "alone on its line", Prior: 0.3, Of: func(_ *dateView, c *dateCandidate) float64 {
		return yes(c.Line.WordCount <= 1 && c.Next-c.First >= len(c.Line.Tokens)-1)
	}},
	{Name: "beside a price", Prior: -1, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(page.IsPrice(c.Line.Tokens)) }},
	{Name: "in a list of days", Prior: -2, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.listed) }},
	{Name: "in a list of days, no label", Prior: -2, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.listed && c.label == label.None) }},
	{Name: "of the recipient", Prior: -0.5, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.Line.Recipient) }},
	{Name: "above the opening of a letter", Prior: 2, Of: func(v *dateView, c *dateCandidate) float64 {
		return yes(c.label <= label.Plain && c.Line.Index < v.opening && c.Line.WordCount <= shortDateLine)
	}},
	{Name: "the first of notes", Prior: 2, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.opens) }},
	// what agrees with it
	{Name: "time of day beside it", Prior: 0.5, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.timed) }},
	{Name: "time of day beside it, on a photo", Prior: 3, Of: func(v *dateView, c *dateCandidate) float64 {
		return yes(c.timed && v.photo && c.label < label.Due)
	}},
	{Name: "said again", Prior: 0.7, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.places > 1) }},
	{Name: "the file was made that day", Prior: 1, Of: func(v *dateView, c *dateCandidate) float64 { return yes(v.made == c.day) }},
	{Name: "in the file's name", Prior: 1, Of: func(v *dateView, c *dateCandidate) float64 { return yes(v.named == c.day) }},
	{Name: "the earliest of several", Prior: 0, Of: func(v *dateView, c *dateCandidate) float64 { return yes(v.first == c.day && v.first != v.last) }},
	{Name: "the latest of several", Prior: 0, Of: func(v *dateView, c *dateCandidate) float64 { return yes(v.last == c.day && v.first != v.last) }},
	{Name: "years before another day", Prior: -1, Of: func(v *dateView, c *dateCandidate) float64 { return yes(c.day.Year < v.year-longAgo) }},
	{Name: "after the file was made", Prior: -1, Of: func(v *dateView, c *dateCandidate) float64 {
		return yes(v.made != (lex.Day{}) && c.day.Time().After(v.made.Time()))
	}},
	// how it is written
	{Name: "month in words", Prior: 0, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(lex.HasMonth(c.Line.Tokens[c.First:c.Next])) }},
	{Name: "year of two digits", Prior: 0, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.isShort()) }},
	{Name: "year of two digits, point", Prior: -0.5, Of: func(_ *dateView, c *dateCandidate) float64 {
		t := c.Line.Tokens[c.First:c.Next]
		return yes(len(t) == 5 && t[1].Fold == "." && len(t[4].Fold) == 2 && !strings.Contains(c.Line.Text, ":"))
	}},
	{Name: "nothing tells day from month", Prior: -2, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.proof == noProof) }},
	{Name: "other dates tell day from month", Prior: 0, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.proof == byOthers) }},
	{Name: "one fact tells day from month", Prior: -0.8, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.proof == byFact) }},
	{Name: "facts tell day from month", Prior: -0.3, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.proof == byFacts) }},
	{Name: "doubtfully read", Prior: -0.5, Of: func(_ *dateView, c *dateCandidate) float64 { return yes(c.reading() < 0.8) }},
}

// noDateFeatures speak for that no day in the document is its own.
var noDateFeatures = []dateFeature{
	{Name: "always", Prior: 1, Of: func(*dateView, *dateCandidate) float64 { return 1 }},
	{Name: "of trade", Prior: 0, Of: func(v *dateView, _ *dateCandidate) float64 { return yes(v.trade) }},
	{Name: "a screenshot", Prior: 3, Of: func(v *dateView, _ *dateCandidate) float64 { return yes(v.IsScreenshot()) }},
	{Name: "by OCR", Prior: 0, Of: func(v *dateView, _ *dateCandidate) float64 { return yes(v.Doc.Method == "ocr") }},
	{Name: "a letter", Prior: 0, Of: func(v *dateView, _ *dateCandidate) float64 { return yes(v.isLetter()) }},
	{Name: "many days", Prior: 0.5, Of: func(v *dateView, _ *dateCandidate) float64 { return yes(v.days > 6) }},
}
