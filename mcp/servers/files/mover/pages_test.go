package mover

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
)

// flat creates a folder of n files, and counts how often folders are read.
func flat(t *testing.T, n int) (w *world, reads *int) {
	t.Helper()
	w = newWorld(t, t.TempDir())
	for i := range n {
		w.write(t, w.path(fmt.Sprintf("%03d.txt", i)), "x")
	}
	reads = new(int)
	w.trap.Before = func(c safefstest.Call) error {
		if c.Op == "List" {
			*reads++
		}
		return nil
	}
	w.rest(t)
	return w, reads
}

// rest backdates the folders of a world by an hour: recently changed folders are not
// cached.
func (w *world) rest(t testing.TB) {
	t.Helper()
	old := time.Unix(1_700_000_000, 1)
	for name, what := range snapshot(t, w.root) {
		if what[0] == 'd' {
			must(t, os.Chtimes(w.path(name), old, old))
		}
	}
	must(t, os.Chtimes(w.root, old, old))
}

// remembers makes a mover cache other names for a folder than it has now: they come and
// go without changing the folder's time, as on a disk with imprecise times.
func (w *world) remembers(t testing.TB, m *Mover, names ...string) {
	t.Helper()
	away := t.TempDir()
	there, err := os.ReadDir(w.root)
	must(t, err)
	var moved, made []string
	for _, e := range there {
		if !slices.Contains(names, e.Name()) {
			must(t, os.Rename(w.path(e.Name()), filepath.Join(away, e.Name())))
			moved = append(moved, e.Name())
		}
	}
	for _, name := range names {
		if _, err := os.Lstat(w.path(name)); err != nil {
			w.write(t, w.path(name), "a phantom")
			made = append(made, name)
		}
	}
	w.rest(t)
	tree := m.folders.Tree(w.scope())
	_, err = tree.Names(w.root)
	must(t, err)
	tree.Close()
	for _, name := range made {
		must(t, os.Remove(w.path(name)))
	}
	for _, name := range moved {
		must(t, os.Rename(filepath.Join(away, name), w.path(name)))
	}
	w.rest(t)
}

func TestANameThatWentWithoutATraceIsFree(t *testing.T) {
	w, reads := flat(t, 0)
	w.write(t, w.path("scan.pdf"), "a scan")
	w.write(t, w.path("letter.txt"), "a letter")
	m := w.mover(t)
	w.remembers(t, m, "scan.pdf", "letter.txt", "invoice.pdf", "NOTE.txt")
	*reads = 0
	report, err := batch(t.Context(), m, w.scope(), w.requests("scan.pdf", "invoice.pdf", "letter.txt", "note.txt"), "b")
	must(t, err)
	if *reads != 0 {
		t.Fatalf("the folder was read %d times: its names are not remembered", *reads)
	}
	for i, want := range []string{"invoice.pdf", "note.txt"} {
		if got := report.Outcomes[i].To; got != w.path(want) {
			t.Errorf("it is now %s, want %s", got, want)
		}
	}
	w.remembers(t, m, "invoice.pdf", "note.txt", "2026")
	*reads = 0
	plan, err := m.Plan(t.Context(), w.scope(), w.requests("invoice.pdf", "2026/invoice.pdf"), nil)
	must(t, err)
	if *reads != 0 {
		t.Fatalf("the folder was read %d times: its names are not remembered", *reads)
	}
	if got := plan.Items[0].To; got != w.path("2026/invoice.pdf") || !slices.Contains(plan.Folders, w.path("2026")) {
		t.Errorf("it would be %s, in the new folders %v", got, plan.Folders)
	}
	w.remembers(t, m, "scan.pdf", "letter.txt", "invoice.pdf", "note.txt")
	_, err = m.Undo(t.Context(), w.scope(), "b", "", nil)
	must(t, errors.Join(err, m.Close()))
	for _, name := range []string{"scan.pdf", "letter.txt"} {
		if _, err := os.Lstat(w.path(name)); err != nil {
			t.Errorf("the undo does not bring back %s: %v", name, err)
		}
	}
}

// TestPagesOfABatchReadAFlatFolderOnce plans and makes the pages of a batch in one
// folder: its own changes are followed, after changes by others the folder is read again.
func TestPagesOfABatchReadAFlatFolderOnce(t *testing.T) {
	const total, page = 60, 10
	w, reads := flat(t, total)
	m := w.mover(t)
	*reads = 0
	for first := 0; first < total; first += page {
		var moves []files.Move
		for i := range page {
			moves = append(moves, w.requests(fmt.Sprintf("%03d.txt", first+i), fmt.Sprintf("Paper %d.txt", i))...)
		}
		if first == 3*page { // another program makes a change
			w.write(t, w.path("PAPER 0 (5).TXT"), "another's")
		}
		plan, err := m.Plan(t.Context(), w.scope(), moves, nil)
		must(t, err)
		if n := first/page + 1; n > 1 && n < 4 && filepath.Base(plan.Items[0].To) != fmt.Sprintf("Paper 0 (%d).txt", n) {
			t.Fatalf("page %d gives %s", n, plan.Items[0].To)
		}
		report, err := m.Do(t.Context(), plan, Order{Batch: "pages", Total: total})
		must(t, err)
		for _, d := range report.Outcomes {
			if d.Status != files.Moved || d.Note == "the name was taken meanwhile" {
				t.Fatalf("a file of page %d: %+v", first/page+1, d)
			}
		}
	}
	if *reads != 2 {
		t.Errorf("the folder was read %d times, and changed by another program once", *reads)
	}
	if _, err := os.Lstat(w.path("Paper 0 (5).txt")); err == nil {
		t.Error("a file got a name that differs from another's in case alone")
	}
	if _, err := m.Plan(t.Context(), w.scope(), w.requests("PAPER 0 (5).TXT", "other.txt"), nil); err != nil || *reads != 3 {
		t.Errorf("after its end the folder was read %d times: what the batch changed is remembered (%v)", *reads-2, err)
	}
	must(t, m.Close())
}

// TestANameThatCameUnseenIsNotPlanned adds a name without changing the folder's time, as
// on a disk with imprecise times.
func TestANameThatCameUnseenIsNotPlanned(t *testing.T) {
	w, reads := flat(t, 3)
	m := w.mover(t)
	_, err := m.Plan(t.Context(), w.scope(), w.requests("000.txt", "new.txt"), nil)
	must(t, err)
	w.write(t, w.path("new.txt"), "another's")
	w.rest(t)
	*reads = 0
	plan, err := m.Plan(t.Context(), w.scope(), w.requests("000.txt", "new.txt"), nil)
	must(t, errors.Join(err, m.Close()))
	if to := filepath.Base(plan.Items[0].To); to != "new (2).txt" || *reads != 0 {
		t.Errorf("it goes to %s, after %d reads of the folder", to, *reads)
	}
}
