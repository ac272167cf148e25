package triage

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

func TestEveryReasonHasWords(t *testing.T) {
	item := plan.Item{Fields: map[string]plan.Field{plan.FieldDate: {Value: "x", Doubt: "day and month could be swapped"}}}
	for _, code := range []plan.ReasonCode{
		plan.ReasonRead, plan.ReasonChosen, plan.ReasonSeries, plan.ReasonSame, plan.ReasonByPerson, plan.ReasonUncertain, plan.ReasonDoubted,
		plan.ReasonNoIssuer, plan.ReasonNoDate, plan.ReasonTooLittle, plan.ReasonNumberOnly, plan.ReasonSeen, plan.ReasonLosesWords, plan.ReasonNothing,
	} {
		if because(item, plan.Reason{Code: code, Field: plan.FieldDate, Text: "y"}).Why == "" {
			t.Errorf("%s has no words", code)
		}
	}
}

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
	if len(got.reasons) != len(want) || got.status != plan.StatusReview {
		t.Fatalf("%+v", got)
	}
	for i, r := range got.reasons {
		if r != want[i] {
			t.Errorf("%+v, want %+v", r, want[i])
		}
	}
}
