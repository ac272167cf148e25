package engine

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

const (
	// topLines is how many lines from the top may be the name of who wrote the page.
	topLines = 5
	// maxCloser is how many lines of a page are read once more by themselves.
	maxCloser = 8
	// blurred is the confidence of a word under which its line is.
	blurred = 0.8
	// closerHeight is the height in pixels that such a line is brought to, and
	// maxTimes how many times it is enlarged at most.
	closerHeight = 60
	maxTimes     = 3
)

// closer reads the lines again by themselves, enlarged, that matter most and were not
// read with certainty: those that may be the name at the top, and those with a date or an
// amount.
func (r reading) closer(ctx context.Context, grey *image.Gray, page layout.Page) (layout.Page, error) {
	left := maxCloser
	lines := page.Lines()
	var words []layout.Word
	for i, line := range lines {
		own := page.Words[line.First:line.Last]
		if left > 0 && worthALook(own, i < topLines) {
			left--
			again, err := r.line(ctx, grey, line.Box)
			if err != nil && !errors.Is(err, ErrFailed) {
				return layout.Page{}, err
			}
			own = surerWords(own, again)
		}
		words = append(words, own...)
	}
	page.Words = words
	return page, nil
}

// worthALook reports whether a line has a blurred word that matters: one of
// letters at the top, a date or an amount anywhere.
func worthALook(words []layout.Word, top bool) bool {
	return slices.ContainsFunc(words, func(word layout.Word) bool {
		var letters, digits, signs int
		for _, r := range word.Text {
			switch {
			case unicode.IsLetter(r):
				letters++
			case unicode.IsDigit(r):
				digits++
			case strings.ContainsRune(".,:/-", r):
				signs++
			}
		}
		return word.Confidence < blurred && (top && letters > 2 && letters > digits || signs > 0 && digits > 1)
	})
}

// line reads a line by itself.
func (r reading) line(ctx context.Context, grey *image.Gray, box image.Rectangle) ([]layout.Word, error) {
	margin := box.Dy() / 3
	box = box.Inset(-margin).Intersect(grey.Rect)
	if box.Empty() {
		return nil, nil
	}
	times := min(maxTimes, max(1, closerHeight/float64(box.Dy())))
	page, err := r.words(ctx, picture.ScaleGrey(grey.SubImage(box).(*image.Gray), times), wire.ModeLine)
	words := page.Scaled(1 / times).Words
	for i := range words {
		words[i].Box = words[i].Box.Add(box.Min)
	}
	return words, err
}

// surerWords is a line of which another reading is taken where that is surer.
func surerWords(line, again []layout.Word) []layout.Word {
	if len(again) == 0 {
		return line
	}
	first := slices.Clone(line)
	for _, words := range [][]layout.Word{first, again} {
		for i := range words {
			words[i].Line = 0
		}
	}
	voted := vote([]layout.Page{{Words: first}, {Words: again}}).Words
	for i := range voted {
		voted[i].Block, voted[i].Line = line[0].Block, line[0].Line
	}
	return voted
}
