package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

const (
	// pull is how strongly the prior holds the weights.
	pull = 0.5
	// alone is how many documents make a source a fold of its own; the smaller
	// ones are spread over folds, each as a whole.
	alone = 20
	folds = 5
	// sure is the confidence that a name needs to be ready (agentcore/triage).
	sure = 0.85
)

// report is a fitted model and how well it does on what it has not seen.
type report struct {
	model *rank.Model
	parts []string
	// held and seen are the figures with a document's source held out of the fit,
	// and as fitted.
	held, seen map[string]figures
	bins       [5]bin
}

// figures count documents.
type figures struct{ all, reachable, right, ready, harmful int }

// bin counts choices of like confidence.
type bin struct {
	n, right int
	said     float64
}

// check fits with each fold held out, calibrates on what was held out, and fits
// to all.
func check(all []labelled) *report {
	weigh(all)
	outcomes := make([]rank.Outcome, len(all))
	byFold := map[string][]int{}
	sizes := sourceSizes(all)
	for i, l := range all {
		name := foldOf(l.source, sizes[l.source])
		byFold[name] = append(byFold[name], i)
	}
	models := make([]*rank.Model, len(all))
	for name := range byFold {
		m := fitTo(all, func(l labelled) bool { return foldOf(l.source, sizes[l.source]) != name })
		for _, i := range byFold[name] {
			outcomes[i], models[i] = choose(m, all[i]), m
		}
	}
	r := &report{model: fitTo(all, func(labelled) bool { return true }), held: map[string]figures{}, seen: map[string]figures{}}
	r.model.Calibration = rank.Calibrate(outcomes)
	for i, l := range all {
		if !slices.Contains(r.parts, l.part) {
			r.parts = append(r.parts, l.part)
		}
		r.held[l.part] = r.count(r.held[l.part], models[i], l)
		r.seen[l.part] = r.count(r.seen[l.part], r.model, l)
		r.bin(outcomes[i])
	}
	return r
}

// weigh makes a source of many documents count more than one of few, but not as
// many times more.
func weigh(all []labelled) {
	sizes := sourceSizes(all)
	for i := range all {
		all[i].sample.Weight = 1 / math.Sqrt(float64(sizes[all[i].source]))
	}
}

func sourceSizes(all []labelled) map[string]int {
	sizes := map[string]int{}
	for _, l := range all {
		sizes[l.source]++
	}
	return sizes
}

func foldOf(source string, size int) string {
	if size >= alone {
		return source
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(source)) // a hash takes everything
	return fmt.Sprint("fold ", h.Sum32()%folds)
}

func fitTo(all []labelled, take func(labelled) bool) *rank.Model {
	var samples []rank.Sample
	for _, l := range all {
		if take(l) {
			samples = append(samples, l.sample)
		}
	}
	m := fields.NewIssuerModel()
	m.Fit(samples, pull)
	return m
}

// choose is how the best candidate of a document comes out.
func choose(m *rank.Model, l labelled) rank.Outcome {
	p, _ := m.Probabilities(l.sample.Choice)
	if len(p) == 0 {
		return rank.Outcome{Legibility: 1}
	}
	at := slices.Index(p, slices.Max(p))
	o := l.options[at]
	return rank.Outcome{P: p[at], OCR: o.OCR, Legibility: o.Legibility, Right: l.sample.Right[at], Weight: l.sample.Weight}
}

func (r *report) count(f figures, m *rank.Model, l labelled) figures {
	o := choose(m, l)
	f.all++
	if slices.Contains(l.sample.Right, true) {
		f.reachable++
	}
	if o.Right {
		f.right++
	}
	if r.model.Calibration.Confidence(o.P, o.OCR, o.Legibility) >= sure {
		f.ready++
		if !o.Right {
			f.harmful++
		}
	}
	return f
}

func (r *report) bin(o rank.Outcome) {
	said := r.model.Calibration.Confidence(o.P, o.OCR, o.Legibility)
	b := &r.bins[min(len(r.bins)-1, int(said*float64(len(r.bins))))]
	b.n++
	b.said += said
	if o.Right {
		b.right++
	}
}

// String is the report for a person.
func (r *report) String() string {
	var b strings.Builder
	b.WriteString("issuers          all reachable | source held out: right  ready harmful | as fitted: right  ready harmful\n")
	for _, part := range r.parts {
		h, s := r.held[part], r.seen[part]
		fmt.Fprintf(&b, "%-15s %4d %9d | %23d %6d %7d | %16d %6d %7d\n", part, h.all, h.reachable, h.right, h.ready, h.harmful, s.right, s.ready, s.harmful)
	}
	b.WriteString("confidence, source held out: said, measured, choices\n")
	for _, bin := range r.bins {
		if n := float64(max(1, bin.n)); bin.n > 0 {
			fmt.Fprintf(&b, "  %.2f  %.2f  %d\n", bin.said/n, float64(bin.right)/n, bin.n)
		}
	}
	return b.String()
}

// comment is the report as the head of a file of weights.
func (r *report) comment() string {
	return "# Weights of the features of who issued a document, fitted by scripts/fit.\n#\n# " +
		strings.ReplaceAll(strings.TrimSpace(r.String()), "\n", "\n# ") + "\n\n"
}
