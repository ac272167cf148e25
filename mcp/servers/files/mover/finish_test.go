package mover

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// TestABatchThatDiedAnywhereCanBeFinished ends the program before every disk call, and
// then finishes the batch.
func TestABatchThatDiedAnywhereCanBeFinished(t *testing.T) {
	base := quickDir(t)
	names := []string{"a", "b", "Case.txt", "f.pdf", "g.pdf"}
	moves := []string{"a", "b", "b", "a", "Case.txt", "case.txt", "f.pdf", "new/deep/f.pdf", "g.pdf", "h.pdf"}
	whole := newWorld(t, sub(t, base, 0), names...)
	m := whole.mover(t)
	_, err := batch(t.Context(), m, whole.scope(), whole.requests(moves...), "x")
	must(t, errors.Join(err, m.Close()))
	want := contentsByName(t, whole.root)
	finished := 0
	for n, alive := 0, false; !alive; n++ {
		w := newWorld(t, sub(t, base, n+1), names...)
		before := snapshot(t, w.root)
		alive = !w.dying(n, func() {
			m := w.mover(t)
			_, err := batch(t.Context(), m, w.scope(), w.requests(moves...), "x")
			must(t, errors.Join(err, m.Close()))
		})
		m := w.mover(t)
		must(t, m.Recover(t.Context(), w.scope()))
		report, err := m.Finish(t.Context(), w.scope(), "x", "", nil)
		past, _ := m.History(t.Context(), roots.Scope{}, 1, "x")
		switch {
		case errors.Is(err, journal.ErrUnknown) || errors.Is(err, errFinished) && len(past) > 0 && past[0].Of == 0:
		case errors.Is(err, errFinished):
			sameNames(t, contentsByName(t, w.root), want, fmt.Sprintf("after death before call %d", n))
		case err != nil:
			t.Fatalf("after death before call %d: %v", n, err)
		case past[0].Of == 0: // it died before it recorded any intent
		default:
			finished++
			sameNames(t, contentsByName(t, w.root), want, fmt.Sprintf("after death before call %d and a finish", n))
			if r := report.Receipt; past[0].State != files.BatchDone || r.Moved != 5 || r.FilesIn != 5 || r.FilesOut != 5 || r.Skipped+r.Failed+r.ContentsChanged != 0 || r.Stopped {
				t.Fatalf("after death before call %d the batch is %q, its receipt %+v", n, past[0].State, r)
			}
			if past[0].Done != 5 || past[0].Of != 5 {
				t.Fatalf("after a finish it is %d of %d", past[0].Done, past[0].Of)
			}
		}
		must(t, m.Close())
		w.rollBack(t)
		sameWorld(t, snapshot(t, w.root), before, fmt.Sprintf("after death before call %d, a finish and an undo", n))
	}
	if finished < 20 {
		t.Errorf("only %d batches were finished", finished)
	}
}

func contentsByName(t *testing.T, root string) map[string]string {
	t.Helper()
	found := snapshot(t, root)
	for name, what := range found {
		found[name] = what[strings.LastIndex(what, " ")+1:]
		if !strings.Contains(what, `"`) {
			found[name] = "folder"
		}
	}
	return found
}

func sameNames(t *testing.T, got, want map[string]string, when string) {
	t.Helper()
	sameWorld(t, got, want, when)
}

func TestAStoppedBatchIsFinishedAndCountedOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := newWorld(t, t.TempDir(), "a", "b", "c", "d")
	m := w.mover(t)
	_, err := batch(t.Context(), m, w.scope(), w.requests("d", "dd"), "x") // a page that was made
	must(t, err)
	renames := 0
	w.trap.Before = func(c safefstest.Call) error {
		if c.Op == "Rename" {
			if renames++; renames == 1 {
				cancel()
			}
		}
		return nil
	}
	report, err := batch(ctx, m, w.scope(), w.requests("a", "aa", "b", "bb", "c", "cc"), "x")
	must(t, err)
	if !report.Receipt.Stopped || report.Receipt.Moved != 2 || report.Receipt.Skipped != 2 {
		t.Fatalf("stopped, the receipt is %+v", report.Receipt)
	}
	must(t, os.WriteFile(w.path("c"), []byte("edited since"), 0o600))
	plan, err := m.PlanFinish(t.Context(), w.scope(), "x")
	must(t, err)
	if plan.Count() != 1 || len(plan.Items) != 2 || plan.Items[1].Note == "" {
		t.Fatalf("the plan is %+v", plan.Items)
	}
	if _, err := m.Finish(t.Context(), w.scope(), "x", "sha256:other", nil); !errors.Is(err, ErrMovedOn) {
		t.Errorf("another plan is answered %v", err)
	}
	report, err = m.Finish(t.Context(), w.scope(), "x", plan.Hash, nil)
	must(t, err)
	want := files.Receipt{Batch: "x", FilesIn: 4, FilesOut: 4, Moved: 3, Skipped: 1, Undo: "deskhand undo x"}
	if !reflect.DeepEqual(report.Receipt, want) {
		t.Errorf("the receipt is %+v, want %+v", report.Receipt, want)
	}
	must(t, m.Close())
}
