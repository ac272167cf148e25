package fields

import "github.com/deskhand/deskhand/agentcore/plan"

// found is a value that stands in the text as it is.
type found struct {
	span
	value      string
	confidence float64
}

func (f found) field() plan.Field {
	return plan.Field{Value: f.value, Evidence: f.evidence(), Confidence: f.weighed(f.confidence)}
}
