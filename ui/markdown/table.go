package markdown

import (
	"strings"

	"github.com/deskhand/deskhand/ui/prose"
)

// The limits of a table: more columns go into the last one, more rows into another table.
const (
	maxColumns = 12
	maxRows    = 200
)

// row converts a row of a table: the first one is its head.
func (m *marking) row(line string) {
	if m.rows == 0 || m.rows > maxRows {
		head := m.rows == 0
		m.flush()
		m.blocks++
		m.rows = 1
		m.all = append(m.all, prose.Paragraph{Block: m.blocks, Head: head, Cells: cellsOf(line)})
		return
	}
	m.rows++
	if m.rows == 2 && isDelimiter(line) {
		return
	}
	m.all = append(m.all, prose.Paragraph{Block: m.blocks, Cells: cellsOf(line)})
}

// isDelimiter reports whether a line separates the head of a table from its rows.
func isDelimiter(line string) bool {
	return strings.Contains(line, "|") && strings.Contains(line, "-") && strings.Trim(line, "|-: ") == ""
}

// cellsOf splits a row at its bars, except those in code or after a backslash.
func cellsOf(line string) (cells [][]prose.Span) {
	line = strings.TrimPrefix(line, "|")
	if strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`) {
		line = line[:len(line)-1]
	}
	code := false
	start := 0
	for i := 0; i < len(line) && len(cells) < maxColumns-1; i++ {
		switch line[i] {
		case '\\':
			i++
		case '`':
			code = !code && strings.Contains(line[i+1:], "`")
		case '|':
			if !code {
				cells = append(cells, spansOf(strings.TrimSpace(line[start:i])))
				start = i + 1
			}
		}
	}
	return append(cells, spansOf(strings.TrimSpace(line[start:])))
}
