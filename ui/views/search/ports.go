package search

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// Backend finds documents that were read.
type Backend interface {
	kit.Pager
	// Words returns the words of a page and their places on it.
	Words(ctx context.Context, path string, page int) ([]app.Word, error)
	// ReadQuery parses a query: words, and filters such as "over 50 euros".
	ReadQuery(text string) papers.Query
	// FindTyping searches what is cached; Find checks the files too.
	FindTyping(ctx context.Context, q papers.Query) ([]papers.Hit, error)
	Find(ctx context.Context, q papers.Query) ([]papers.Hit, error)
	// Unasked returns why the last Find went by words alone although an embedding model is
	// set; nil if it did not.
	Unasked() error
	// Library lists the added folders, and says how much is stored.
	Library(ctx context.Context) ([]papers.Folder, papers.Status, error)
	// AddToLibrary reads a folder. An interrupted reading resumes.
	AddToLibrary(ctx context.Context, path string, emit func(event.Event)) error
}
