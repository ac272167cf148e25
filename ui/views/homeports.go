package views

import (
	"context"

	"github.com/deskhand/deskhand/app"
)

// homeBackend is what home asks for.
type homeBackend interface {
	reverser
	// History lists the batches, newest first.
	History(ctx context.Context) ([]app.Batch, error)
	Recent(ctx context.Context) ([]app.Folder, error)
	Patterns() []app.NamePattern
}
