package ui_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/collection"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/app/scans"
)

// fakeLibrary is the part of a backend that finds documents: a real library of files that
// do not exist.
type fakeLibrary struct {
	documents *library.Library // nil: nothing was read
	added     []string
	// gone are files that a search reports as missing.
	gone []string
	// searchGate blocks before a search, readGate before a folder is read.
	searchGate, readGate chan struct{}
	tableGate            chan struct{} // blocks before a table
	searched             []string
	made                 string // the folder for searchable PDFs
}

// withLibrary returns a backend that has read some documents.
func withLibrary(t *testing.T) *backend {
	t.Helper()
	d := busyPast()
	d.documents = library.New(filepath.Join(t.TempDir(), "library.db"))
	t.Cleanup(func() { _ = d.documents.Close() })
	ctx := context.Background()
	add := func(name, text string, fields ...string) {
		doc := library.Document{Hash: name, Place: library.Place{Path: "/home/ada/Receipts 2026/" + name}, Pages: []string{text}, Fields: map[string]plan.Field{}, Read: d.now}
		for i := 0; i < len(fields); i += 2 {
			doc.Fields[fields[i]] = plan.Field{Value: fields[i+1], Confidence: 0.9}
		}
		if err := d.documents.Add(ctx, doc); err != nil {
			t.Fatal(err)
		}
	}
	add("scan 12.png", "Alder & Finch\nInvoice AF-7731\n12 May 2026\nthe invoice for garden tools\nTotal 148.00 EUR",
		plan.FieldIssuer, "Alder & Finch", plan.FieldDate, "2026-05-12", plan.FieldKind, "Invoice", plan.FieldAmount, "148.00", plan.FieldCurrency, "EUR")
	add("scan 14.png", "Hollow Tree Garden\nReceipt\n05/12/2026\nTotal 18.95 EUR",
		plan.FieldIssuer, "Hollow Tree Garden", plan.FieldDate, "2026-05-12", plan.FieldKind, "Receipt", plan.FieldAmount, "18.95", plan.FieldCurrency, "EUR")
	add("contract_neu.pdf", "Kanzlei Brandt\nMietvertrag vom 1. August 2025\nmit Garten",
		plan.FieldIssuer, "Dr. Ute Brandt", plan.FieldDate, "2025-08-01", plan.FieldKind, "Mietvertrag")
	if err := d.documents.AddFolder(ctx, "/home/ada/Receipts 2026", false); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *backend) ReadQuery(text string) papers.Query { return collection.Ask(text, d.now) }

func (d *backend) FindTyping(ctx context.Context, q papers.Query) ([]papers.Hit, error) {
	d.mu.Lock()
	gate := d.searchGate
	d.searched = append(d.searched, q.Words)
	d.mu.Unlock()
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if d.documents == nil {
		return nil, ctx.Err()
	}
	return d.documents.Search(ctx, q)
}

func (d *backend) Unasked() error { return nil }

func (d *backend) Find(ctx context.Context, q papers.Query) ([]papers.Hit, error) {
	if d.documents == nil {
		return nil, ctx.Err()
	}
	d.mu.Lock()
	gone := d.gone
	d.mu.Unlock()
	if err := d.documents.Missing(ctx, gone...); err != nil {
		return nil, err
	}
	return d.documents.Search(ctx, q)
}

// Table returns a Collection's table of the library.
func (d *backend) Table(ctx context.Context, q papers.Query, emit func(event.Event)) (papers.Table, error) {
	d.mu.Lock()
	gate, gone := d.tableGate, slices.Clone(d.gone)
	d.mu.Unlock()
	event.NewStream("table", emit).Emit(event.Progress{Progress: chat.Progress{Done: 40, Total: 120, What: "/home/ada/Receipts 2026"}})
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return papers.Table{}, ctx.Err()
		}
	}
	if d.documents == nil {
		return papers.Table{}, ctx.Err()
	}
	hits, err := d.documents.Matching(ctx, q)
	if err != nil {
		return papers.Table{}, err
	}
	table := papers.Table{Gone: gone}
	for _, h := range hits {
		if path := h.Places[0].Path; !slices.Contains(gone, path) {
			table.Rows = append(table.Rows, library.RowOf(path, h.Fields))
		}
	}
	table.Groups = papers.Sums(table.Rows)
	return table, nil
}

