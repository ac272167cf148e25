package fields

import (
	"cmp"
	"slices"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/amount"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

// Models choose among candidates, by the field of package plan. The program has
// its own for each that is not there.
type Models map[string]*rank.Model

// model is the one of the document for a field, else that of the program.
func (r *reading) model(field string, own func() *rank.Model) *rank.Model {
	if m := r.models[field]; m != nil {
		return m
	}
	return own()
}

// Ranked are the fields that are chosen among candidates by fitted weights.
var Ranked = []string{plan.FieldKind, plan.FieldDate, plan.FieldIssuer, plan.FieldTitle, plan.FieldAmount}

// NewModel returns a model for a field of Ranked whose weights are the prior.
func NewModel(field string) *rank.Model {
	switch field {
	case plan.FieldKind:
		return kinds.Prior()
	case plan.FieldDate:
		return rank.Prior(dateFeatures, noDateFeatures)
	case plan.FieldTitle:
		return rank.Prior(titleFeatures, noTitleFeatures)
	case plan.FieldAmount:
		return amount.Prior()
	}
	return rank.Prior(issuerFeatures, noneFeatures)
}

// Option is a candidate as the fit sees it.
type Option struct {
	Value string
	rank.Source
}

// Options returns the candidates for a field of Ranked in d, and what is known of
// each, for fitting the weights.
func Options(d page.Document, field string) ([]Option, rank.Choice) {
	r := newReading(d)
	switch field {
	case plan.FieldKind:
		return sourced(kinds.Options(r.Reading))
	case plan.FieldAmount:
		return sourced(amount.Options(r.Reading))
	}
	kind, _ := r.findKind()
	if field == plan.FieldDate {
		all, choice := r.dateChoice(kind)
		return optionsOf(all, kind.Role), choice
	}
	hasAmount := amount.Claimed(r.Reading)
	role := r.tradeRole(kind.Role, hasAmount)
	if field == plan.FieldTitle {
		issuer, _ := r.findIssuer(role)
		all, choice := r.titleChoice(kind, issuer, hasAmount)
		return optionsOf(all, kind.Role), choice
	}
	all, choice := r.issuerChoice(role)
	return optionsOf(all, role), choice
}

func sourced(values []string, sources []rank.Source, choice rank.Choice) ([]Option, rank.Choice) {
	options := make([]Option, len(values))
	for i, v := range values {
		options[i] = Option{Value: v, Source: sources[i]}
	}
	return options, choice
}

// option is a candidate of any field.
type option interface {
	value() string
	Evidence() plan.Evidence
	reading() float64 // how well its worst word was read, in [0, 1]
	bySight() bool    // it was read by OCR
	unproven() bool   // nothing but OCR itself tells one of its words
}

func sourceOf(c option, kind page.Role) rank.Source {
	return rank.Source{OCR: c.bySight(), Legibility: c.reading(), Unproven: c.bySight() && c.unproven(), Traded: kind.IsTrade()}
}

func optionsOf[C option](all []C, kind page.Role) []Option {
	out := make([]Option, len(all))
	for i, c := range all {
		out[i] = Option{Value: c.value(), Source: sourceOf(c, kind)}
	}
	return out
}

// leastCandidate is the probability below which a candidate is not worth a look.
const leastCandidate = 0.02

// choose is the likeliest of the candidates as a field, with how likely it is, and
// the others that it could be, of the probability least at least. at is -1 where there
// are none.
func choose[C option](m *rank.Model, all []C, choice rank.Choice, kind page.Role, least float64) (f plan.Field, at int) {
	p, _ := m.Probabilities(choice)
	at, sum, second := choice.Best(p)
	if at < 0 {
		return plan.Field{}, at
	}
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	best := all[at]
	f = plan.Field{Value: best.value(), Evidence: best.Evidence(), Confidence: m.Calibration.Confidence(sum, second, sourceOf(best, kind))}
	for _, i := range m.Deciding(choice.Options[at], plan.MaxFeatures) {
		f.Features = append(f.Features, m.Features[i])
	}
	said := map[string]bool{}
	for _, i := range order {
		c := all[i]
		if len(f.Candidates) == plan.MaxCandidates || i != at && p[i] < least {
			break
		}
		if !said[c.value()] {
			said[c.value()] = true
			probability := f.Confidence
			if i != at {
				probability = min(probability, p[i])
			}
			f.Candidates = append(f.Candidates, plan.Candidate{Value: c.value(), Evidence: c.Evidence(), Probability: probability})
		}
	}
	return f, at
}

// leastAsked is the probability that the best candidate has at least for a person to
// be asked.
const leastAsked = 0.1

// unsure is a field that is asked of the person: its candidates without a value.
func unsure(f plan.Field) plan.Field {
	if len(f.Candidates) == 0 || f.Candidates[0].Probability < leastAsked {
		return plan.Field{}
	}
	return plan.Field{Candidates: f.Candidates}
}
