package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/inference/ollamatest"
)

// papersFixture returns a core, and a folder of documents that were added to its library.
func papersFixture(t *testing.T) (*fixture, string) {
	t.Helper()
	d := newFixtureWith(t, Options{Confirm: DenyAll{}, RulesAlone: true})
	dir := filepath.Join(d.open, "papers")
	for name, text := range map[string]string{
		"one.txt":          "Tierarztpraxis Dr. Müller\nRechnung Nr. 4711 vom 04.03.2025\nBehandlung der Schildkröte, the tortoise\nGesamtbetrag 48,00 EUR\n",
		"in/two.txt":       "Stadtwerke Musterstadt GmbH\nStromrechnung vom 01.06.2025\nGesamtbetrag 1.234,50 EUR\n",
		"in/three.txt":     "A note about a zeppelin, and nothing else that matters.\n",
		"in/four.txt":      "A list of harpsichords.\n",
		".hidden/five.txt": "hippopotamus\n",
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		written(t, filepath.Join(dir, name), text)
	}
	must(t, d.core.AddToLibrary(context.Background(), dir, func(event.Event) {}))
	return d, dir
}

// written backdates a file: one that was just written may be incomplete.
func written(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o600))
	ago := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(path, ago, ago))
}

func foundBy(t *testing.T, d *fixture, text string) []papers.Hit {
	t.Helper()
	hits, err := d.core.Find(context.Background(), d.core.ReadQuery(text))
	must(t, err)
	return hits
}

// isAt fails unless a document is the only one found, and there.
func isAt(t *testing.T, d *fixture, text, path string) {
	t.Helper()
	hits := foundBy(t, d, text)
	if len(hits) != 1 || hits[0].Places[0].Path != path || hits[0].Places[0].Gone {
		t.Errorf("%q: %+v, want %s", text, hits, path)
	}
}

func TestADocumentIsFoundWhereverItsFileWent(t *testing.T) {
	ctx := context.Background()
	d, dir := papersFixture(t)
	isAt(t, d, "tortoise", filepath.Join(dir, "one.txt"))
	isAt(t, d, "over 1000 euros", filepath.Join(dir, "in/two.txt"))
	if hits := foundBy(t, d, "hippopotamus"); len(hits) > 0 {
		t.Errorf("a hidden folder was read: %+v", hits)
	}

	// By our own move, and by its undo: without a search in between.
	p, err := d.core.Propose(ctx, ProposeRequest{Paths: []string{filepath.Join(dir, "one.txt")}, Template: "{kind} {amount}"}, func(event.Event) {})
	must(t, err)
	if p.Items[0].Status != plan.StatusReady {
		p, err = d.core.Revise(ctx, p.ID, []Edit{{From: p.Items[0].From, Name: "named by me.txt"}})
		must(t, err)
	}
	receipt, err := d.core.Apply(ctx, p.ID, func(event.Event) {})
	must(t, err)
	known := func() string {
		hits, err := d.core.FindTyping(ctx, papers.Query{Words: "tortoise"})
		must(t, err)
		return hits[0].Places[0].Path
	}
	if got := known(); got != p.Items[0].To || receipt.Moved != 1 {
		t.Errorf("after the move it is at %s, want %s", got, p.Items[0].To)
	}
	_, err = d.core.Undo(ctx, receipt.Batch)
	must(t, err)
	if got := known(); got != filepath.Join(dir, "one.txt") {
		t.Errorf("after the undo it is at %s", got)
	}

	// By somebody else: moved, copied with the first one gone, edited, deleted.
	must(t, os.Rename(filepath.Join(dir, "one.txt"), filepath.Join(dir, "in", "elsewhere.txt")))
	isAt(t, d, "tortoise", filepath.Join(dir, "in", "elsewhere.txt"))
	raw, err := os.ReadFile(filepath.Join(dir, "in/two.txt"))
	must(t, err)
	written(t, filepath.Join(dir, "copied.txt"), string(raw))
	must(t, os.Remove(filepath.Join(dir, "in/two.txt")))
	isAt(t, d, "stromrechnung", filepath.Join(dir, "copied.txt"))
	written(t, filepath.Join(dir, "in/three.txt"), "A note about a zeppelin and a kangaroo.\n")
	isAt(t, d, "zeppelin", filepath.Join(dir, "in/three.txt"))
	isAt(t, d, "kangaroo", filepath.Join(dir, "in/three.txt"))
	must(t, os.Remove(filepath.Join(dir, "in/four.txt")))
	if hits := foundBy(t, d, "harpsichord"); len(hits) != 1 || !hits[0].Places[0].Gone {
		t.Errorf("a file that is gone: %+v", hits)
	}
}

