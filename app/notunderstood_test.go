package app

import (
	"context"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/event"
)

// willing allows everything in this folder for good, and counts the questions.
type willing struct{ asked int }

func (w *willing) Confirm(context.Context, Question) (Answer, error) {
	w.asked++
	return Answer{Allowed: true, Scope: InFolder, By: "person"}, nil
}

// The whole program with its real servers, no model, and a grant for the folder: a
// request that the rules did not completely understand is not carried out.
func TestWithoutAModelWhatWasNotUnderstoodIsNotDoneThoughAYesStands(t *testing.T) {
	yes := &willing{}
	d := newFixture(t, yes)
	for name, text := range map[string]string{
		"lease.pdf":   "no page",
		"receipt.txt": "REWE Markt GmbH\nReceipt\nDate: 2026-02-03\nTotal 9.99 EUR\n",
		"invoice.txt": "Acme Ltd\nInvoice\nInvoice date: 2026-03-04\nInvoice number: 17\nTotal 12.00 EUR\n",
	} {
		d.write(name, text)
	}
	calls := 0
	ask := func(request string) agentcore.Outcome {
		t.Helper()
		calls = 0
		end, err := d.core.Ask(t.Context(), AskRequest{Prompt: request, Paths: []string{d.open}}, func(e event.Event) {
			if _, ok := e.Body.(event.ToolStarted); ok {
				calls++
			}
		})
		must(t, err)
		return end
	}
	original := d.picture("open")
	ask("tidy this folder")
	if maps.Equal(original, d.picture("open")) || yes.asked != 1 {
		t.Fatalf("nothing was tidied, or it was asked %d times", yes.asked)
	}
	ask("undo")
	before, asked := d.picture("open"), yes.asked

	for _, request := range []string{
		"tidy everything unless it is lease.pdf",
		"sort these into folders by colour",
		"rename some of the receipts",
		"delete everything except lease.pdf",
		"rename all files to snake case",
	} {
		end := ask(request)
		if calls > 0 || end.Reason != event.ReasonNoModel || !strings.Contains(end.Text, "did not understand") {
			t.Errorf("%s: %d calls, ends %s and says %s", request, calls, end.Reason, end.Text)
		}
	}
	if !maps.Equal(before, d.picture("open")) {
		t.Error("the folder was changed")
	}
	if ask("tidy this folder"); calls != 2 || yes.asked != asked || maps.Equal(before, d.picture("open")) {
		t.Errorf("the yes does not stand: %d calls, asked %d times", calls, yes.asked)
	}
}

// An earlier grant for the folder does not cover what a request excludes, neither after a
// correction by a second yes nor after a proposal.
func TestAYesThatStandsCoversNoRequestThatLeavesSomethingOut(t *testing.T) {
	for _, request := range []string{
		"tidy everything except the receipts",
		"renmae everything except the receipts",
		"tidy everything exept the receipts",
		"tidy everything except the receipts, but only show me",
		"Bennene alles um ausser den Quittungen",
		"Räum alles auf, aber ohne die Quittungen",
	} {
		t.Run(request, func(t *testing.T) {
			yes := &willing{}
			d := newFixture(t, yes)
			d.write("receipt.txt", "REWE Markt GmbH\nReceipt\nDate: 2026-02-03\nTotal 9.99 EUR\n")
			d.write("invoice.txt", "Acme Ltd\nInvoice\nInvoice date: 2026-03-04\nInvoice number: 17\nTotal 12.00 EUR\n")
			session, receipt := "", filepath.Join(d.open, "receipt.txt")
			ask := func(request string) {
				t.Helper()
				_, err := d.core.Ask(t.Context(), AskRequest{Prompt: request, Paths: []string{d.open}, Session: session}, func(e event.Event) { session, _, _ = strings.Cut(e.Stream, "/") })
				must(t, err)
			}
			ask("tidy this folder") // the yes for the folder
			ask("undo")
			before, asked := d.picture("open"), yes.asked
			session = ""
			if ask(request); maps.Equal(before, d.picture("open")) {
				ask("yes")
			}
			after := d.picture("open")
			if maps.Equal(before, after) || after[receipt] != before[receipt] {
				t.Errorf("nothing was renamed, or the receipt was")
			}
			if yes.asked != asked+1 {
				t.Errorf("it was asked %d times", yes.asked-asked)
			}
		})
	}
}
