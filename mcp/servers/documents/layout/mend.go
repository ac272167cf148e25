package layout

import "image"

// A page is shattered when a tenth of its words, and a few at least, touch the word
// before them, which is said to stand on another line.
const (
	shatteredShare = 10
	shatteredWords = 5
)

// Mended returns the page with its words and lines as their places tell, where its
// reader took them apart: PDFium takes a page with little text for one that is written
// from the top down, and ends a line behind each letter. Other pages stay as they are.
// The page is upright.
func (p Page) Mended() Page {
	touching := 0
	for i := 1; i < len(p.Words); i++ {
		if a, b := p.Words[i-1], p.Words[i]; a.Line != b.Line && touch(a.Box, b.Box, a.Box) {
			touching++
		}
	}
	if touching < shatteredWords || touching*shatteredShare < len(p.Words) {
		return p
	}
	mended := Page{Width: p.Width, Height: p.Height}
	var line image.Rectangle
	number := 0
	for _, word := range p.Words {
		last := len(mended.Words) - 1
		switch {
		case last < 0:
			line = word.Box
		case touch(mended.Words[last].Box, word.Box, line):
			mended.Words[last].Text += word.Text
			mended.Words[last].Box = mended.Words[last].Box.Union(word.Box)
			line = line.Union(word.Box)
			continue
		case follows(mended.Words[last].Box, word.Box, line):
			line = line.Union(word.Box)
		default:
			number++
			line = word.Box
		}
		word.Line = number
		mended.Words = append(mended.Words, word)
	}
	return mended
}

// touch reports whether b goes on with the word a of a line.
func touch(a, b, line image.Rectangle) bool {
	return onRow(a, b) && 5*(b.Min.X-a.Max.X) < max(line.Dy(), b.Dy())
}

// follows reports whether b is the next word of a line, behind a.
func follows(a, b, line image.Rectangle) bool {
	return onRow(a, b) && b.Min.X-a.Max.X < max(line.Dy(), b.Dy())
}

// onRow reports whether b stands to the right of a and shares some of its height.
func onRow(a, b image.Rectangle) bool {
	shared := min(a.Max.Y, b.Max.Y) - max(a.Min.Y, b.Min.Y)
	return b.Min.X >= a.Max.X-a.Dy()/5 && 3*shared > min(a.Dy(), b.Dy())
}
