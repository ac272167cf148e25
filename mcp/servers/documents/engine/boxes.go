package engine

import (
	"context"
	"errors"
	"image"
	"slices"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// boxHeights are the heights in pixels that a dark box is brought to: letters of more than
// twice the usual size are read worse. What both say is believed, however unsure each is.
var boxHeights = [...]float64{90, 45}

// boxLetters is how long a word in a box is at least.
const boxLetters = 4

// boxed adds the bright print in dark boxes of which nothing was read: the names of many
// shops are printed so.
func (r reading) boxed(ctx context.Context, grey *image.Gray, page layout.Page) (layout.Page, error) {
	var more []layout.Word
	for _, box := range picture.Boxes(grey) {
		if anySureIn(page, box) {
			continue
		}
		found := len(more)
		words, err := r.inBox(ctx, grey, box)
		if err != nil {
			return layout.Page{}, err
		}
		more = append(more, words...)
		if len(more) > found { // what was made of it as it is, is nothing
			page.Words = slices.DeleteFunc(slices.Clone(page.Words), func(w layout.Word) bool { return middle(w.Box).In(box) })
		}
	}
	if len(more) == 0 {
		return page, nil
	}
	lines := page.Lines()
	texts := lists.Map(lines, func(line layout.Line) []layout.Word { return page.Words[line.First:line.Last] })
	page.Words = assembled(lines, texts, more)
	return page, nil
}

// inBox are the words in a dark box that are read alike at both sizes.
func (r reading) inBox(ctx context.Context, grey *image.Gray, box image.Rectangle) ([]layout.Word, error) {
	var read [len(boxHeights)][]layout.Word
	bright := picture.Inverted(grey, box)
	for i, height := range boxHeights {
		times := min(maxTimes, height/float64(box.Dy()))
		page, err := r.words(ctx, picture.ScaleGrey(bright, times), wire.ModeBlock)
		if err != nil && !errors.Is(err, ErrFailed) {
			return nil, err
		}
		read[i] = page.Scaled(1 / times).Words
	}
	var words []layout.Word
	for _, word := range read[0] {
		again := slices.IndexFunc(read[1], func(w layout.Word) bool { return w.Text == word.Text })
		if again >= 0 && len(word.Text) >= boxLetters && legible(word) {
			word.Confidence = min(1, agreed+max(word.Confidence, read[1][again].Confidence))
			word.Box = word.Box.Add(box.Min)
			words = append(words, word)
		}
	}
	return words, nil
}

// anySureIn reports whether a box contains a word that was read with certainty.
func anySureIn(page layout.Page, box image.Rectangle) bool {
	return slices.ContainsFunc(page.Words, func(word layout.Word) bool {
		return word.Confidence >= alone && middle(word.Box).In(box) && legible(word) && len(word.Text) > 2
	})
}

func middle(box image.Rectangle) image.Point { return box.Min.Add(box.Max).Div(2) }
