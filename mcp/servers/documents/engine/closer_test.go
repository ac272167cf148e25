package engine

import (
	"image"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
)

func TestLinesThatMatterAndAreBlurredAreWorthALook(t *testing.T) {
	for _, row := range []struct {
		text string
		sure float64
		top  bool
		want bool
	}{
		{"Bakery", 0.7, true, true},
		{"Bakery", 0.9, true, false},
		{"Bakery", 0.7, false, false},
		{"of", 0.3, true, false},
		{"26/05/2O18", 0.6, false, true},
		{"26/05/2018", 0.95, false, false},
		{"4.80", 0.5, false, true},
		{"5711", 0.5, false, false},
		{"ABC-123", 0.5, false, true},
		{"--", 0.1, true, false},
	} {
		if got := worthALook([]layout.Word{{Text: "sure", Confidence: 1}, {Text: row.text, Confidence: row.sure}}, row.top); got != row.want {
			t.Errorf("%q, %.2f sure, at the top %v: %v", row.text, row.sure, row.top, got)
		}
	}
}

// A line that was read badly is read by itself, and stays in its place.
func TestALineThatWasReadBadlyIsReadByItself(t *testing.T) {
	grey := page(t, "Corner Bakery", "Bread 4.80", "Thank you")
	for name, config := range engines() {
		r := reading{pool: newPool(t, config), languages: []string{"eng"}}
		before := layout.Page{Width: 480, Height: 200, Words: []layout.Word{
			{Text: "Comer", Box: image.Rect(40, 42, 115, 62), Confidence: 0.4, Block: 1},
			{Text: "Bakery", Box: image.Rect(121, 42, 200, 65), Confidence: 0.95, Block: 1},
			{Text: "Bre@d", Box: image.Rect(40, 82, 106, 101), Confidence: 0.4, Block: 1, Line: 1},
			{Text: "4,8O", Box: image.Rect(113, 82, 160, 104), Confidence: 0.4, Block: 1, Line: 1},
		}}
		after, err := r.closer(t.Context(), grey, before)
		must(t, err)
		if got := inOne(after); got != "Corner Bakery / Bread 4.80" {
			t.Errorf("%s: %q", name, got)
		}
		for i, word := range after.Words {
			if was := before.Words[i]; word.Line != was.Line || word.Block != was.Block || !samePlace(word.Box, was.Box) {
				t.Errorf("%s: %+v was %+v", name, word, was)
			}
		}
	}
}
