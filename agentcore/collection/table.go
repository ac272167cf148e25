package collection

import (
	"context"
	"slices"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/library"
	wire "github.com/deskhand/deskhand/agentcore/wire/library"
)

// Table returns a row for each document of a query, and the sums by currency. It looks
// where the files are: all that were edited are read again, in languages, and what is
// gone has no row. It emits how far it has come.
func (c *Collection) Table(ctx context.Context, q library.Query, languages []string, emit func(event.Body)) (wire.Table, error) {
	table := wire.Table{Rows: []wire.Row{}}
	hits, err := c.Library.Matching(ctx, q)
	if err != nil {
		return table, err
	}
	k := check{c: c, languages: languages, emit: emit}
	changed, err := k.lookInFolders(ctx, hits)
	if err != nil {
		return table, err
	}
	if changed {
		if hits, err = c.Library.Matching(ctx, q); err != nil {
			return table, err
		}
	}
	status, err := c.Library.Status(ctx)
	table.Documents = status.Documents
	for _, h := range hits {
		add(&table, h, q.In, k.stale)
	}
	table.Sums, table.Total = wire.Sums(table.Rows, wire.ByCurrency), len(table.Rows)
	return table, err
}

// add adds the row of a document.
func add(table *wire.Table, h library.Hit, in []string, stale map[string]bool) {
	places := h.Places
	if len(in) > 0 {
		places = slices.DeleteFunc(slices.Clone(places), func(p library.Place) bool {
			return !slices.ContainsFunc(in, func(dir string) bool { return within(p.Path, dir) })
		})
	}
	switch {
	case len(places) == 0:
		return
	case places[0].Gone: // those that are gone are the last
		table.Gone = append(table.Gone, places[0].Path)
		return
	}
	at := max(0, slices.IndexFunc(places, func(p library.Place) bool { return !p.Gone && !stale[p.Path] }))
	row := library.RowOf(places[at].Path, h.Fields)
	row.Stale = stale[row.File]
	table.Rows = append(table.Rows, row)
	switch {
	case row.Stale:
		table.Stale++
	case row.Amount == "":
		table.NoAmount++
	case row.Currency == "":
		table.NoCurrency++
	}
}
