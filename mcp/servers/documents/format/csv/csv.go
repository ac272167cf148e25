package csv

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/plaintext"
)

const mime = "text/csv"

// Reader reads tables in plain text.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	return []format.Format{{
		Name: "CSV", Kind: wire.KindSheet, MIME: mime, Extensions: []string{".csv", ".tsv", ".tab"},
		Gives: "rows with their cells, whatever parts them: comma, semicolon, tab or |",
	}}
}

// Recognize implements format.Reader. A letter may have as many commas in each
// line, so the name decides.
func (r Reader) Recognize(f format.File) string {
	if slices.Contains(r.Formats()[0].Extensions, f.Extension) && !plaintext.Binary(f.Data) {
		return mime
	}
	return ""
}

// Read implements format.Reader.
func (Reader) Read(f format.File) (format.Content, error) {
	text := plaintext.Read(f.Data)
	var b format.Builder
	rows := csv.NewReader(strings.NewReader(strings.Join(text.Lines, "\n")))
	rows.Comma, rows.LazyQuotes, rows.FieldsPerRecord, rows.ReuseRecord = delimiter(text.Lines), true, -1, true
	for !b.Full() {
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			continue // the other rows may be sound
		}
		b.Cells(cells)
	}
	content := b.Done()
	content.Cut = content.Cut || text.Cut
	return content, nil
}

// sample is how many lines are looked at for the delimiter.
const sample = 50

// delimiter is the character that parts most lines into the same number of
// cells.
func delimiter(lines []string) rune {
	best, most := ',', 0
	for _, r := range []rune{';', '\t', ',', '|'} {
		counts := map[int]int{}
		for _, line := range lines[:min(len(lines), sample)] {
			counts[strings.Count(line, string(r))]++
		}
		for n, lines := range counts {
			if n > 0 && lines*100+n > most {
				best, most = r, lines*100+n
			}
		}
	}
	return best
}
