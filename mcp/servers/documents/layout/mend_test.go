package layout

import (
	"image"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// shattered is a page whose every letter is a word on a line of its own.
func shattered(p Page) Page {
	broken := Page{Width: p.Width, Height: p.Height}
	for _, word := range p.Words {
		width := word.Box.Dx() / len(word.Text)
		for i := range word.Text {
			x := word.Box.Min.X + i*width
			broken.Words = append(broken.Words, Word{
				Text: word.Text[i : i+1], Confidence: word.Confidence, Line: len(broken.Words),
				Box: image.Rect(x, word.Box.Min.Y, x+width, word.Box.Max.Y),
			})
		}
	}
	return broken
}

func TestAShatteredPageIsPutTogetherAndAnotherStaysAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		page := written(t)
		if got := page.unshattered(); !reflect.DeepEqual(got, page) {
			t.Fatalf("a whole page became %q", textOf(got))
		}
		broken := shattered(page)
		if len(broken.Words)-len(page.Words) < max(shatteredWords, len(broken.Words)/shatteredShare) {
			return // so few letters may be separate on purpose
		}
		if got := broken.unshattered(); textOf(got) != textOf(page) {
			t.Fatalf("%q, not %q", textOf(got), textOf(page))
		}
	})
}

func TestRowsThatAShatteredPageJoinedArePutApart(t *testing.T) {
	page := Page{Width: 1000, Height: 1400}
	at(&page, 50, 100, "Dagtekening")
	at(&page, 50, 140, "Aanslagnummer 12")
	page = shattered(page)
	at(&page, 50, 300, "Waterschap Postbus")
	page.Words[len(page.Words)-1].Box = image.Rect(50, 330, 120, 350)
	if got := textOf(page.unshattered()); got != "Dagtekening|Aanslagnummer 12|Waterschap|Postbus" {
		t.Error(got)
	}
}

func TestLettersThatAreSetWideApartAreWords(t *testing.T) {
	page := Page{Width: 1000, Height: 1400}
	at(&page, 50, 100, "H O T E L")
	at(&page, 50, 300, "A B C")
	at(&page, 50, 500, "Plan A B to C D")
	for i, letter := range "MIRAMAR" {
		x := 50 + 20*len("HOTEL") + 15 + 20*i
		page.Words = slices.Insert(page.Words, 5+i, Word{Text: string(letter), Box: image.Rect(x, 100, x+10, 120)})
	}
	for i, letter := range "ABCD" { // heads of columns
		page.Words = append(page.Words, Word{Text: string(letter), Box: image.Rect(50+100*i, 700, 60+100*i, 720), Line: 9})
	}
	if got := textOf(page.Mended()); got != "HOTEL MIRAMAR|A B C|Plan A B to C D|A B C D" {
		t.Error(got)
	}
}
