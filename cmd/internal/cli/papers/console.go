package papers

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
)

// Verbs are the verbs.
type Verbs struct {
	Find    Find    `cmd:"" help:"Search the documents in the library."`
	Table   Table   `cmd:"" help:"List dates, senders and amounts of documents, with totals; or as a spreadsheet."`
	Library Library `cmd:"" help:"Manage the folders of the document library."`
}

// Console is what the verbs run on.
type Console struct {
	Context context.Context
	// Dir is the folder that the command was given in; empty: it is gone.
	Dir string
	// With runs f on the core once its servers are up, Stored without waiting for
	// these.
	With, Stored func(f func(*app.Controller) error) error
	// Events gives a receiver of what happens.
	Events func(asJSON bool) func(event.Event)
	// Explain says in a sentence why something failed.
	Explain   func(error) string
	Out, Errs io.Writer
	// Shows reports whether a person sees Errs.
	Shows bool
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
