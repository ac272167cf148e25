package documents

import (
	"strings"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

// result is a reading that is being put together.
type result struct{ wire.Reading }

// The caps of one result, so that it stays a message of a few megabytes.
const (
	maxLines = 10_000
	maxWords = 20_000
	maxText  = 1 << 20 // bytes
)

// addPage appends a page that was read.
func (r *result) addPage(number int, page pageText) {
	r.PageSizes = append(r.PageSizes, wire.PageSize{Page: number, Width: page.width, Height: page.height})
	for i, line := range page.Lines() {
		if len(r.Lines) >= maxLines || len(r.Words)+line.Last-line.First > maxWords || len(r.Text) > maxText {
			r.Truncated = true
			return
		}
		if r.Text != "" && (i == 0 || line.Block != page.Words[line.First-1].Block) {
			r.Text += "\n" // an empty line between blocks and pages
		}
		r.Text += line.Text + "\n"
		box := page.Fractions(line.Box)
		index := len(r.Lines)
		role := wire.Role("")
		if line.Drawn {
			role = wire.RoleLogo
		}
		r.Lines = append(r.Lines, wire.Line{Page: number, Text: line.Text, Box: &box, Confidence: round2(line.Confidence), Size: box[3], Role: role})
		for _, word := range page.Words[line.First:line.Last] {
			r.Words = append(r.Words, wire.Word{
				Page: number, Line: index, Text: word.Text, Box: page.Fractions(word.Box), Confidence: round2(word.Confidence),
			})
		}
	}
}

// addLines sets the text to lines that have no place, of these pages.
func (r *result) addLines(lines []wire.Line, pages pageRange) {
	var text []string
	for _, line := range lines {
		if line.Page < pages.first || line.Page > pages.last {
			continue
		}
		r.Lines = append(r.Lines, line)
		text = append(text, line.Text)
	}
	r.Text = strings.Join(text, "\n")
}

// round2 keeps two decimals of a number between 0 and 1.
func round2(f float64) float64 { return float64(int(f*100+0.5)) / 100 }
