package xlsx

import (
	"regexp"
	"slices"
	"strings"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

// margin is what a sheet prints at the head or the foot of its pages.
type margin struct{ text strings.Builder }

// maxMargin is how many bytes of one are read; Excel writes at most 255 characters.
const maxMargin = 2_000

// codes are the signs of a margin that are no text: fonts, colours and sizes, and what a
// page number, a day or the name of the file is put for. The parts at the left, in the
// middle and at the right are lines of their own.
var (
	codes = regexp.MustCompile(`&"[^"]*"|&K(?:[0-9A-Fa-f]{6}|[0-9]{2}[+-][0-9]{3})|&[0-9]+|&[BIUESXYHODTZFAG]`)
	parts = regexp.MustCompile(`&[LCR]`)
)

// lines are those of the margin.
func (m *margin) lines(page int) (lines []wire.Line) {
	const sign, pageNumber = "\x00", "\x01" // "&&" is a sign of the text
	text := strings.NewReplacer("&&", sign, "&P", pageNumber, "&N", pageNumber).Replace(m.text.String())
	text = codes.ReplaceAllString(text, "")
	for line := range strings.SplitSeq(parts.ReplaceAllString(text, "\n"), "\n") {
		if strings.Contains(line, pageNumber) {
			continue
		}
		if line = strings.Join(strings.Fields(strings.ReplaceAll(line, sign, "&")), " "); line != "" {
			lines = append(lines, wire.Line{Page: page, Text: line, Role: wire.RoleMargin, Confidence: 1})
		}
	}
	return lines
}

// withMargins puts the head of the present sheet above the lines that begin there, and its
// foot behind them.
func (s *sheet) withMargins(from int) {
	content := &s.builder.Content
	content.Lines = slices.Insert(content.Lines, from, s.head.lines(content.Pages)...)
	content.Lines = append(content.Lines, s.foot.lines(content.Pages)...)
	s.head.text.Reset()
	s.foot.text.Reset()
}
