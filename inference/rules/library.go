package rules

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/wire/library"
)

// The tools of the library of what was read.
const (
	toolSearch = "library_search"
	toolTable  = "library_table"
)

// sum tells what amounts come to.
func (t *turn) sum() chat.Reply {
	if text, done := t.addUp(); done {
		return say(text)
	}
	return t.call(toolTable, t.query())
}

// addUp tells what amounts come to, with the documents that they are from. The sums
// are those of the tool: nothing is added here.
func (t *turn) addUp() (text string, done bool) {
	answered := t.answers(toolTable)
	if len(answered) == 0 {
		return "", false
	}
	if r, bad := firstTrouble(answered); bad {
		return trouble(r), true
	}
	table, ok := dataOf[library.Table](answered[0])
	switch {
	case !ok:
		return "The table is too long to be shown here.", true
	case table.Documents == 0:
		return nothingKept, true
	case table.Total == 0:
		return "There is no document like that among the " + count(table.Documents, "document", "documents") + " that were read.", true
	}
	var sums []string
	for _, s := range table.Sums {
		sums = append(sums, fmt.Sprintf("%s %s (%s)", s.Amount, s.Currency, count(s.Count, "document", "documents")))
	}
	text = strings.Join(sums, ", and ")
	switch {
	case text != "":
	case table.NoCurrency > 0:
		text = "None of them says an amount with its currency, so nothing is added up"
	default:
		text = "None of them says an amount"
	}
	rows := make([]string, len(table.Rows))
	for i, r := range table.Rows {
		rows[i] = rowWords(r)
	}
	text += ".\n\n" + bullets(rows, table.Total, shown)
	if table.NoAmount > 0 && len(sums) > 0 {
		text += fmt.Sprintf("\nIn %s I found no amount.", count(table.NoAmount, "of them", "of them"))
	}
	if table.NoCurrency > 0 && len(sums) > 0 {
		text += fmt.Sprintf("\n%s no currency that I could read, so the sums are without it.", count(table.NoCurrency, "amount has", "amounts have"))
	}
	return text, true
}

const nothingKept = "No document was read yet. Add a folder with: deskhand library add FOLDER"

// rowWords tell of a document: what it says, and where.
func rowWords(r library.Row) string {
	said := said(r.Date, r.From, r.Kind, strings.TrimSpace(r.Amount+" "+r.Currency), filename.Shown(filepath.Base(r.File)))
	if r.Page > 0 {
		said += fmt.Sprintf(", page %d", r.Page)
	}
	if r.Gone {
		said += " (not there any more)"
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

// foundIn tells which documents of the library were found; false where it was not
// asked, or has none.
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
			rows[i] += " (not there any more)"
		}
		if h.Line != "" {
			rows[i] += fmt.Sprintf("\n  page %d: %s", h.Page, h.Line)
		}
	}
	return count(len(rows), "document", "documents") + ":\n\n" + bullets(rows, len(rows), shown), true
}

// searched asks the library, then tells what it found; false where that is nothing.
func (t *turn) searched() (chat.Reply, bool) {
	if t.searches(toolSearch) {
		return t.call(toolSearch, t.query()), true
	}
	text, ok := t.foundIn()
	return say(text), ok
}

// searches reports whether the library can be asked and was not yet.
func (t *turn) searches(tool string) bool {
	_, offered := t.offered(tool)
	return offered && len(t.answers(tool)) == 0
}

// query is what the library is asked: the request as it was made.
func (t *turn) query() map[string]any { return map[string]any{"query": t.text} }
