package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

const (
	// pull is how strongly the prior, or the earlier weights, hold the new ones.
	pull = 1
	// alone is how many documents make a source a fold of its own; the smaller
	// ones are spread over folds, each as a whole.
	alone = 20
	folds = 5
)

// sample is the choice of one field in one document, with what is right.
type sample struct {
	rank.Sample
	options []fields.Option
	// at is the document's place among the labelled ones; blank says that no value
	// is right too.
	at    int
	blank bool
	// counts is how much the document counts in the calibration, which is of what
	// the program reads itself.
	counts float64
}

// fitted is a field's model, and those with each fold held out.
type fitted struct {
	field   string
	model   *rank.Model
	without map[string]*rank.Model
	samples []sample
	// outcomes are of the samples, with their fold held out.
	outcomes []rank.Outcome
}

// folded are labelled documents and the fold of each.
type folded struct {
	all  []labelled
	fold []string
	size map[string]float64 // of each source, in documents
	// earlier is the folder of weights that documents taught which are gone: these hold the
	// new ones in place of the prior. Empty: there are none.
	earlier string
}

func fold(all []labelled) folded {
	f := folded{all: all, size: map[string]float64{}}
	for _, l := range all {
		f.size[l.Source] += l.share
	}
	for _, l := range all {
		f.fold = append(f.fold, foldOf(l.Source, f.size[l.Source]))
	}
	return f
}

func foldOf(source string, size float64) string {
	if size >= alone {
		return source
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(source)) // a hash takes everything
	return fmt.Sprint("fold ", h.Sum32()%folds)
}

// samples are the choices of a field. A source of many documents counts more than
// one of few, but not as many times more.
func (f folded) samples(field string) []sample {
	var out []sample
	for i, l := range f.all {
		right := l.truth(field)
		if len(right) == 0 || len(l.doc.Lines) == 0 {
			continue
		}
		options, choice := fields.Options(l.doc, field)
		s := sample{options: options, at: i, blank: slices.Contains(right, "-")}
		s.Choice, s.Weight = choice, l.share/math.Sqrt(f.size[l.Source])
		s.counts = s.Weight
		if l.reading != nil {
			s.counts = l.share
		}
		for n, o := range options {
			options[n].OCR = o.OCR && l.reading != nil // a person typed the lines
			s.Right = append(s.Right, same(field, o.Value, right))
		}
		if field == plan.FieldTitle {
			s.keepLongest()
		}
		out = append(out, s)
	}
	return out
}

// keepLongest leaves of right titles that begin alike the longest: a title that breaks
// off is worse than the whole.
func (s *sample) keepLongest() {
	for i, short := range s.options {
		for j, long := range s.options {
			if s.Right[i] && s.Right[j] && len(long.Value) > len(short.Value) && strings.HasPrefix(long.Value, short.Value) {
				s.Right[i] = false
			}
		}
	}
}

// truth is all that is right of a field.
func (r row) truth(field string) names {
	switch field {
	case plan.FieldDate:
		return r.Date
	case plan.FieldTitle:
		return r.titles()
	case plan.FieldKind:
		return r.Kind
	case plan.FieldAmount:
		if r.Total == "" {
			return nil
		}
		return names{string(r.Total)}
	}
	return r.Issuer
}

// same reports whether a value is one of those that are right.
func same(field, value string, right names) bool {
	switch field {
	case plan.FieldDate:
		return slices.Contains(right, value)
	case plan.FieldTitle:
		return matches(value, right)
	case plan.FieldKind:
		return isKind(value, right)
	case plan.FieldAmount:
		return slices.Contains(right, digitsOf(value))
	}
	return isOneOf(value, right)
}