func TestAFolderThatIsAddedAgainIsNotReadAgainAndOneIsForgotten(t *testing.T) {
	ctx := context.Background()
	d, dir := papersFixture(t)
	read := 0
	must(t, d.core.AddToLibrary(ctx, dir, func(e event.Event) {
		if _, ok := e.Body.(event.Progress); ok {
			read++
		}
	}))
	if read > 0 {
		t.Errorf("%d files were read again", read)
	}
	folders, status, err := d.core.Library(ctx)
	must(t, err)
	if len(folders) != 1 || folders[0] != (papers.Folder{Path: dir, Files: 4, Whole: true}) || status.Documents != 4 {
		t.Errorf("%+v, %+v", folders, status)
	}
	if n, err := d.core.RemoveFromLibrary(ctx, dir); err != nil || n != 4 {
		t.Errorf("%d, %v", n, err)
	}
	if hits := foundBy(t, d, "tortoise"); len(hits) > 0 {
		t.Errorf("%+v", hits)
	}
}

func TestWhatIsProposedIsKeptUnlessThePersonWantsNothingKept(t *testing.T) {
	ctx := context.Background()
	d := newFixtureWith(t, Options{Confirm: DenyAll{}, RulesAlone: true})
	at := filepath.Join(d.open, "letter.txt")
	for _, keep := range []string{"false", "true"} {
		must(t, os.WriteFile(at, []byte("the tortoise, "+keep), 0o600))
		must(t, d.core.SetSetting(ctx, "library.keep", keep))
		_, err := d.core.Propose(ctx, ProposeRequest{Paths: []string{at}}, func(event.Event) {})
		must(t, err)
		if hits := foundBy(t, d, "tortoise"); len(hits) > 0 != (keep == "true") {
			t.Errorf("keep = %s: %+v", keep, hits)
		}
	}
}

func TestTheRulesAnswerFromTheLibraryWithSources(t *testing.T) {
	d, _ := papersFixture(t)
	for prompt, want := range map[string][]string{
		"find the document about the tortoise":        {"one.txt", "tortoise", "48"},
		"how much did I pay in 2025?":                 {"1282.50 EUR", "one.txt", "two.txt"},
		"how much did I pay to Stadtwerke in 2025?":   {"1234.50 EUR", "two.txt"},
		"wie viel habe ich 2025 für Strom bezahlt?":   {"1234.50 EUR", "two.txt"},
		"how much did I pay for zebras in 2025?":      {"no document"},
		"which invoices are over 1000 euros in 2025?": {"two.txt"},
	} {
		said := answered(t, d, prompt)
		for _, part := range want {
			if !strings.Contains(strings.ToLower(said), strings.ToLower(part)) {
				t.Errorf("%q: %q has no %q", prompt, said, part)
			}
		}
	}
}

// answered returns the answer of the rules.
func answered(t *testing.T, d *fixture, prompt string) string {
	t.Helper()
	var said strings.Builder
	_, err := d.core.Ask(context.Background(), AskRequest{Prompt: prompt}, func(e event.Event) {
		if text, ok := e.Body.(event.TextDelta); ok {
			said.WriteString(text.Text)
		}
	})
	must(t, err)
	return said.String()
}

// counted counts the calls of tools.
type counted struct {
	agentcore.Toolbox
	n map[string]int
}

func (c *counted) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	c.n[inv.Call.Name]++
	return c.Toolbox.Call(ctx, inv)
}

func tableOf(t *testing.T, d *fixture, text string) (table papers.Table, read int) {
	t.Helper()
	table, err := d.core.Table(context.Background(), d.core.ReadQuery(text), func(e event.Event) {
		if at, ok := e.Body.(event.Progress); ok && filepath.Ext(at.What) != "" {
			read++
		}
	})
	must(t, err)
	return table, read
}

// sumsOf are the sums of all rows, and where these are.
func sumsOf(table papers.Table) string {
	said := ""
	for _, s := range table.Groups[len(table.Groups)-1].Sums {
		said += s.Amount + " " + s.Currency + " "
	}
	for _, r := range table.Rows {
		said += filepath.Base(r.File) + " "
	}
	return strings.TrimSpace(said)
}

