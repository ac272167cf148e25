package collection

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/plan"
	wire "github.com/deskhand/deskhand/agentcore/wire/library"
)

// The tools of the library, and the name of the server that they count as.
const (
	Server     = "library"
	ToolSearch = "library_search"
	ToolTable  = "library_table"
)

// Toolbox offers the library to models. A call with roots finds what is in them
// alone.
type Toolbox struct{ *Collection }

const searchSchema = `{"type":"object","properties":{
"query":{"type":"string","description":"words that stand in the document, its sender, and filters as a person says them: over 50 euros, last year, from Meridian"},
"limit":{"type":"integer","minimum":1,"maximum":50,"description":"how many documents; left out: 10"}},
"required":["query"],"additionalProperties":false}`

const tableSchema = `{"type":"object","properties":{
"query":{"type":"string","description":"which documents, as a person says it: electricity in 2025, receipts over 50 euros"}},
"required":["query"],"additionalProperties":false}`

// Specs lists the two tools.
func (t Toolbox) Specs() []chat.ToolSpec {
	return []chat.ToolSpec{
		{
			Name: ToolSearch, Title: "Find documents by what stands in them",
			Description: "Find documents that were read before, by what stands in them, who sent them, when, and their amounts. Gives for each the path, the page and the line.",
			Parameters:  json.RawMessage(searchSchema), Effect: chat.EffectRead, Server: Server, Own: true,
		},
		{
			Name: ToolTable, Title: "Add up amounts of documents",
			Description: "A table of documents that were read before, with date, sender, number and amount of each, and the sums of the amounts by currency, which are added exactly. Use it for every question of how much; never add yourself.",
			Parameters:  json.RawMessage(tableSchema), Effect: chat.EffectRead, Server: Server, Own: true,
		},
	}
}

const (
	usualHits = 10
	mostHits  = 50
	rowsTold  = 40
)

// Call runs one of the two.
func (t Toolbox) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	var args wire.SearchRequest
	if err := json.Unmarshal(inv.Call.Args, &args); err != nil || strings.TrimSpace(args.Query) == "" {
		return chat.Failed(inv.Call.Name, chat.ErrInvalidArgs, "query must say what is looked for.")
	}
	q, _ := library.Read(args.Query, t.Now())
	q.In = inv.Roots
	var text string
	var data any
	var err error
	switch inv.Call.Name {
	case ToolSearch:
		q.Limit = min(max(args.Limit, 0), mostHits)
		q.Limit = cmp.Or(q.Limit, usualHits)
		text, data, err = t.search(ctx, q)
	case ToolTable:
		text, data, err = t.table(ctx, q)
	default:
		return chat.Failed(inv.Call.Name, chat.ErrToolNotFound, "There is no such tool.")
	}
	var raw json.RawMessage
	if err == nil {
		raw, err = json.Marshal(data)
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return chat.Failed(inv.Call.Name, chat.ErrCancelled, "It was cancelled.")
	case err != nil:
		return chat.Failed(inv.Call.Name, chat.ErrExecution, "The library could not be searched.")
	}
	return chat.ToolResult{OK: true, Tool: inv.Call.Name, Text: text, Data: raw}
}

func (t Toolbox) search(ctx context.Context, q library.Query) (string, wire.Found, error) {
	found := wire.Found{Hits: []wire.Hit{}}
	hits, err := t.Find(ctx, q)
	if err != nil {
		return "", found, err
	}
	status, err := t.Library.Status(ctx)
	found.Documents = status.Documents
	var b strings.Builder
	fmt.Fprintf(&b, "%d found among %d documents that were read.\n", len(hits), found.Documents)
	if t.Unasked() != nil {
		b.WriteString("Only words were searched: the model that finds by meaning did not answer.\n")
	}
	for _, h := range hits {
		w := HitOf(h)
		found.Hits = append(found.Hits, w)
		fmt.Fprintf(&b, "%s", w.Path)
		for _, part := range []string{w.Date, w.From, w.Kind, strings.TrimSpace(w.Amount + " " + w.Currency)} {
			if part != "" {
				b.WriteString(" · " + part)
			}
		}
		if w.Gone {
			b.WriteString(" · not there any more")
		}
		if w.Stale {
			b.WriteString(" · edited since it was read")
		}
		if w.Line != "" {
			fmt.Fprintf(&b, "\n  page %d: %s", w.Page, w.Line)
		}
		b.WriteByte('\n')
	}
	return b.String(), found, err
}

// HitOf is a hit as tools tell it.
func HitOf(h library.Hit) wire.Hit {
	value := func(name string) string { return h.Fields[name].Value }
	w := wire.Hit{
		Page: h.Page, Line: h.Line, Marks: h.Marks, Stale: h.Stale, Date: value(plan.FieldDate), From: value(plan.FieldIssuer),
		Kind: value(plan.FieldKind), Amount: value(plan.FieldAmount), Currency: value(plan.FieldCurrency),
	}
	if len(h.Places) > 0 {
		w.Path, w.Gone = h.Places[0].Path, h.Places[0].Gone
	}
	return w
}

func (t Toolbox) table(ctx context.Context, q library.Query) (string, wire.Table, error) {
	table, err := t.Table(ctx, q, nil, func(event.Body) {})
	if err != nil {
		return "", table, err
	}
	if table.Outside, err = t.outside(ctx, q.In); err != nil {
		return "", table, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d documents of %d that were read; %d without an amount, %d with one of no known currency, which is in no sum.\n",
		table.Total, table.Documents, table.NoAmount, table.NoCurrency)
	for _, s := range table.Sums {
		fmt.Fprintf(&b, "Sum of %d: %s %s\n", s.Count, s.Amount, s.Currency)
	}
	if table.Stale > 0 {
		fmt.Fprintf(&b, "%d were edited since they were read and could not be read again; they are in no sum.\n", table.Stale)
	}
	if len(table.Gone) > 0 {
		fmt.Fprintf(&b, "%d more are no longer there; they are not counted.\n", len(table.Gone))
	}
	if len(table.Outside) > 0 {
		fmt.Fprintf(&b, "Not in the library, so that what is in them may not be counted: %s\n", strings.Join(table.Outside, ", "))
	}
	for _, r := range table.Rows[:min(len(table.Rows), rowsTold)] {
		fmt.Fprintf(&b, "%s | %s | %s | %s %s | %s page %d\n", r.Date, r.From, r.Kind, r.Amount, r.Currency, r.File, r.Page)
	}
	return b.String(), table, nil
}

// outside returns those of some paths that are in no folder that all was read of.
func (c *Collection) outside(ctx context.Context, paths []string) ([]string, error) {
	if !c.Library.Exists() {
		return paths, nil
	}
	folders, err := c.Library.Folders(ctx)
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		return slices.ContainsFunc(folders, func(f library.Folder) bool { return f.Whole && within(path, f.Path) })
	}), err
}

// Ask reads what a person typed as a query, on a day.
func Ask(text string, on time.Time) library.Query {
	q, _ := library.Read(text, on)
	return q
}
