package verb

import (
	"context"
	"io"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/app"
)

// Console is the terminal of a command, and the core that it works on.
type Console struct {
	Context context.Context
	// Dir is the folder that the command was given in; empty if it no longer exists.
	Dir string
	// With runs f on the core once its servers are up, Stored without waiting for them.
	With, Stored func(f func(*app.Controller) error) error
	// Events returns a receiver of events.
	Events    func(asJSON bool) func(event.Event)
	Out, Errs io.Writer
	// Shows reports whether a person sees Errs.
	Shows bool
	// Ask asks a yes-or-no question; Asks reports whether there is a terminal to ask at.
	Ask  func(question string) bool
	Asks func() bool
	// Explain, Failure and Note put into words what went wrong.
	Explain func(error) string
	Failure func(chat.Failure) string
	Note    func(documents.Note) string
	// Receipt prints what a batch did, and returns its exit code as an error; End ends a
	// run that was not approved, or that did only a part.
	Receipt func(done Done, r plan.Receipt, err error, asJSON bool) error
	End     func(partly bool, words string) error
}

// Done is what a batch did to files, in words.
type Done struct{ Is, IsNot, Stopped string }

// What batches do.
var (
	Renamed = Done{"renamed", "could not be renamed", "Cancelled: the other files keep their names."}
	Moved   = Done{"moved", "could not be moved", "Cancelled: the other files stay where they are."}
	Added   = Done{"added", "could not be added", "Cancelled: the other files were not added."}
)