func TestATableIsOfTheFilesAsTheyAreNow(t *testing.T) {
	d, dir := papersFixture(t)
	const both = "in 2025"
	calls := &counted{Toolbox: d.core.Collection.Tools, n: map[string]int{}}
	d.core.Collection.Tools = calls
	if table, read := tableOf(t, d, both); sumsOf(table) != "1282.50 EUR one.txt two.txt" || read > 0 {
		t.Errorf("%s, with %d files read", sumsOf(table), read)
	}
	if n := len(calls.n); n != 1 || calls.n["files_list"] != 2 {
		t.Errorf("unchanged files in two folders took %v, not a list of each", calls.n)
	}

	// Moved by somebody else, also out of a folder that is gone.
	must(t, os.Rename(filepath.Join(dir, "in"), filepath.Join(dir, "out")))
	table, read := tableOf(t, d, both)
	if sumsOf(table) != "1282.50 EUR one.txt two.txt" || table.Rows[1].File != filepath.Join(dir, "out", "two.txt") || read > 0 {
		t.Errorf("after a move: %+v, with %d files read", table, read)
	}

	// Edited: read again, all of it.
	written(t, filepath.Join(dir, "one.txt"), "Tierarztpraxis Dr. Müller\nRechnung Nr. 4711 vom 04.03.2025\nGesamtbetrag 50,00 EUR\n")
	if table, read := tableOf(t, d, both); sumsOf(table) != "1284.50 EUR one.txt two.txt" || read != 1 {
		t.Errorf("after an edit: %s, with %d files read", sumsOf(table), read)
	}

	// Edited, and not to be read again: in its row, and in no sum.
	path := filepath.Join(dir, "one.txt")
	written(t, path, "%PDF-1.7\nand nothing else")
	table, _ = tableOf(t, d, both)
	if sumsOf(table) != "1234.50 EUR one.txt two.txt" || table.Stale != 1 || !table.Rows[0].Stale {
		t.Errorf("a file that cannot be read: %s, %+v", sumsOf(table), table)
	}

	// Deleted: said, and in no row and no sum.
	must(t, os.Remove(path))
	table, _ = tableOf(t, d, both)
	if sumsOf(table) != "1234.50 EUR two.txt" || len(table.Gone) != 1 || table.Gone[0] != path {
		t.Errorf("after a deletion: %+v", table)
	}
	if said := answered(t, d, "how much did I pay in 2025?"); !strings.Contains(said, "1234.50 EUR") || !strings.Contains(said, "no longer there") {
		t.Errorf("%q", said)
	}
}

func TestASearchSaysOfWhichEditedFilesItTellsTheOldText(t *testing.T) {
	d := newFixtureWith(t, Options{Confirm: DenyAll{}, RulesAlone: true})
	dir := filepath.Join(d.open, "papers")
	must(t, os.MkdirAll(dir, 0o700))
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		written(t, filepath.Join(dir, name+".txt"), "the tortoise of "+name)
	}
	must(t, d.core.AddToLibrary(context.Background(), dir, func(event.Event) {}))
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		written(t, filepath.Join(dir, name+".txt"), "the tortoise and the hare of "+name)
	}
	stale := func() (n int) {
		for _, h := range foundBy(t, d, "tortoise") {
			if h.Stale {
				n++
			}
		}
		return n
	}
	if first, second := stale(), stale(); first != 2 || second != 0 {
		t.Errorf("%d of five are told of as they were, then %d, not 2 and none", first, second)
	}
}

func TestACorrectionInATableIsAHabit(t *testing.T) {
	ctx := context.Background()
	d, dir := papersFixture(t)
	path := filepath.Join(dir, "one.txt")
	row, err := d.core.Correct(ctx, path, map[string]string{plan.FieldIssuer: "The Vet", plan.FieldAmount: "50.00"})
	must(t, err)
	if row.From != "The Vet" || row.Amount != "50.00" || len(row.Doubtful) > 0 {
		t.Errorf("%+v", row)
	}
	habits, err := d.core.Habits(ctx)
	must(t, err)
	if len(habits) != 1 || habits[0].Is != "The Vet" {
		t.Errorf("%+v", habits)
	}
	written(t, filepath.Join(dir, "next.txt"), "Tierarztpraxis Dr. Müller\nRechnung Nr. 4712 vom 04.04.2025\nGesamtbetrag 9,00 EUR\n")
	must(t, d.core.AddToLibrary(ctx, dir, func(event.Event) {}))
	table, _ := tableOf(t, d, "from the vet")
	if sumsOf(table) != "59.00 EUR one.txt next.txt" {
		t.Errorf("%s", sumsOf(table))
	}
}

