package layout

import (
	"image"
	"math"
	"strings"
)

// Word is one word on a page.
type Word struct {
	Text string `json:"t"`
	// Box is in the page's own units, with the origin at the top left.
	Box image.Rectangle `json:"b"`
	// Confidence is how sure the reader was: 0 to 1.
	Confidence float64 `json:"c"`
	// Block and Line number the page's blocks and lines in reading order; the
	// numbers of lines run on over the whole page.
	Block int `json:"k"`
	Line  int `json:"l"`
	// Drawn says that it was read by OCR from a page whose other words are text.
	Drawn bool `json:"d,omitempty"`
}

// Page is one page in its own units: pixels of a picture, hundredths of a point of a PDF.
type Page struct {
	Width, Height int
	Words         []Word
}

// Line is a run of words on one line.
type Line struct {
	Text       string
	Box        image.Rectangle
	Confidence float64 // the mean of its words'
	Block      int
	Drawn      bool // as its words
	// Words are the indexes of its words in Page.Words: [First, Last).
	First, Last int
}

// Lines gathers the words into lines. It expects the words of one line to
// follow one another.
func (p Page) Lines() []Line {
	var lines []Line
	for first := 0; first < len(p.Words); {
		last := first + 1
		for last < len(p.Words) && p.Words[last].Line == p.Words[first].Line {
			last++
		}
		lines = append(lines, p.line(first, last))
		first = last
	}
	return lines
}

// line makes one line of the words [first, last).
func (p Page) line(first, last int) Line {
	line := Line{Block: p.Words[first].Block, Drawn: p.Words[first].Drawn, First: first, Last: last}
	texts := make([]string, 0, last-first)
	for _, word := range p.Words[first:last] {
		texts = append(texts, word.Text)
		line.Box = line.Box.Union(word.Box)
		line.Confidence += word.Confidence
	}
	line.Text = strings.Join(texts, " ")
	line.Confidence /= float64(last - first)
	return line
}

// Confidence is the mean confidence of the words, each weighted by its length;
// 0 when there is none.
func (p Page) Confidence() float64 {
	var sum, weight float64
	for _, word := range p.Words {
		length := float64(len(word.Text))
		sum += word.Confidence * length
		weight += length
	}
	if weight == 0 {
		return 0
	}
	return sum / weight
}

// Scaled returns the page at another size.
func (p Page) Scaled(factor float64) Page {
	to := func(n int) int { return int(math.Round(float64(n) * factor)) }
	scaled := Page{Width: to(p.Width), Height: to(p.Height), Words: make([]Word, len(p.Words))}
	for i, word := range p.Words {
		word.Box = image.Rect(to(word.Box.Min.X), to(word.Box.Min.Y), to(word.Box.Max.X), to(word.Box.Max.Y))
		scaled.Words[i] = word
	}
	return scaled
}

// Fractions returns a box of the page as x, y, width and height between 0 and 1,
// cut to the page.
func (p Page) Fractions(box image.Rectangle) [4]float64 {
	box = box.Intersect(image.Rect(0, 0, p.Width, p.Height))
	if box.Empty() || p.Width <= 0 || p.Height <= 0 {
		return [4]float64{}
	}
	w, h := float64(p.Width), float64(p.Height)
	return [4]float64{
		round4(float64(box.Min.X) / w), round4(float64(box.Min.Y) / h),
		round4(float64(box.Dx()) / w), round4(float64(box.Dy()) / h),
	}
}

// round4 keeps four decimals of a number between 0 and 1.
func round4(f float64) float64 { return float64(int(f*10000+0.5)) / 10000 }
