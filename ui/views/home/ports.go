package home

import (
	"context"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// Backend is what home needs.
type Backend interface {
	kit.Reverser
	// History lists the batches, newest first.
	History(ctx context.Context) ([]app.Batch, error)
	Recent(ctx context.Context) ([]app.Folder, error)
	// Sample writes the sample files into a folder of the user's and returns it.
	Sample(ctx context.Context) (string, error)
	Patterns() []app.NamePattern
	// Subfolders reports whether subfolders are included; SetSetting saves that.
	Subfolders() bool
	SetSetting(ctx context.Context, key, value string) error
	// Advice returns which model suits this computer; SetChain sets which are used.
	Advice(ctx context.Context) (app.ModelAdvice, error)
	SetChain(ctx context.Context, chain []string) error
}
