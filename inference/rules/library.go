package rules

import (
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/wire/library"
)

// The tools of the library of documents that were read.
const (
	toolSearch = "library_search"
	toolTable  = "library_table"
)

// sum adds up amounts: of the library, or of an open folder that is not in it, which is
// read for that.
func (t *turn) sum() chat.Reply {
	if t.searches(toolTable) {
		return t.call(toolTable, t.query())
	}
	answered := t.answers(toolTable)
	if len(t.places()) > 0 {
		if len(answered) == 0 {
			return t.sumHere()
		}
		if table, ok := dataOf[library.Table](answered[0]); ok && len(table.Outside) > 0 {
			return t.sumHere()
		}
	}
	if text, done := t.addUp(); done {
		return say(text)
	}
	return t.call(toolTable, t.query())
}

// sumHere adds up the amounts of files in the open folders.
func (t *turn) sumHere() chat.Reply {
	sought := intent.Seek(t.text, t.today)
	pick := sought.Only
	pick.Word = strings.Join(sought.Words, " ")
	if t.req.Files.Only = nil; pick != (intent.Pick{}) {
		t.req.Files.Only = []intent.Pick{pick}
	}
	meant, reply, ok := t.chosen()
	if ok && !needsReading(t.req) {
		meant, reply, ok = t.known(meant)
	}
	if !ok {
		return reply
	}
	table := library.Table{Documents: len(meant), Total: len(meant)}
	for _, f := range meant {
		row := library.Row{Date: f.Date, From: f.Sender, Kind: f.Kind, File: f.Path}
		switch n, ok := library.Hundredths(f.Amount); {
		case !ok:
			table.NoAmount++
		case f.Currency == "":
			table.NoCurrency++
		default:
			row.Amount, row.Currency = library.Amount(n), f.Currency
		}
		table.Rows = append(table.Rows, row)
	}
	table.Sums = library.Sums(table.Rows, library.ByCurrency)
	text := t.tableWords(table)
	if t.inside > 0 {
		text += "\n" + t.in.count("not_looked_into", t.inside)
	}
	return say(text)
}

// addUp describes the sum of amounts and their documents, as the tool added them up.
func (t *turn) addUp() (text string, done bool) {
	answered := t.answers(toolTable)
	if len(answered) == 0 {
		return "", false
	}
	if r, bad := firstTrouble(answered); bad {
		return t.in.trouble(r), true
	}
	table, ok := dataOf[library.Table](answered[0])
	switch {
	case !ok:
		return t.in.text("table_too_long"), true
	case table.Documents == 0:
		return t.in.text("nothing_read"), true
	case table.Total == 0 && len(table.Gone) > 0:
		return t.in.count("rows_gone", len(table.Gone)), true
	case table.Total == 0:
		return t.in.count("no_document_like_that", table.Documents), true
	}
	return t.tableWords(table), true
}

// tableWords describe the sums of a table, and its rows.
func (t *turn) tableWords(table library.Table) (text string) {
	var sums []string
	for _, s := range table.Sums {
		sums = append(sums, s.Amount+" "+s.Currency+" ("+t.in.count("documents", s.Count)+")")
	}
	switch {
	case len(sums) > 0:
		text = strings.Join(sums, t.in.text("and_sum")) + "."
	case table.NoCurrency > 0:
		text = t.in.text("no_amounts_with_currency")
	default:
		text = t.in.text("no_amounts")
	}
	rows := make([]string, len(table.Rows))
	for i, r := range table.Rows {
		rows[i] = t.in.rowWords(r)
	}
	text += "\n\n" + t.in.bullets(rows, table.Total, shown)
	if table.NoAmount > 0 && len(sums) > 0 {
		text += "\n" + t.in.count("without_amount", table.NoAmount)
	}
	if table.NoCurrency > 0 && len(sums) > 0 {
		text += "\n" + t.in.count("without_currency", table.NoCurrency)
	}
	if table.Stale > 0 {
		text += "\n" + t.in.count("rows_stale", table.Stale)
	}
	if len(table.Gone) > 0 {
		text += "\n" + t.in.count("rows_gone", len(table.Gone))
	}
	return text
}

// rowWords describe a document: its contents, and its place.
func (s *speech) rowWords(r library.Row) string {
	said := said(r.Date, r.From, r.Kind, strings.TrimSpace(r.Amount+" "+r.Currency), filename.Shown(filepath.Base(r.File)))
	if r.Page > 0 {
		said += ", " + s.text("page", "page", r.Page)
	}
	if r.Stale {
		said += " (" + s.text("stale") + ")"
	}
	return said
}

func said(parts ...string) string {
	var all []string
	for _, p := range parts {
		if p != "" {
			all = append(all, p)
		}
	}
	return strings.Join(all, ", ")
}

// foundIn describes the documents found in the library; false if it was not searched, or
// has none.
func (t *turn) foundIn() (string, bool) {
	answered := t.answers(toolSearch)
	if len(answered) == 0 {
		return "", false
	}
	found, ok := dataOf[library.Found](answered[0])
	if !ok || len(found.Hits) == 0 {
		return "", false
	}
	rows := make([]string, len(found.Hits))
	for i, h := range found.Hits {
		rows[i] = said(filename.Shown(filepath.Base(h.Path)), h.Date, h.From, h.Kind, strings.TrimSpace(h.Amount+" "+h.Currency))
		if h.Gone {
			rows[i] += " (" + t.in.text("gone") + ")"
		}
		if h.Line != "" {
			rows[i] += "\n  " + t.in.text("page_line", "page", h.Page, "line", h.Line)
		}
	}
	return t.in.count("documents", len(rows)) + t.in.text("list_follows") + "\n\n" + t.in.bullets(rows, len(rows), shown), true
}

// searched searches the library, then describes what it found; false if that is nothing.
func (t *turn) searched() (chat.Reply, bool) {
	if t.searches(toolSearch) {
		return t.call(toolSearch, t.query()), true
	}
	text, ok := t.foundIn()
	return say(text), ok
}

// searches reports whether the library can be searched and was not yet.
func (t *turn) searches(tool string) bool {
	_, offered := t.offered(tool)
	return offered && len(t.answers(tool)) == 0
}

// query returns the search arguments: the request as it was made.
func (t *turn) query() map[string]any { return map[string]any{"query": t.text} }
