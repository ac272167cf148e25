package fields

import (
	_ "embed" // the fitted weights
	"slices"
	"sync"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

// headLines is how many lines are looked at for who issued the document; a
// letterhead or a footer is not further away from its page's edge.
const headLines = 400

// leastIssuer is the confidence below which no name is proposed, not even to be
// looked at: somebody must have issued what is traded; notes are rarely issued by
// whom they are headed with.
func leastIssuer(kind role) float64 {
	switch kind {
	case tradeRole, statementRole:
		return 0.3
	case looseRole:
		return 0.85
	}
	return 0.5
}

//go:embed issuer.weights
var issuerWeights string

// issuerModel chooses among the candidates. scripts/fit writes its weights; a
// feature without one is a mistake that the tests find.
var issuerModel = sync.OnceValue(func() *rank.Model {
	m, err := rank.Parse(issuerWeights, names(issuerFeatures), names(noneFeatures))
	if err != nil {
		panic(err)
	}
	return m
})

func names(features []feature) []string {
	out := make([]string, len(features))
	for i, f := range features {
		out[i] = f.name
	}
	return out
}

// findIssuer is who sent or sold what the document is about: the most likely
// candidate, with how likely it is as its confidence.
func (r *reading) findIssuer(kind role, hasAmount bool) (found, plan.Field, bool) {
	all, choice := r.issuerChoice(kind, hasAmount)
	model := issuerModel()
	p, _ := model.Probabilities(choice)
	if len(p) == 0 {
		return found{}, plan.Field{}, false
	}
	at := slices.Index(p, slices.Max(p))
	best := all[at]
	confidence := model.Calibration.Confidence(p[at], !best.line.sure, best.legibility())
	if confidence < leastIssuer(kind) {
		return found{}, plan.Field{}, false
	}
	f := best.field(confidence)
	return found{best.span, f.Value, confidence}, f, true
}

// issuerChoice is the candidates and what is known of each.
func (r *reading) issuerChoice(kind role, hasAmount bool) ([]*candidate, rank.Choice) {
	all := r.issuerCandidates()
	v := r.issuerView(all, kind, hasAmount)
	choice := rank.Choice{Options: make([][]float64, len(all)), None: v.values(noneFeatures, nil)}
	for i, c := range all {
		choice.Options[i] = v.values(issuerFeatures, c)
	}
	return all, choice
}

// Option is a candidate for the issuer, as the fit sees it.
type Option struct {
	Value      string
	Legibility float64
	OCR        bool
}

// IssuerOptions returns the candidates for the issuer of d and what is known of
// each, for fitting the weights.
func IssuerOptions(d Document) ([]Option, rank.Choice) {
	r := newReading(d)
	kind, _ := r.findKind()
	_, hasAmount := r.findAmount()
	all, choice := r.issuerChoice(kind.role, hasAmount)
	options := make([]Option, len(all))
	for i, c := range all {
		options[i] = Option{Value: c.value(), Legibility: c.legibility(), OCR: !c.line.sure}
	}
	return options, choice
}

// NewIssuerModel returns a model for the issuer whose weights are the prior.
func NewIssuerModel() *rank.Model {
	m := rank.New(names(issuerFeatures), names(noneFeatures))
	for i, f := range issuerFeatures {
		m.Weights[i] = f.prior
	}
	for i, f := range noneFeatures {
		m.NoneWeights[i] = f.prior
	}
	return m
}

// issuerLabelEnd is the last token of the label that the line begins with: the
// colon of "From:", or the last word of "Receipt from".
func issuerLabelEnd(l *line) (int, bool) {
	if _, next, ok := issuerLabels.at(l.tokens, 0); ok {
		return next, next < len(l.tokens) && l.tokens[next].fold == ":"
	}
	start := 0
	if l.tokens[0].fold == "your" {
		start = 1
	}
	if start >= len(l.tokens) {
		return 0, false
	}
	_, next, ok := kindWords.at(l.tokens, start)
	return next, ok && next < len(l.tokens) && fromWords[l.tokens[next].fold]
}

// nameBelow is the name in the line after a label that stands alone.
func (r *reading) nameBelow(l *line) span {
	next := r.after(l)
	if next == nil || next.recipient {
		return span{}
	}
	s, _ := nameSpan(span{next, 0, len(next.text)})
	return s
}

// isAddressed tells that an address follows the name.
func (r *reading) isAddressed(s span) bool {
	if isAddress(s.line.tokensIn(span{s.line, s.end, len(s.line.text)})) {
		return true
	}
	next := r.after(s.line)
	return next != nil && len(next.dates) == 0 && isAddress(next.tokens)
}
