package library

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/plan"
	wire "github.com/deskhand/deskhand/agentcore/wire/library"
)

// Row is a document in a table.
type Row = wire.Row

// doubtful is the least probability of a cell that is not marked.
const doubtful = 0.75

// RowOf is a document as a row.
func RowOf(path string, fields map[string]plan.Field) Row {
	value := func(name string) string { return fields[name].Value }
	r := Row{
		Date: value(plan.FieldDate), From: value(plan.FieldIssuer), Kind: value(plan.FieldKind), Number: value(plan.FieldNumber),
		Category: intent.KindOf(value(plan.FieldKind)), File: path, Page: fields[plan.FieldAmount].Evidence.Page,
	}
	if n, ok := wire.Hundredths(value(plan.FieldAmount)); ok {
		r.Amount, r.Currency = wire.Amount(n), value(plan.FieldCurrency)
	}
	for _, c := range []struct{ name, column string }{
		{plan.FieldDate, "date"}, {plan.FieldIssuer, "from"}, {plan.FieldKind, "kind"}, {plan.FieldNumber, "number"}, {plan.FieldAmount, "amount"},
	} {
		if f := fields[c.name]; f.Value != "" && (f.Confidence < doubtful || len(f.Doubts) > 0) {
			r.Doubtful = append(r.Doubtful, c.column)
		}
	}
	return r
}

// mostRows bounds a table.
const mostRows = 100_000

// Matching returns the documents of a query, the oldest first. Words have to stand in
// them without a slip, all of them, where no document has them otherwise also inside
// of other words: a sum is not of what is alike.
func (l *Library) Matching(ctx context.Context, q Query) (hits []Hit, err error) {
	q.KindText = "" // a kind is one, and no word
	err = l.read(ctx, func(db *sql.DB) error {
		s := search{library: l, ctx: ctx, db: db, query: q}
		s.terms = termsOf(&s.keys, q.Words)
		hits, err = s.step(exactly, mostRows)
		if err == nil && len(hits) == 0 && len(s.terms) > 0 {
			for i := range s.terms {
				s.terms[i].slips = 0 // as a part of other words: Strom in Stromrechnung
			}
			hits, err = s.step(forgiven, mostRows)
		}
		if err == nil {
			err = s.placed(hits)
		}
		return err
	})
	slices.SortStableFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Fields[plan.FieldDate].Value, b.Fields[plan.FieldDate].Value), cmp.Compare(a.path(), b.path()))
	})
	return hits, err
}

func (h Hit) path() string {
	if len(h.Places) == 0 {
		return ""
	}
	return h.Places[0].Path
}
