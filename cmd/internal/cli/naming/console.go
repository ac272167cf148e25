package naming

import (
	"context"
	"io"

	"github.com/deskhand/deskhand/app"
)

// Console is what the verbs run on.
type Console struct {
	Context context.Context
	// Stored runs f on the core without waiting for its servers.
	Stored    func(f func(*app.Controller) error) error
	Out, Errs io.Writer
}
