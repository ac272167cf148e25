package triage

import (
	"reflect"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

func TestAReasonIsDataWithThePlaceThatItRestsOn(t *testing.T) {
	item := plan.Item{Fields: map[string]plan.Field{
		plan.FieldDate:  {Value: "2026-03-04", Confidence: 0.4, Evidence: plan.Evidence{Text: "4 March 2026", Page: 2}},
		plan.FieldTitle: {Value: "Trip", Confidence: 0.9},
	}}
	got := judge(item, []string{plan.FieldDate, plan.FieldTitle}, sureName)
	want := []plan.Reason{
		{Code: plan.ReasonRead, Field: plan.FieldDate, Text: "4 March 2026", Page: 2},
		{Code: plan.ReasonRead, Field: plan.FieldTitle, Text: "Trip"},
		{Code: plan.ReasonUncertain, Field: plan.FieldDate},
	}
	if !reflect.DeepEqual(got.reasons, want) || got.status != plan.StatusReview {
		t.Errorf("%+v, want %+v", got, want)
	}
}
