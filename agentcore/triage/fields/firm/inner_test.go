package firm

import (
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// Names stand in the foot of a page and in running text: with a legal form, behind marks,
// or behind words with which a firm speaks of itself.
func TestNamesWithinALine(t *testing.T) {
	for line, want := range map[string][]string{
		"Imprint · Privacy · Alder & Finch Ltd, 12 Mill Lane":             {"Alder & Finch Ltd"},
		"The ticket is issued by Alder Railways Ltd, and valid for a day": {"Alder Railways Ltd"},
		"Please make cheques payable to Alder & Sons. Thank you":          {"Alder & Sons"},
		"Wir bei Lindenau freuen uns auf Sie":                             {"Lindenau"},
		"we accept cards and cash":                                        nil,
		"Alder Ltd":                                                       nil,
	} {
		r := page.New(page.Document{Lines: []page.RawLine{{Page: 1, Text: line}}})
		var got []string
		for _, c := range page.CellsOf(r.Lines) {
			for _, name := range InnerNames(c) {
				got = append(got, name.Text())
			}
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %q", line, got)
			}
		}
		if want == nil && got != nil {
			t.Errorf("%s: %q", line, got)
		}
	}
}
