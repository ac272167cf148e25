package layout

import (
	"image"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// written is a page of text as it would be read: lines of words from left to
// right and from top to bottom.
func written(t *rapid.T) Page {
	page := Page{Width: 1000, Height: 1400}
	lines := rapid.IntRange(1, 8).Draw(t, "lines")
	for line := range lines {
		x := 50
		for range rapid.IntRange(1, 6).Draw(t, "words") {
			width := rapid.IntRange(10, 120).Draw(t, "width")
			page.Words = append(page.Words, Word{
				Text: strings.Repeat("x", 1+width/20), Confidence: rapid.Float64Range(0, 1).Draw(t, "confidence"),
				Box: image.Rect(x, 50+40*line, x+width, 75+40*line), Line: line,
			})
			x += width + 10
		}
	}
	return page
}

// tellsItsWay reports whether each line has several words: a single word does not show
// its direction.
func tellsItsWay(p Page) bool {
	for _, line := range p.Lines() {
		if line.Last-line.First < 2 {
			return false
		}
	}
	return len(p.Words) > 1
}

func TestATurnedPageIsTurnedBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		page := written(t)
		turn := rapid.SampledFrom([]int{0, 90, 180, 270}).Draw(t, "turn")
		lying := page.Turn(turn)
		if tellsItsWay(page) && !reflect.DeepEqual(lying.Turn(lying.UprightTurn()), page) {
			t.Fatalf("turned by %d, found %d", turn, lying.UprightTurn())
		}
		if back := lying.Turn(360 - turn); !reflect.DeepEqual(back, page) {
			t.Fatalf("turned by %d and back: %+v", turn, back)
		}
		if four := page.Turn(90).Turn(90).Turn(90).Turn(90); !reflect.DeepEqual(four, page) {
			t.Fatalf("four quarters: %+v", four)
		}
	})
}

func TestEachWordIsInOneLineAndEachBoxInThePage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		page := written(t)
		next := 0
		for _, line := range page.Lines() {
			if line.First != next || line.Last <= line.First {
				t.Fatalf("line %+v follows word %d", line, next)
			}
			next = line.Last
			for _, word := range page.Words[line.First:line.Last] {
				if !word.Box.In(line.Box) {
					t.Fatalf("word %+v outside of %v", word, line.Box)
				}
			}
		}
		if next != len(page.Words) {
			t.Fatalf("%d of %d words are in lines", next, len(page.Words))
		}
		if c := page.Confidence(); c < 0 || c > 1 {
			t.Fatalf("confidence %v", c)
		}
	})
}

func TestFractionsStayOnThePageWhateverTheBox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(-1<<30, 1<<30)
		page := Page{Width: rapid.IntRange(0, 5000).Draw(t, "w"), Height: rapid.IntRange(0, 5000).Draw(t, "h")}
		box := page.Fractions(image.Rect(n.Draw(t, "a"), n.Draw(t, "b"), n.Draw(t, "c"), n.Draw(t, "d")))
		if box[0] < 0 || box[1] < 0 || box[0]+box[2] > 1.0002 || box[1]+box[3] > 1.0002 {
			t.Fatalf("box %v", box)
		}
	})
}

func TestAPageOfNothingIsUpright(t *testing.T) {
	for _, page := range []Page{{}, {Width: 10, Height: 10, Words: []Word{{Text: "x", Box: image.Rect(1, 1, 2, 9)}}}} {
		if turn := page.UprightTurn(); turn != 0 {
			t.Errorf("%+v: turn %d", page, turn)
		}
	}
}
