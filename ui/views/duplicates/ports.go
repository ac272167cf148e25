package duplicates

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/app/duplicates"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// Backend finds duplicates and puts them aside.
type Backend interface {
	kit.Pager
	kit.Reverser
	// FindDuplicates finds files with the same contents and, unless only those are
	// requested, reads documents to find those with the same text.
	FindDuplicates(ctx context.Context, req duplicates.Request, emit func(event.Event)) (duplicates.Found, error)
	// PutAside moves files into a folder next to those searched: this call is the user's
	// approval.
	PutAside(ctx context.Context, spare []duplicates.Spare, folder string, paths []string, emit func(event.Event)) (duplicates.Aside, error)
	// Library lists the added folders.
	Library(ctx context.Context) ([]papers.Folder, papers.Status, error)
}
