package engine

import (
	"image"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
)

// read is a reading: words on lines of their own, each with its place.
type read struct {
	text  string
	x, y  int
	width int
	sure  float64
}

func reads(words ...read) layout.Page {
	page := layout.Page{Width: 1000, Height: 1000}
	for i, w := range words {
		line := 0
		if i > 0 {
			line = page.Words[i-1].Line
			if w.y != words[i-1].y {
				line++
			}
		}
		page.Words = append(page.Words, layout.Word{Text: w.text, Box: image.Rect(w.x, w.y, w.x+w.width, w.y+20), Confidence: w.sure, Line: line})
	}
	return page
}

func TestEachWordIsDecidedByAVoteOfTheReadings(t *testing.T) {
	for _, row := range []struct {
		name     string
		readings []layout.Page
		want     string
	}{
		{"the surer of two", []layout.Page{
			reads(read{"Some", 0, 0, 80, 0.9}, read{"w0rds", 100, 0, 90, 0.4}),
			reads(read{"Sone", 0, 0, 80, 0.5}, read{"words", 100, 0, 90, 0.8}),
		}, "Some words"},
		{"two that agree against a surer one", []layout.Page{
			reads(read{"Total", 0, 0, 80, 0.9}, read{"41.80", 100, 0, 90, 0.9}),
			reads(read{"Total", 0, 1, 80, 0.9}, read{"47.80", 101, 1, 90, 0.5}),
			reads(read{"Total", 1, 0, 80, 0.9}, read{"47.80", 100, 0, 91, 0.5}),
		}, "Total 47.80"},
		{"one word where another reading has two", []layout.Page{
			reads(read{"Invoice", 0, 0, 80, 0.9}, read{"Billno.", 100, 0, 90, 0.5}),
			reads(read{"Invoice", 0, 0, 80, 0.9}, read{"Bill", 100, 0, 40, 0.8}, read{"no.", 150, 0, 40, 0.8}),
		}, "Invoice Bill no."},
		{"a bad word takes none with it", []layout.Page{
			reads(read{"Some", 0, 0, 80, 0.9}, read{"~~", 100, 0, 30, 0}, read{"words", 150, 0, 90, 0.9}),
		}, "Some ~~ words"},
		{"a word across two lines puts no word of one on the other", []layout.Page{
			reads(read{"Mill", 0, 0, 80, 0.9}, read{"Bakery", 100, 0, 90, 0.9}, read{"2,", 0, 24, 20, 0.9}, read{"Mill-Lane", 30, 24, 160, 0.9}),
			{Width: 1000, Height: 1000, Words: []layout.Word{{Text: "wi", Box: image.Rect(0, 0, 80, 44), Confidence: 0.3}}},
		}, "Mill Bakery / 2, Mill-Lane"},
		{"of two places of one word the surer", []layout.Page{
			{Width: 1000, Height: 1000, Words: []layout.Word{{Text: "Mill", Box: image.Rect(0, 0, 80, 44), Confidence: 0.6}}},
			reads(read{"Mill", 0, 24, 80, 0.9}, read{"Lane", 90, 24, 80, 0.9}),
			reads(read{"Bakery", 100, 0, 90, 0.9}, read{"Mill", 0, 24, 80, 0.8}, read{"Lane", 90, 24, 80, 0.8}),
		}, "Bakery / Mill Lane"},
		{"a word and a line that only another reading has", []layout.Page{
			reads(read{"First", 0, 0, 80, 0.9}, read{"Last-and-longest", 0, 200, 80, 0.9}),
			reads(read{"First", 0, 0, 80, 0.9}, read{"word", 100, 0, 80, 0.9}, read{"Middle", 0, 100, 80, 0.9}, read{"--", 0, 150, 80, 0.9}, read{"odd", 0, 170, 80, 0.3}),
		}, "First word / Middle / Last-and-longest"},
	} {
		for range 3 {
			if got := inOne(vote(row.readings)); got != row.want {
				t.Errorf("%s: %q, want %q", row.name, got, row.want)
			}
		}
	}
}

// inOne is the text with a stroke between lines.
func inOne(p layout.Page) string { return strings.ReplaceAll(text(p), "\n", " / ") }

func TestReadingsOfAnyShapeKeepTheirLinesInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // for a test
	for range 200 {
		readings := make([]layout.Page, 1+random.IntN(3))
		for i := range readings {
			line := 0
			for range random.IntN(40) {
				x, y := random.IntN(900), random.IntN(900)
				line += random.IntN(2)
				readings[i].Words = append(readings[i].Words, layout.Word{
					Text: "word", Box: image.Rect(x, y, x+1+random.IntN(200), y+1+random.IntN(200)),
					Confidence: random.Float64(), Line: line,
				})
			}
			readings[i].Words = numberedAgain(readings[i].Words)
		}
		last := -1
		for _, word := range vote(readings).Words {
			if word.Line < last || word.Text == "" {
				t.Fatalf("line %d after %d: %+v", word.Line, last, word)
			}
			last = word.Line
		}
	}
}

// numberedAgain numbers lines without gaps, as an engine does.
func numberedAgain(words []layout.Word) []layout.Word {
	line, before := -1, -1
	for i := range words {
		if words[i].Line != before {
			before = words[i].Line
			line++
		}
		words[i].Line = line
	}
	return words
}
