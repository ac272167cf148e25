package layout

import (
	"image"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// at is a line of words that begins at x, y; a word is 10 a letter.
func at(page *Page, x, y int, text string) {
	number := 0
	if n := len(page.Words); n > 0 {
		number = page.Words[n-1].Line + 1
	}
	for word := range strings.FieldsSeq(text) {
		page.Words = append(page.Words, Word{Text: word, Box: image.Rect(x, y, x+10*len(word), y+20), Line: number, Confidence: 1})
		x += 10*len(word) + 10
	}
}

func textOf(p Page) string {
	var lines []string
	for _, line := range p.Lines() {
		lines = append(lines, line.Text)
	}
	return strings.Join(lines, "|")
}

func TestRowsAreReadFromTheTopAndFromTheLeft(t *testing.T) {
	page := Page{Width: 1000, Height: 1400}
	at(&page, 600, 202, "119.00")
	at(&page, 50, 200, "Total amount")
	at(&page, 50, 900, "Page 1")
	at(&page, 50, 50, "Alder Joinery Ltd")
	if got := textOf(page.InReadingOrder()); got != "Alder Joinery Ltd|Total amount|119.00|Page 1" {
		t.Error(got)
	}
}

func TestColumnsOfProseAreReadOneAfterTheOther(t *testing.T) {
	page := Page{Width: 1000, Height: 1400}
	at(&page, 50, 1000, "a foot that goes over both of the columns of this page and more words")
	for i := range 10 {
		at(&page, 50, 200+30*i, "the left one has words")
		at(&page, 550, 200+30*i, "but the right has others")
	}
	at(&page, 50, 50, "a heading that goes over both of the columns of this page too")
	got := textOf(page.InReadingOrder())
	want := "a heading" + strings.Repeat("|the left one has words", 10) + strings.Repeat("|but the right has others", 10) + "|a foot"
	if strings.NewReplacer(" that goes over both of the columns of this page and more words", "", " that goes over both of the columns of this page too", "").Replace(got) != want {
		t.Error(got)
	}
}

func TestNoWordIsLostInOrdering(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		page := Page{Width: rapid.IntRange(0, 1000).Draw(t, "width"), Height: 1000}
		n := rapid.IntRange(-1<<20, 1<<20)
		for line := range rapid.IntRange(0, 40).Draw(t, "lines") {
			for range rapid.IntRange(1, 6).Draw(t, "words") {
				page.Words = append(page.Words, Word{Text: "x", Box: image.Rect(n.Draw(t, "a"), n.Draw(t, "b"), n.Draw(t, "c"), n.Draw(t, "d")), Line: line})
			}
		}
		once := page.InReadingOrder()
		if again := once.InReadingOrder(); !slices.Equal(once.Words, again.Words) {
			t.Fatal("another order the second time")
		}
		if len(once.Words) != len(page.Words) {
			t.Fatalf("%d of %d words", len(once.Words), len(page.Words))
		}
	})
}
