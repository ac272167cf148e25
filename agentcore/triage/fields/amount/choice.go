package amount

import (
	_ "embed" // the fitted weights
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

//go:embed amount.weights
var weights string

// Model chooses among the candidates. scripts/fit writes its weights.
var Model = sync.OnceValue(func() *rank.Model { return rank.Parsed(weights, features, noneFeatures) })

// Prior returns a model whose weights are the prior.
func Prior() *rank.Model { return rank.Prior(features, noneFeatures) }

// The confidences below which no amount is proposed: of one that a label calls the sum of
// all, and of others.
const (
	leastLabelled = 0.35
	least         = 0.55
)

// Find returns the sum that the document is about, chosen by the weights m; without a
// value: none is likely enough.
func Find(r *page.Reading, m *rank.Model) plan.Field {
	all, choice := choices(r)
	p, _ := m.Probabilities(choice)
	best, second := rank.Best(p)
	if best < 0 {
		return plan.Field{}
	}
	c := all[best]
	f := plan.Field{Value: c.Value, Evidence: c.Evidence(), Confidence: m.Calibration.Confidence(p[best], second, c.source())}
	if f.Confidence < leastLabelled || c.total < wholeTotal && f.Confidence < least || !c.Legible() {
		return plan.Field{}
	}
	for _, i := range m.Deciding(choice.Options[best], plan.MaxFeatures) {
		f.Features = append(f.Features, m.Features[i])
	}
	return f
}

// Options returns the amounts that stand in the document, and what is known of each, for
// fitting the weights.
func Options(r *page.Reading) (values []string, sources []rank.Source, choice rank.Choice) {
	all, choice := choices(r)
	for _, c := range all {
		values, sources = append(values, c.Value), append(sources, c.source())
	}
	return values, sources, choice
}

// candidate is an amount at one of the places where it stands, with the label of that
// place.
type candidate struct {
	Amount
	from  place
	cents int64
	at    int  // the amounts before it
	said  int  // the places that say it
	last  bool // no amount stands behind it on its line
	only  bool // its line has no other
}

func (c *candidate) source() rank.Source {
	return rank.Source{OCR: !c.Line.Sure, Legibility: c.Confidence(), Traded: true}
}

// place is where the label of an amount stands.
type place int

const (
	nowhere place = iota
	onLine
	toLeft
	above
)

// mostCandidates is how many amounts of a document are looked at.
const mostCandidates = 300

// view is what the features of all candidates of a document are taken from.
type view struct {
	*page.Reading
	all    []*candidate
	known  map[int64]bool
	sorted []int64 // from the largest
	// lasts and firsts are the places of the last and the first candidate under each label.
	lasts, firsts [dueTotal + 1]int
	// items are the sums of amounts that stand right above.
	items map[int]bool
}

// choices are the candidates and what is known of each; of the places that say the same,
// the one that the prior likes best.
func choices(r *page.Reading) ([]*candidate, rank.Choice) {
	v := viewOf(r)
	choice := rank.Choice{None: rank.Values(noneFeatures, v, nil)}
	prior, at := Prior(), map[string]int{}
	var kept []*candidate
	for _, c := range v.all {
		values := rank.Values(features, v, c)
		n, ok := at[c.Value]
		switch {
		case !ok:
			at[c.Value] = len(kept)
			kept, choice.Options = append(kept, c), append(choice.Options, values)
		case prior.Score(values) > prior.Score(choice.Options[n]):
			kept[n], choice.Options[n] = c, values
		}
	}
	return kept, choice
}

func viewOf(r *page.Reading) *view {
	v := &view{Reading: r, known: map[int64]bool{}, items: map[int]bool{}}
	said := map[string]int{}
	for _, l := range r.Lines {
		for i, first := 0, len(v.all); i < len(l.Tokens) && len(v.all) < mostCandidates; {
			a, next, ok := At(l, i)
			if !ok {
				i++
				continue
			}
			c := &candidate{Amount: a, cents: centsOf(a.Value), at: len(v.all)}
			c.total, c.from = labelOf(r, l, i)
			said[c.Value]++
			v.all = append(v.all, c)
			c.last = true
			if c.only = first+1 == len(v.all); !c.only {
				v.all[len(v.all)-2].last, v.all[first].only = false, false
			}
			i = next
		}
	}
	for n := range v.firsts {
		v.firsts[n], v.lasts[n] = -1, -1
	}
	for i, c := range v.all {
		c.said = said[c.Value]
		if !v.known[c.cents] {
			v.known[c.cents], v.sorted = true, append(v.sorted, c.cents)
		}
		if v.firsts[c.total] < 0 {
			v.firsts[c.total] = i
		}
		v.lasts[c.total] = i
		sum := int64(0)
		for n := i - 1; n >= 0 && i-n <= mostItems && sum < c.cents; n-- {
			sum += v.all[n].cents
			v.items[i] = v.items[i] || i-n > 1 && sum == c.cents && sum > 0
		}
	}
	slices.Sort(v.sorted)
	slices.Reverse(v.sorted)
	return v
}

// mostItems is how many amounts are summed up.
const mostItems = 60

// centsOf is an amount in hundredths.
func centsOf(value string) int64 {
	whole, cents, _ := strings.Cut(value, ".")
	n, _ := strconv.ParseInt(whole+(cents + "00")[:2], 10, 64) // digits alone, and few of them
	return n
}

// labelOf is what the label of the amount at token i claims, and where it stands: before
// the amount on its line, in its row, or above it.
func labelOf(r *page.Reading, l *page.Line, i int) (total, place) {
	if claim, _ := claimOf(l.Tokens[:i]); claim != noTotal {
		return claim, onLine
	}
	left := l
	for range 4 {
		if left = r.LeftOf(left); left == nil {
			break
		}
		if claim, _ := claimOf(left.Tokens); claim != noTotal {
			return claim, toLeft
		}
	}
	if lex.CountWords(l.Tokens[:i]) > 0 {
		return noTotal, nowhere
	}
	over := r.Over(l)
	if over == nil && l.Row < 0 {
		over = r.Before(l)
	}
	if over != nil && over.WordCount <= page.ShortLine {
		if claim, _ := claimOf(over.Tokens); claim != noTotal {
			return claim, above
		}
	}
	return noTotal, nowhere
}
