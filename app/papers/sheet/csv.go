package sheet

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/wire/library"
)

// Columns are the names of the columns, in order. The last tells which of the others
// are in doubt, and whether the row is.
func Columns() []string {
	return []string{"date", "from", "kind", "number", amountColumn, "currency", "category", fileColumn, "doubtful"}
}

const (
	amountColumn = "amount"
	fileColumn   = "file"
	// stale is said of a file that is not as it was read; its amount is in no sum.
	stale = "stale"
)

// cells are the values of a row, in the order of Columns.
func cells(r library.Row) []string {
	doubts := r.Doubtful
	if r.Stale {
		doubts = append(slices.Clone(doubts), stale)
	}
	return []string{r.Date, r.From, r.Kind, r.Number, r.Amount, r.Currency, r.Category, r.File, strings.Join(doubts, " ")}
}

// CSV writes rows as RFC 4180 has it, in UTF-8. What comes from a document and a
// spreadsheet would calculate gets an apostrophe in front.
func CSV(to io.Writer, rows []library.Row) error {
	w := csv.NewWriter(to)
	w.UseCRLF = true
	columns := Columns()
	if err := w.Write(columns); err != nil {
		return err
	}
	for _, r := range rows {
		values := cells(r)
		for i := range values {
			if columns[i] != amountColumn || !isNumber(values[i]) {
				values[i] = harmless(values[i])
			}
		}
		if err := w.Write(values); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// harmless keeps a spreadsheet from taking a text for a formula: some look behind
// white space.
func harmless(text string) string {
	if bare := strings.TrimLeft(text, " \t\r\n"); bare != text && bare == "" || bare != "" && strings.ContainsRune("=+-@", rune(bare[0])) {
		return "'" + text
	}
	return text
}

// isNumber reports whether a text is an amount such as -1234.50.
func isNumber(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && strings.Trim(digits, "0123456789.") == "" && strings.Count(digits, ".") <= 1
}
