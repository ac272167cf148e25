package fields

import (
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// found is a value that stands in the text as it is.
type found struct {
	page.Span
	value      string
	confidence float64
}

// doubt is what is not sure about a field where one code says it all.
func doubt(code plan.ReasonCode) []plan.Reason { return []plan.Reason{{Code: code}} }

func (f found) field() plan.Field {
	return plan.Field{Value: f.value, Evidence: f.Evidence(), Confidence: f.Weighed(f.confidence)}
}
