package home

import (
	"context"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// Backend is what home asks for.
type Backend interface {
	kit.Reverser
	// History lists the batches, newest first.
	History(ctx context.Context) ([]app.Batch, error)
	Recent(ctx context.Context) ([]app.Folder, error)
	// Sample writes the sample files into a folder of the person's and returns it.
	Sample(ctx context.Context) (string, error)
	Patterns() []app.NamePattern
	// Subfolders reports whether folders inside are to be read too; SetSetting keeps
	// that.
	Subfolders() bool
	SetSetting(ctx context.Context, key, value string) error
	// Advice says how this computer stands for models; SetChain chooses which are
	// asked.
	Advice(ctx context.Context) (app.ModelAdvice, error)
	SetChain(ctx context.Context, chain []string) error
}
