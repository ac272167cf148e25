package papers

import (
	"fmt"
	"time"

	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
)

// Verbs are the verbs.
type Verbs struct {
	Find    Find    `cmd:"" help:"Search the documents in the library."`
	Table   Table   `cmd:"" help:"List dates, senders and amounts of documents, with totals; or as a spreadsheet."`
	Library Library `cmd:"" help:"Manage the folders of the document library."`
}

// Day is a day: 2026-03-04.
type Day struct{ time.Time }

// UnmarshalText reads a day.
func (d *Day) UnmarshalText(text []byte) (err error) {
	if d.Time, err = time.Parse(time.DateOnly, string(text)); err != nil {
		return fmt.Errorf("%q is not a date such as 2026-03-04", text)
	}
	return nil
}

func visible(text string) string { return serverwords.Visible(text) }
