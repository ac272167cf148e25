package fields

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
)

// splitTitle takes the kind out of a title that says nothing but what kind of document
// it is, from whom, and of which number or period: "Your Acme invoice QS-17" becomes the
// kind Invoice with the title QS-17. A kind that was found elsewhere stays.
func splitTitle(fields map[string]plan.Field) {
	title := fields[plan.FieldTitle]
	said, rest, ok := label.KindIn(title.Value, fields[plan.FieldIssuer].Value)
	kind := fields[plan.FieldKind]
	if !ok || kind.Value != "" && !strings.EqualFold(kind.Value, said) {
		return
	}
	kind.Value, kind.Confidence = kinds.TitleCase(said), max(kind.Confidence, title.Confidence)
	if kind.Evidence.Text == "" {
		kind.Evidence = title.Evidence
		kind.Evidence.Text = said
	}
	fields[plan.FieldKind] = kind
	if rest == "" {
		delete(fields, plan.FieldTitle)
		return
	}
	title.Value, title.Evidence.Text = rest, rest
	fields[plan.FieldTitle] = title
}
