package fields

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

func TestAHeadingOfKindAndPeriodIsBoth(t *testing.T) {
	got := Extract(pageOf("May 2024 PAY SLIP", 0.05, "Kelder Bright Sdn. Bhd.", 0.02))
	kind, title := got[plan.FieldKind], got[plan.FieldTitle]
	if kind.Value != "Pay Slip" || title.Value != "May 2024" || title.Evidence.Text != "May 2024" {
		t.Errorf("kind %q, title %q from %q", kind.Value, title.Value, title.Evidence.Text)
	}
}
