package library

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/plan"
	wire "github.com/deskhand/deskhand/agentcore/wire/library"
)

// Row is a document in a table, and Sum what amounts of one currency come to.
type (
	Row = wire.Row
	Sum = wire.Sum
)

// doubtful is the least probability of a cell that is not marked.
const doubtful = 0.75

// RowOf is a document as a row.
func RowOf(path string, fields map[string]plan.Field) Row {
	value := func(name string) string { return fields[name].Value }
	r := Row{
		Date: value(plan.FieldDate), From: value(plan.FieldIssuer), Kind: value(plan.FieldKind), Number: value(plan.FieldNumber),
		Category: intent.KindOf(value(plan.FieldKind)), File: path, Page: fields[plan.FieldAmount].Evidence.Page,
	}
	if n, ok := hundredths(value(plan.FieldAmount)); ok {
		r.Amount, r.Currency = Amount(n), value(plan.FieldCurrency)
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

// Sums adds the amounts of rows up, by what a row is given as, and never across
// currencies: an amount whose currency is not known is added to none, nor is one of a
// file that is not as it was read.
func Sums(rows []Row, by func(Row) string) []Sum {
	type key struct{ of, currency string }
	total, count := map[key]int64{}, map[key]int{}
	var order []key
	for _, r := range rows {
		n, ok := hundredths(r.Amount)
		if !ok || r.Currency == "" || r.Stale {
			continue
		}
		k := key{by(r), r.Currency}
		if count[k] == 0 {
			order = append(order, k)
		}
		total[k] += n
		count[k]++
	}
	slices.SortFunc(order, func(a, b key) int { return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(a.currency, b.currency)) })
	sums := make([]Sum, len(order))
	for i, k := range order {
		sums[i] = Sum{Key: k.of, Currency: k.currency, Amount: Amount(total[k]), Count: count[k]}
	}
	return sums
}

// What amounts are added up by.
var (
	ByCurrency = func(Row) string { return "" }
	BySender   = func(r Row) string { return r.From }
	ByMonth    = func(r Row) string { return r.Date[:min(len(r.Date), len("2006-01"))] }
	ByCategory = func(r Row) string { return cmp.Or(r.Category, strings.ToLower(r.Kind)) }
)
