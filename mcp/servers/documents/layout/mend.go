package layout

import (
	"image"
	"slices"
	"unicode"
	"unicode/utf8"
)

// A page is shattered when a tenth of its words, and at least a few, touch the word
// before them although that is said to be on another line.
const (
	shatteredShare = 10
	shatteredWords = 5
)

// Mended returns the page with words and lines rebuilt from their boxes where the reader
// split them, and with widely spaced letters joined to words: "R E C H N U N G". The page
// is upright.
func (p Page) Mended() Page { return p.unshattered().closedUp() }

// unshattered joins words and lines that PDFium split: it takes a page with little text
// for vertical writing, and ends the line after each letter. Other pages are unchanged.
func (p Page) unshattered() Page {
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

// spacedLetters is the least number of consecutive one-letter words that are taken for
// one widely spaced word.
const spacedLetters = 4

// closedUp joins widely spaced letters to words; a wider gap separates two words.
func (p Page) closedUp() Page {
	closed := Page{Width: p.Width, Height: p.Height, Words: make([]Word, 0, len(p.Words))}
	for first := 0; first < len(p.Words); {
		last := first + 1
		if isLetter(p.Words[first]) {
			for last < len(p.Words) && isLetter(p.Words[last]) && p.Words[last].Line == p.Words[first].Line && isSpaced(p.Words[last-1].Box, p.Words[last].Box) {
				last++
			}
		}
		if last-first >= spacedLetters {
			closed.Words = append(closed.Words, wordsOf(p.Words[first:last])...)
		} else {
			closed.Words = append(closed.Words, p.Words[first:last]...)
		}
		first = last
	}
	return closed
}

// isLetter reports whether a word is one letter, or the "&" between names.
func isLetter(w Word) bool {
	r, size := utf8.DecodeRuneInString(w.Text)
	return size == len(w.Text) && (unicode.IsLetter(r) || r == '&')
}

// isSpaced reports whether b is as far behind a as widely spaced letters are; columns of
// a table are farther away.
func isSpaced(a, b image.Rectangle) bool {
	return onRow(a, b) && 2*(b.Min.X-a.Max.X) < 3*max(a.Dy(), b.Dy())
}

// wordsOf joins letters to words; the gap between two words is wider than that between
// most letters.
func wordsOf(letters []Word) []Word {
	gaps := make([]int, 0, len(letters)-1)
	for i := 1; i < len(letters); i++ {
		gaps = append(gaps, letters[i].Box.Min.X-letters[i-1].Box.Max.X)
	}
	slices.Sort(gaps)
	usual := gaps[(len(gaps)-1)/2]
	words := []Word{letters[0]}
	for i, letter := range letters[1:] {
		last := &words[len(words)-1]
		if gap := letter.Box.Min.X - letters[i].Box.Max.X; 2*gap > 3*usual+letter.Box.Dy()/5 {
			words = append(words, letter)
			continue
		}
		last.Text += letter.Text
		last.Box = last.Box.Union(letter.Box)
	}
	return words
}

// touch reports whether b continues the word a of a line.
func touch(a, b, line image.Rectangle) bool {
	return onRow(a, b) && 5*(b.Min.X-a.Max.X) < max(line.Dy(), b.Dy())
}

// follows reports whether b is the next word of a line, behind a.
func follows(a, b, line image.Rectangle) bool {
	return onRow(a, b) && b.Min.X-a.Max.X < max(line.Dy(), b.Dy())
}

// onRow reports whether b is to the right of a and overlaps its height.
func onRow(a, b image.Rectangle) bool {
	shared := min(a.Max.Y, b.Max.Y) - max(a.Min.Y, b.Min.Y)
	return b.Min.X >= a.Max.X-a.Dy()/5 && 3*shared > min(a.Dy(), b.Dy())
}
