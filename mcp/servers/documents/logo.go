package documents

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"unicode"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
)

// Where logos are looked for, and what is taken for the words of one.
const (
	headPart    = 0.33 // of the page, from its top
	sureLetters = 0.6  // confidence of a word
	minLetters  = 3    // of a line
)

// errNothingDrawn is returned for a page whose head is all text.
var errNothingDrawn = errors.New("nothing is drawn")

// logo returns the words at the head of the first page that are drawn and therefore not
// in its text: many letterheads name the sender only in the logo. A logo that cannot be
// read is ignored.
func (f paged) logo(ctx context.Context, text layout.Page, languages []string) []layout.Word {
	read, err := f.engine.Read(ctx, engine.Source{
		Key: f.Sum + "#logo", Sparse: true,
		Picture: func(ctx context.Context) (*image.Gray, int, error) {
			grey, dpi, err := f.Grey(ctx, 1)
			if err != nil {
				return nil, 0, err
			}
			head := drawnHead(grey, text)
			if !hasInk(head) {
				return nil, 0, errNothingDrawn
			}
			return head, dpi, nil
		},
	}, languages)
	if err != nil || read.Width < 1 {
		return nil
	}
	return logoWords(read.Scaled(float64(text.Width)/float64(read.Width)), text)
}

// drawnHead returns the head of a page without its text.
func drawnHead(grey *image.Gray, text layout.Page) *image.Gray {
	size := grey.Rect.Size()
	head := image.NewGray(image.Rect(0, 0, size.X, int(headPart*float64(size.Y))))
	draw.Draw(head, head.Rect, grey, grey.Rect.Min, draw.Src)
	for _, word := range text.Words {
		box := image.Rect(word.Box.Min.X*size.X/text.Width, word.Box.Min.Y*size.Y/text.Height,
			word.Box.Max.X*size.X/text.Width, word.Box.Max.Y*size.Y/text.Height)
		draw.Draw(head, box.Inset(-max(2, box.Dy()/8)), image.NewUniform(color.White), image.Point{}, draw.Src)
	}
	return head
}

// hasInk reports whether a picture has more dark pixels than a rule takes.
func hasInk(p *image.Gray) bool {
	dark := 0
	for _, light := range p.Pix {
		if light < 160 {
			dark++
		}
	}
	return dark > 300
}

// logoWords returns the words that were read with enough confidence, numbered after those
// of the text.
func logoWords(read, text layout.Page) []layout.Word {
	block, number := 1, 1
	for _, word := range text.Words {
		block, number = max(block, word.Block+1), max(number, word.Line+1)
	}
	var words []layout.Word
	for _, line := range read.Lines() {
		letters := 0
		var sure []layout.Word
		for _, word := range read.Words[line.First:line.Last] {
			n := lettersOf(word.Text)
			if word.Confidence < sureLetters || n < 2 && word.Text != "&" { // an emblem is read as a letter
				continue
			}
			letters += n
			word.Block, word.Line, word.Drawn = block+word.Block, number+word.Line, true
			sure = append(sure, word)
		}
		if letters >= minLetters {
			words = append(words, sure...)
		}
	}
	return words
}

func lettersOf(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
