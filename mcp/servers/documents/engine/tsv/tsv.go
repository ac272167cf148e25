package tsv

import (
	"strconv"
	"strings"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// wordLevel marks the rows of the table that are words.
const wordLevel = "5"

// Words returns the words of tesseract's TSV: level, page, block, paragraph, line, word,
// left, top, width, height, confidence in percent, text. Rows that are not
// understood are left out.
func Words(table string) []wire.Word {
	var words []wire.Word
	for row := range strings.Lines(table) {
		cells := strings.SplitN(strings.TrimRight(row, "\r\n"), "\t", 12)
		if len(cells) < 12 || cells[0] != wordLevel || strings.TrimSpace(cells[11]) == "" {
			continue
		}
		numbers, err := integers(cells[2:10])
		confidence, bad := strconv.ParseFloat(cells[10], 64)
		if err != nil || bad != nil {
			continue
		}
		left, top, width, height := numbers[4], numbers[5], numbers[6], numbers[7]
		words = append(words, wire.Word{
			Text: strings.TrimSpace(cells[11]),
			X0:   left, Y0: top, X1: left + width, Y1: top + height,
			Confidence: confidence / 100,
			Block:      numbers[0], Par: numbers[1], Line: numbers[2],
		})
	}
	return words
}

func integers(cells []string) ([]int, error) {
	numbers := make([]int, len(cells))
	for i, cell := range cells {
		n, err := strconv.Atoi(cell)
		if err != nil {
			return nil, err
		}
		numbers[i] = n
	}
	return numbers, nil
}
