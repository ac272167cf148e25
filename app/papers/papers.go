package papers

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/collection"
	"github.com/deskhand/deskhand/agentcore/event"
	documents "github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/lists"
	wire "github.com/deskhand/deskhand/agentcore/wire/library"
	"github.com/deskhand/deskhand/app/access"
	"github.com/deskhand/deskhand/app/papers/sheet"
)

// What the library of documents takes and gives.
type (
	// Query says which documents are looked for.
	Query = documents.Query
	// Hit is one that was found.
	Hit = documents.Hit
	// Row is a document in a table, Sum what some come to, and Group all such sums.
	Row   = documents.Row
	Sum   = wire.Sum
	Group = sheet.Group
	// Folder is a folder that the person added.
	Folder = documents.Folder
	// Status says how much is kept.
	Status = documents.Status
)

// Papers are the documents that were read. They are safe for concurrent use.
type Papers struct {
	Collection *collection.Collection
	// Up waits for our servers, Languages are those of what is read, and Open starts
	// the stream of events of a job.
	Up        func(context.Context) error
	Languages func() []string
	Open      func(of, id string, emit func(event.Event)) (*event.Stream, func())
}

// ReadQuery reads what a person typed into a search field: words, and filters such
// as "over 50 euros".
func (p *Papers) ReadQuery(text string) Query { return collection.Ask(text, p.Collection.Now()) }

// Says returns what reports whether a text has one of these words, however it is
// written. It is not safe for concurrent use.
func Says(sought string) func(text string) bool { return documents.Says(sought) }

// Find searches the library, and looks whether what it found is still there.
func (p *Papers) Find(ctx context.Context, q Query) ([]Hit, error) {
	if !p.Collection.Library.Exists() {
		return nil, ctx.Err()
	}
	var err error
	if q.In, err = access.Absolute(q.In); err != nil {
		return nil, err
	}
	return p.Collection.Find(ctx, q)
}

// Unasked is why the last Find went by words alone, although the person chose a model
// that finds by meaning; nil where it did not.
func (p *Papers) Unasked() error { return p.Collection.Unasked() }

// FindTyping is Find while the user types: it does not look at files, and the last
// word may be incomplete.
func (p *Papers) FindTyping(ctx context.Context, q Query) ([]Hit, error) {
	if !p.Collection.Library.Exists() {
		return nil, ctx.Err()
	}
	q.Typing = true
	return p.Collection.Library.Search(ctx, q)
}

// groups are what rows are added up by.
var groups = []struct {
	by string
	of func(Row) string
}{
	{"sender", wire.BySender}, {"month", wire.ByMonth}, {"category", wire.ByCategory}, {"currency", wire.ByCurrency},
}

// Table is a row for each document of a query, and what they come to by sender,
// month, category and, last, in all.
type Table struct {
	Rows   []Row
	Groups []Group
	// Stale is how many rows are in no sum, since their files changed and could not be
	// read again, and Gone are files that are no longer there.
	Stale int
	Gone  []string
}

// Table lists documents as they are now: what was edited is read again first. emit
// gets how far that has come.
func (p *Papers) Table(ctx context.Context, q Query, emit func(event.Event)) (Table, error) {
	if !p.Collection.Library.Exists() {
		return Table{}, ctx.Err()
	}
	if err := p.Up(ctx); err != nil {
		return Table{}, err
	}
	s, end := p.Open("table", "table", emit)
	defer end()
	table, err := p.Collection.Table(ctx, q, p.Languages(), s.Emit)
	if err != nil {
		return Table{}, err
	}
	return Table{Rows: table.Rows, Groups: Sums(table.Rows), Stale: table.Stale, Gone: table.Gone}, nil
}

// Sums adds rows up by sender, month, category and, last, in all.
func Sums(rows []Row) []Group {
	sums := make([]Group, len(groups))
	for i, g := range groups {
		sums[i] = Group{By: g.by, Sums: wire.Sums(rows, g.of)}
	}
	return sums
}

// Uncounted is how many amounts are in no sum, since their currency is not known.
func Uncounted(rows []Row) int {
	return lists.Count(rows, func(r Row) bool { return r.Amount != "" && r.Currency == "" && !r.Stale })
}

// Correct keeps what the person says of a document, by the names of fields, and what
// that teaches about its sender. It returns the row of the document.
func (p *Papers) Correct(ctx context.Context, path string, said map[string]string) (Row, error) {
	return p.Collection.Correct(ctx, path, said)
}

// Save writes rows as a new file: as CSV, or as a workbook with their sums. A file that
// is there already stays.
func Save(file string, rows []Row, workbook bool) error {
	const mode = 0o600
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if workbook {
		err = sheet.XLSX(f, rows, Sums(rows))
	} else {
		err = sheet.CSV(f, rows)
	}
	err = errors.Join(err, f.Close())
	if err != nil {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}

// AddToLibrary reads a folder with all that is in it, or a file. A run that was ended
// goes on where it was.
func (p *Papers) AddToLibrary(ctx context.Context, path string, emit func(event.Event)) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if err := p.Up(ctx); err != nil {
		return err
	}
	s, end := p.Open("library", "library", emit)
	defer end()
	return p.Collection.Add(ctx, abs, p.Languages(), s.Emit)
}

// RemoveFromLibrary forgets what is known of a folder and all that is in it, and says
// of how many files.
func (p *Papers) RemoveFromLibrary(ctx context.Context, path string) (int, error) {
	abs, err := filepath.Abs(path)
	if err != nil || !p.Collection.Library.Exists() {
		return 0, err
	}
	return p.Collection.Library.Remove(ctx, abs)
}

// Library lists the folders that were added, and says how much is kept.
func (p *Papers) Library(ctx context.Context) ([]Folder, Status, error) {
	if !p.Collection.Library.Exists() {
		return nil, Status{}, ctx.Err()
	}
	folders, err := p.Collection.Library.Folders(ctx)
	if err != nil {
		return nil, Status{}, err
	}
	status, err := p.Collection.Library.Status(ctx)
	return folders, status, err
}
