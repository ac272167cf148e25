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
	// Words are the words of a page and their places on it.
	Words(ctx context.Context, path string, page int) ([]app.Word, error)
	// ReadQuery reads what was typed: words, and filters such as "over 50 euros".
	ReadQuery(text string) papers.Query
	// Table lists documents as they are now; emit gets how far that has come.
	Table(ctx context.Context, q papers.Query, emit func(event.Event)) (papers.Table, error)
	// Correct keeps what the person says of a document, and returns its row.
	Correct(ctx context.Context, path string, said map[string]string) (papers.Row, error)
	// Library lists the folders that were added, and says how much is kept.
	Library(ctx context.Context) ([]papers.Folder, papers.Status, error)
}
