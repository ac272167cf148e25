package table

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// Backend makes tables of documents that were read.
type Backend interface {
	kit.Pager
	// Words returns the words of a page and their places on it.
	Words(ctx context.Context, path string, page int) ([]app.Word, error)
	// ReadQuery parses a query: words, and filters such as "over 50 euros".
	ReadQuery(text string) papers.Query
	// Table lists documents; emit receives progress.
	Table(ctx context.Context, q papers.Query, emit func(event.Event)) (papers.Table, error)
	// Correct saves the user's correction of a document, and returns its row.
	Correct(ctx context.Context, path string, said map[string]string) (papers.Row, error)
	// Library lists the added folders, and says how much is stored.
	Library(ctx context.Context) ([]papers.Folder, papers.Status, error)
}
