package plan

import (
	"slices"
	"testing"

	"github.com/deskhand/deskhand/app"
)

func TestEvidenceIsFoundOnAPage(t *testing.T) {
	words := []app.Word{
		{Line: 0, Text: "Hollow", Box: [4]float64{0.1, 0.1, 0.1, 0.02}},
		{Line: 0, Text: "Tree", Box: [4]float64{0.21, 0.1, 0.08, 0.02}},
		{Line: 1, Text: "Date:", Box: [4]float64{0.1, 0.2, 0.08, 0.02}},
		{Line: 1, Text: "05/12/2026,", Box: [4]float64{0.2, 0.2, 0.2, 0.02}},
		{Line: 2, Text: "Tree", Box: [4]float64{0.1, 0.3, 0.08, 0.02}},
	}
	for text, want := range map[string][]float64{
		"05/12/2026":       {0.2, 0.2, 0.2, 0.02},
		"Hollow Tree":      {0.1, 0.1, 0.19, 0.02},
		"Tree":             {0.21, 0.1, 0.08, 0.02},
		"Tree Date:":       {0.21, 0.1, 0.08, 0.02}, // the first line of it
		"Hollow Log":       nil,
		"":                 nil,
		"...":              nil,
		"05/12/2026, Tree": {0.2, 0.2, 0.2, 0.02},
	} {
		got := placeOf(words, text)
		if len(got) != len(want) || !slices.EqualFunc(got, want, func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }) {
			t.Errorf("%q is at %v, want %v", text, got, want)
		}
	}
}
