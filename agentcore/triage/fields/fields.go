package fields

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/amount"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// minConfidence is what a field needs to be mentioned at all.
const minConfidence = 0.3

// finder finds one field, with what the finders before it found.
type finder struct {
	field string
	find  func(r *reading, k *known) plan.Field // without a value: it is not known
}

// finders are in an order in which each has what it asks for.
var finders = []finder{
	{plan.FieldKind, func(r *reading, k *known) plan.Field {
		if kind, ok := r.findKind(); ok {
			k.kind = kind
			return plan.Field{Value: kind.Value, Evidence: kind.Evidence(), Confidence: kind.Confidence}
		}
		return plan.Field{}
	}},
	{plan.FieldAmount, func(r *reading, k *known) plan.Field {
		k.hasAmount = amount.Claimed(r.Reading)
		return amount.Find(r.Reading, r.model(plan.FieldAmount, amount.Model))
	}},
	{plan.FieldCurrency, func(r *reading, _ *known) plan.Field { return r.findCurrency() }},
	{plan.FieldDate, func(r *reading, k *known) plan.Field { return r.findDate(k.kind) }},
	{plan.FieldIssuer, func(r *reading, k *known) plan.Field {
		issuer, field := r.findIssuer(r.tradeRole(k.kind.Role, k.hasAmount))
		k.issuer = issuer
		return field
	}},
	{plan.FieldTitle, func(r *reading, k *known) plan.Field {
		return r.findTitle(k.kind, k.issuer, k.hasAmount)
	}},
	{plan.FieldNumber, func(r *reading, k *known) plan.Field {
		if number, ok := r.documentNumber(k.kind); ok && number.field().Confidence >= sure {
			return number.field()
		}
		return plan.Field{}
	}},
	{plan.FieldPerson, func(r *reading, _ *known) plan.Field { return r.findPerson() }},
}

// known is what finders tell those behind them.
type known struct {
	kind      kinds.Found
	issuer    found
	hasAmount bool
}

// Extract finds the fields of d, by the names of package plan. A field that
// nothing is known of is absent; one of which no candidate is likely enough has
// no value. What the file says as data stands above what is read.
func Extract(d page.Document) map[string]plan.Field { return Models(nil).Extract(d) }

// Extract finds the fields of d like the function, with the models m in place of
// those of the program.
func (m Models) Extract(d page.Document) map[string]plan.Field {
	r := newReading(d)
	r.models = m
	fields := map[string]plan.Field{}
	var k known
	for _, finder := range finders {
		f := r.withFact(finder.field, finder.find(r, &k))
		if f.Value != "" && f.Confidence >= minConfidence || f.Value == "" && len(f.Candidates) > 0 {
			fields[finder.field] = f
		}
	}
	if f := fields[plan.FieldIssuer]; f.Value != "" && f.Confidence < believedIssuer(k.kind.Role) && strings.Contains(bare(fields[plan.FieldTitle].Value), bare(f.Value)) {
		delete(fields, plan.FieldIssuer) // what it is called, rather
	}
	if label.SaysKnown(fields[plan.FieldTitle].Value, fields[plan.FieldIssuer].Value) {
		delete(fields, plan.FieldTitle)
	}
	splitTitle(fields)
	if title := fields[plan.FieldTitle].Value; fields[plan.FieldKind].Value == "" && (title == "" || title == fields[plan.FieldNumber].Value) {
		kind := r.unnamedKind(k.hasAmount)
		if kind.Value == "" {
			kind = r.headingKind(k.issuer)
		}
		if kind.Value != "" {
			fields[plan.FieldKind] = kind
		}
	}
	if fields[plan.FieldKind].Value == "" && fields[plan.FieldTitle].Value == "" {
		if letter := r.letter(); letter.Value != "" {
			fields[plan.FieldKind] = letter // nothing else would tell what it is
		}
	}
	return fields
}