// A model that turns texts into vectors finds documents without any of the words; without
// it words find what they find, and the user is told.
func TestDocumentsAreFoundByWhatTheyMean(t *testing.T) {
	ctx := context.Background()
	d, dir := papersFixture(t)
	server := ollamatest.Start(t)
	server.Model("embedder")
	server.Alike("harpsichords", "keyboards")
	must(t, d.core.SetSetting(ctx, config.SettingOllamaHost, server.Host()))
	if hits := foundBy(t, d, "keyboards"); len(hits) > 0 {
		t.Errorf("by a word that is not there: %+v", hits)
	}
	must(t, d.core.SetSetting(ctx, config.SettingEmbedding, "embedder"))
	must(t, d.core.AddToLibrary(ctx, dir, func(event.Event) {}))
	hits := foundBy(t, d, "keyboards")
	if len(hits) == 0 || hits[0].Places[0].Path != filepath.Join(dir, "in/four.txt") || d.core.Unasked() != nil {
		t.Errorf("%+v, %v", hits, d.core.Unasked())
	}
	_, status, err := d.core.Library(ctx)
	if err != nil || status.Meanings != status.Documents {
		t.Errorf("%+v, %v", status, err)
	}

	server.Stop()
	if hits = foundBy(t, d, "harpsichords"); len(hits) != 1 || chat.FaultOf(d.core.Unasked()).Code != chat.FaultUnreachable {
		t.Errorf("without the server: %+v, %v", hits, d.core.Unasked())
	}
}

func TestADateThatThePersonCorrectedIsDoubtfulNoMore(t *testing.T) {
	ctx := context.Background()
	quiet := func(event.Event) {}
	d, dir := papersFixture(t)
	from := filepath.Join(dir, "shovel.txt")
	written(t, from, "Hollow Tree Garden\nReceipt\nDate: 05/12/2025\nTotal $12.60\n")
	propose := func() plan.Plan {
		p, err := d.core.Propose(ctx, ProposeRequest{Paths: []string{from}}, quiet)
		must(t, err)
		return p
	}
	row := func() papers.Row {
		table, err := d.core.Table(ctx, papers.Query{Words: "hollow tree"}, quiet)
		must(t, err)
		if len(table.Rows) != 1 {
			t.Fatalf("the table has %+v", table.Rows)
		}
		return table.Rows[0]
	}
	const day = "2025-12-05"
	isSure := func(when string) {
		t.Helper()
		if r := row(); r.Date != day || slices.Contains(r.Doubtful, "date") {
			t.Errorf("%s the table has %+v", when, r)
		}
	}
	p := propose()
	if len(p.Items[0].Fields[plan.FieldDate].Doubts) == 0 || !slices.Contains(row().Doubtful, "date") {
		t.Fatalf("it is not doubtful: %+v", p.Items[0].Fields[plan.FieldDate])
	}
	p, err := d.core.Revise(ctx, p.ID, []Edit{{From: from, Fields: map[string]string{plan.FieldDate: day, plan.FieldIssuer: "Hollow Tree Garden"}}})
	must(t, err)
	receipt, err := d.core.Apply(ctx, p.ID, quiet)
	must(t, err)
	isSure("after it was applied")
	_, err = d.core.Undo(ctx, receipt.Batch)
	must(t, err)
	isSure("after the undo")
	again, err := d.core.Again(ctx, receipt.Batch)
	must(t, err)
	if f := again.Items[0].Fields[plan.FieldDate]; f.Value != day || len(f.Doubts) > 0 {
		t.Errorf("done again: %+v", f)
	}
	_, err = d.core.Apply(ctx, again.ID, quiet)
	must(t, err)
	isSure("after it was done again")
	must(t, os.Rename(again.Items[0].To, from))
	if f := propose().Items[0].Fields[plan.FieldDate]; f.Value != day || len(f.Doubts) > 0 {
		t.Errorf("read again it is %+v", f)
	}
}