// fit fits with each fold held out, calibrates on what was held out, and fits to
// all.
func (f folded) fit(field string) (fitted, error) {
	out := fitted{field: field, samples: f.samples(field), without: map[string]*rank.Model{}}
	out.outcomes = make([]rank.Outcome, len(out.samples))
	prior := fields.NewModel(field)
	earlier, err := f.earlierModel(field)
	if err != nil {
		return out, err
	}
	unseen := f.unseenEarlier()
	var mu sync.Mutex
	var fits sync.WaitGroup
	for _, name := range slices.Compact(slices.Sorted(slices.Values(f.fold))) {
		fits.Go(func() {
			m := prior.Clone()
			if unseen[name] {
				m = earlier.Clone()
			}
			f.fitTo(m, out.samples, func(s sample) bool { return f.fold[s.at] != name })
			mu.Lock()
			defer mu.Unlock()
			out.without[name] = m
		})
	}
	fits.Wait()
	for name, m := range out.without {
		for i, s := range out.samples {
			if f.fold[s.at] == name {
				out.outcomes[i] = outcome(m, s)
			}
		}
	}
	for name, m := range out.without {
		var others []rank.Outcome
		for i, s := range out.samples {
			if f.fold[s.at] != name {
				others = append(others, out.outcomes[i])
			}
		}
		m.Calibration = rank.Calibrate(others)
	}
	out.model = earlier
	f.fitTo(out.model, out.samples, func(sample) bool { return true })
	out.model.Calibration = rank.Calibrate(out.outcomes)
	return out, nil
}

func (f folded) fitTo(m *rank.Model, samples []sample, take func(sample) bool) {
	var taken []rank.Sample
	for _, s := range samples {
		if take(s) {
			taken = append(taken, s.Sample)
		}
	}
	m.Fit(taken, pull)
}

// outcome is how the best candidate of a document comes out.
func outcome(m *rank.Model, s sample) rank.Outcome {
	p, _ := m.Probabilities(s.Choice)
	if len(p) == 0 {
		return rank.Outcome{}
	}
	at, sum, second := s.Best(p)
	o := s.options[at]
	return rank.Outcome{P: sum, Second: second, Source: o.Source, Right: s.Right[at], Weight: s.counts}
}

// partRead is the part, and whether it is of other readings.
func (l labelled) partRead() string {
	if l.again > 0 {
		return l.part + ", again"
	}
	return l.part
}

// figures count the documents of a part.
type figures struct{ all, reachable, held, fitted int }

// report is the figures of a field for a person.
func (f folded) report(x fitted) string {
	var parts []string
	count := map[string]*figures{}
	for i, s := range x.samples {
		part := f.all[s.at].partRead()
		c := count[part]
		if c == nil {
			c = &figures{}
			count[part], parts = c, append(parts, part)
		}
		c.all++
		c.reachable += one(slices.Contains(s.Right, true))
		c.held += one(x.outcomes[i].Right)
		c.fitted += one(outcome(x.model, s).Right)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-18s  all  there | right: source held out  as fitted\n", x.field)
	for _, part := range parts {
		c := count[part]
		fmt.Fprintf(&b, "%-18s %4d %6d | %22d %10d\n", part, c.all, c.reachable, c.held, c.fitted)
	}
	return b.String() + f.reliability(x)
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// bins is how many shares of confidence are told apart.
const bins = 5

// reliability holds what was said of choices in documents that the program read
// against what was right of them, with their source held out, and the interval that 95 of 100 samples of as many lie in.
func (f folded) reliability(x fitted) string {
	var n, right [bins]int
	var said [bins]float64
	for i, o := range x.outcomes {
		if len(x.samples[i].options) == 0 || f.all[x.samples[i].at].reading == nil {
			continue
		}
		p := x.without[f.fold[x.samples[i].at]].Calibration.Confidence(o.P, o.Second, o.Source)
		bin := min(bins-1, int(p*bins))
		n[bin]++
		said[bin] += p
		right[bin] += one(o.Right)
	}
	var b strings.Builder
	b.WriteString("confidence, source held out: said, measured (95 % of samples), choices\n")
	for i := range bins {
		if n[i] > 0 {
			low, high := interval(right[i], n[i])
			fmt.Fprintf(&b, "  %.2f  %.2f (%.2f to %.2f)  %d\n", said[i]/float64(n[i]), float64(right[i])/float64(n[i]), low, high, n[i])
		}
	}
	return b.String()
}

// interval is that of Wilson, at 95 %.
func interval(right, n int) (low, high float64) {
	const z = 1.96
	p, m := float64(right)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return middle - half, middle + half
}
