package app

import "testing"

func TestACellOfTheAuditIsNeverAFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "files_move": "files_move", "=HYPERLINK(1)": "'=HYPERLINK(1)", "@x": "'@x", "-1": "'-1", "+1": "'+1", "\t=1": "'\t=1",
	} {
		if got := noFormula(cell); got != want {
			t.Errorf("%q is written as %q, want %q", cell, got, want)
		}
	}
}
