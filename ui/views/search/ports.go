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
	// Words are the words of a page and their places on it.
	Words(ctx context.Context, path string, page int) ([]app.Word, error)
	// ReadQuery reads what was typed: words, and filters such as "over 50 euros".
	ReadQuery(text string) papers.Query
	// FindTyping finds at once what is known; Find looks whether it is still so.
	FindTyping(ctx context.Context, q papers.Query) ([]papers.Hit, error)
	Find(ctx context.Context, q papers.Query) ([]papers.Hit, error)
	// Unasked is why the last Find went by words alone, although a model was chosen that
	// finds by meaning; nil where it did not.
	Unasked() error
	// Library lists the folders that were added, and says how much is kept.
	Library(ctx context.Context) ([]papers.Folder, papers.Status, error)
	// AddToLibrary reads a folder. A run that was ended goes on where it was.
	AddToLibrary(ctx context.Context, path string, emit func(event.Event)) error
}