func (d *backend) Correct(ctx context.Context, path string, said map[string]string) (papers.Row, error) {
	_, now, err := d.documents.Correct(ctx, path, said)
	return library.RowOf(path, now), err
}

func (d *backend) Library(ctx context.Context) ([]papers.Folder, papers.Status, error) {
	if d.documents == nil {
		return nil, papers.Status{}, ctx.Err()
	}
	folders, err := d.documents.Folders(ctx)
	if err != nil {
		return nil, papers.Status{}, err
	}
	status, err := d.documents.Status(ctx)
	status.Size = 3 << 20
	return folders, status, err
}

func (d *backend) AddToLibrary(ctx context.Context, path string, emit func(event.Event)) error {
	d.mu.Lock()
	gate := d.readGate
	d.added = append(d.added, path)
	d.mu.Unlock()
	s := event.NewStream("library", emit)
	for i := range 3 {
		s.Emit(event.Progress{Progress: chat.Progress{Done: i, Total: 3}})
		if gate == nil {
			continue
		}
		select {
		case <-gate:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}

func (d *backend) RemoveFromLibrary(ctx context.Context, path string) (int, error) {
	return d.documents.Remove(ctx, path)
}

// MakeSearchable makes new files for the pictures of a folder, in a folder of the test.
func (d *backend) MakeSearchable(ctx context.Context, req scans.Request, emit func(event.Event)) (scans.Job, error) {
	d.mu.Lock()
	gate := d.readGate
	d.mu.Unlock()
	event.NewStream("ocr", emit).Emit(event.Progress{Progress: chat.Progress{Done: 1, Total: 2, What: "scan 12.png"}})
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return scans.Job{}, ctx.Err()
		}
	}
	job := scans.Job{ID: "ocr"}
	dir := req.Paths[0]
	for _, name := range []string{"scan 12.png", "scan 14.png"} {
		made := filepath.Join(d.made, name)
		if err := os.WriteFile(made, []byte("%PDF"), 0o600); err != nil {
			return job, err
		}
		job.Scans = append(job.Scans, scans.Scan{
			Made: documents.Made{Path: filepath.Join(dir, name), File: made, Pages: 1, Read: 1, Words: 41},
			To:   filepath.Join(dir, strings.TrimSuffix(name, ".png")+scans.Suffix+".pdf"),
		})
	}
	return scans.Job{ID: "ocr", Scans: append(job.Scans, scans.Scan{Made: documents.Made{Path: filepath.Join(dir, "contract_neu.pdf"), Pages: 2}})}, nil
}

// Place copies them, as a batch.
func (d *backend) Place(_ context.Context, job scans.Job, _ func(event.Event)) (plan.Receipt, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	batch := app.Batch{ID: job.ID, Adds: true, State: plan.BatchDone, When: d.now}
	for _, s := range job.Scans {
		if s.To == "" {
			continue
		}
		data, err := os.ReadFile(s.File)
		if err == nil {
			err = os.WriteFile(s.To, data, 0o600)
		}
		if err != nil {
			return plan.Receipt{}, err
		}
		batch.Moves = append(batch.Moves, app.Move{From: s.File + " undone", To: s.To})
		batch.Done++
	}
	batch.Of = batch.Done
	d.batches = append([]app.Batch{batch}, d.batches...)
	return plan.Receipt{Batch: job.ID, FilesIn: batch.Done, FilesOut: batch.Done, Moved: batch.Done}, nil
}
