package format

import (
	"strings"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/lists"
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

// The caps of what is kept of a file.
const (
	MaxLines = 10_000
	MaxText  = 1 << 20 // bytes
	maxCells = 200     // of a row
)

// Builder gathers lines. The zero value is ready. What goes over the caps is
// left out, and Content.Cut says so.
type Builder struct {
	Content Content

	text strings.Builder // of the line that is being written
	role wire.Role
	size int

	rows   int      // depth in rows of tables
	cells  []string // of the row that is being written
	inCell bool
}

// Full reports whether nothing more is kept.
func (b *Builder) Full() bool { return b.Content.Cut }

// Write adds to the present line.
func (b *Builder) Write(text string) {
	if b.Content.Cut {
		return
	}
	if b.size += len(text); b.size > MaxText {
		b.Content.Cut = true
		return
	}
	b.text.WriteString(text)
}

// Written reports whether the present line has any text.
func (b *Builder) Written() bool { return b.text.Len() > 0 }

// As says what the present line is, and those after it until End.
func (b *Builder) As(role wire.Role) { b.role = role }

// Role returns what As said.
func (b *Builder) Role() wire.Role { return b.role }

// Break ends the present line; within a cell, the line of the cell.
func (b *Builder) Break() {
	text := tidy(b.text.String())
	b.text.Reset()
	if text == "" {
		return
	}
	if b.inCell {
		last := len(b.cells) - 1
		if b.cells[last] != "" {
			text = b.cells[last] + "\n" + text
		}
		b.cells[last] = text
		return
	}
	b.add(wire.Line{Text: text, Role: b.role})
}

// Blank ends the present line and leaves one empty after it, outside of tables
// and never two.
func (b *Builder) Blank() {
	b.Break()
	if b.inCell {
		return
	}
	if n := len(b.Content.Lines); n > 0 && b.Content.Lines[n-1].Text != "" {
		b.add(wire.Line{})
	}
}

// StartPage begins the next slide or sheet.
func (b *Builder) StartPage() {
	b.Break()
	b.Content.Pages++
}

// StartRow begins a row of a table. A row that a cell of another holds makes
// that one a means of laying out: its cells become lines.
func (b *Builder) StartRow() {
	b.Break()
	if b.rows > 0 {
		b.spill()
	}
	b.rows++
	b.cells, b.inCell = nil, false
}

// StartCell begins the next cell of the row.
func (b *Builder) StartCell() {
	b.Break()
	if b.rows != 1 || len(b.cells) >= maxCells {
		b.inCell = false
		return
	}
	b.cells, b.inCell = append(b.cells, ""), true
}

// EndRow ends the row: a line with its cells, or the lines of its cells where
// one has several.
func (b *Builder) EndRow() {
	if b.rows == 0 {
		return
	}
	b.Break()
	b.rows--
	several, filled := false, 0
	for _, cell := range b.cells {
		several = several || strings.Contains(cell, "\n")
		if cell != "" {
			filled++
		}
	}
	if several || filled < 2 {
		b.spill()
		return
	}
	row := wire.Line{Role: wire.RoleRow, Text: joined(b.cells), Cells: trimmed(b.cells)}
	b.cells, b.inCell = nil, false
	b.add(row)
}

// Cells adds a row.
func (b *Builder) Cells(cells []string) {
	b.StartRow()
	for _, cell := range cells[:min(len(cells), maxCells)] {
		b.StartCell()
		b.Write(cell)
	}
	b.EndRow()
}

// Append adds the lines of another content.
func (b *Builder) Append(other Content) {
	if len(other.Lines) > 0 {
		b.Blank()
	}
	for _, line := range other.Lines {
		if b.size += len(line.Text); b.size > MaxText {
			b.Content.Cut = true
			return
		}
		b.add(line)
	}
	b.Content.Cut = b.Content.Cut || other.Cut
}

// spill makes lines of the cells.
func (b *Builder) spill() {
	cells := b.cells
	b.cells, b.inCell = nil, false
	for _, cell := range cells {
		for text := range strings.SplitSeq(cell, "\n") {
			if text != "" {
				b.add(wire.Line{Text: text, Role: b.role})
			}
		}
	}
}

func (b *Builder) add(line wire.Line) {
	if len(b.Content.Lines) >= MaxLines {
		b.Content.Cut = true
		return
	}
	line.Page, line.Confidence = max(1, b.Content.Pages), 1
	b.Content.Lines = append(b.Content.Lines, line)
}

// Done ends what is open and returns what was gathered.
func (b *Builder) Done() Content {
	for b.rows > 0 {
		b.EndRow()
	}
	b.Break()
	lines := b.Content.Lines
	for len(lines) > 0 && lines[len(lines)-1].Text == "" {
		lines = lines[:len(lines)-1]
	}
	b.Content.Lines, b.Content.Pages = lines, max(1, b.Content.Pages)
	return b.Content
}

// tidy drops what is no text and the white space around a line.
func tidy(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "")
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\u00a0' || r == '\u2028' || r == '\u2029':
			return ' '
		case r < ' ' && r != '\t' || r == 0x7f || r == '\u00ad' || r == '\ufeff' || r == '\u200b':
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(text)
}

// joined is the text of a row.
func joined(cells []string) string {
	return strings.Join(lists.Filter(cells, func(cell string) bool { return cell != "" }), "\t")
}

// trimmed drops empty cells at the end.
func trimmed(cells []string) []string {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}
