package fields

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// The documents of the file are parted by "====": the text, "----", and what
// a careful person would say of it. A question mark behind a value says that
// it must be believed too little for a name, a dash that it is not proposed at all.
func TestWholeDocumentsAreUnderstood(t *testing.T) {
	raw := string(readAll(t, "testdata/documents.txt"))
	for _, block := range strings.Split(raw, "====\n")[1:] {
		text, facts, ok := strings.Cut(block, "\n----\n")
		if !ok {
			t.Fatalf("a document without facts: %q", block)
		}
		name, _, _ := strings.Cut(text, "\n")
		t.Run(name, func(t *testing.T) {
			got := Extract(page.Document{Lines: textLines(text), Kind: "pdf", Method: plan.MethodText, Today: today})
			want := parseFacts(facts)
			for _, field := range []string{plan.FieldDate, plan.FieldIssuer, plan.FieldKind, plan.FieldTitle, plan.FieldAmount} {
				if said := statement(got[field]); said != want[field] {
					t.Errorf("%s is %q, want %q", field, said, want[field])
				}
			}
		})
	}
}

func parseFacts(facts string) map[string]string {
	want := map[string]string{}
	for _, row := range strings.Split(strings.TrimSpace(facts), "\n") {
		if field, value, ok := strings.Cut(row, ": "); ok {
			if strings.HasSuffix(value, " -") {
				value = ""
			}
			want[field] = value
		}
	}
	return want
}

// statement is the field as the file writes it.
func statement(f plan.Field) string {
	if f.Value != "" && f.Confidence < 0.6 {
		return f.Value + " ?"
	}
	return f.Value
}
