package mover

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
)

// flat makes a folder of n files, and counts how often folders are read.
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

// rest lets the folders of a world look as if nobody had touched them for an
// hour: what has just changed is not remembered.
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

// inPages lists a folder in pages and gives the paths below it in order.
func (w *world) inPages(t rapid.TB, m *Mover, q ListQuery) (names []string) {
	t.Helper()
	for {
		l, err := m.List(context.Background(), w.scope(), q)
		must(t, err)
		for _, e := range l.Entries {
			rel, _ := filepath.Rel(w.root, e.Path)
			names = append(names, rel)
		}
		if len(l.Entries) > q.Limit {
			t.Fatalf("a page has %d entries, the limit is %d", len(l.Entries), q.Limit)
		}
		if !l.Truncated {
			return names
		}
		q.After = l.Entries[len(l.Entries)-1].Path
	}
}

func TestAFolderIsReadOnceForAllPages(t *testing.T) {
	for _, recursive := range []bool{false, true} {
		t.Run(fmt.Sprint("recursive ", recursive), func(t *testing.T) {
			w, reads := flat(t, 95)
			m := w.mover(t)
			*reads = 0
			seen := w.inPages(t, m, ListQuery{Path: w.root, Recursive: recursive, Limit: 10})
			if len(seen) != 95 || !slices.IsSorted(seen) || *reads != 1 {
				t.Errorf("%d of 95 files were seen, the folder was read %d times", len(seen), *reads)
			}
			must(t, m.Close())
		})
	}
}

// TestATreeIsNotWalkedAnewForEachPage counts the folders that are read: all of
// them for the first page, which counts, and those of a page for the others.
func TestATreeIsNotWalkedAnewForEachPage(t *testing.T) {
	w, reads := flat(t, 0)
	const folders, files = 150, 4
	for i := range folders {
		for k := range files {
			w.write(t, w.path(fmt.Sprintf("%03d/%d.txt", i, k)), "x")
		}
	}
	w.rest(t)
	m := w.mover(t)
	*reads = 0
	seen := w.inPages(t, m, ListQuery{Path: w.root, Recursive: true, Limit: 25})
	must(t, m.Close())
	if len(seen) != folders*(files+1) {
		t.Errorf("%d entries are listed", len(seen))
	}
	// Twice for its names, by the first page and its own, and once to tell
	// whether it is a project; on the border of two pages once more.
	if pages := len(seen) / 25; *reads > 3*folders+3*pages {
		t.Errorf("%d folders were read %d times", folders, *reads)
	}
}

// TestPropertyPagesOfAListAreTheListInOnePiece holds for any tree and limit.
func TestPropertyPagesOfAListAreTheListInOnePiece(t *testing.T) {
	t.Parallel()
	base, runs := quickDir(t), 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		folder := filepath.Join(base, fmt.Sprint(runs))
		defer func() { _ = os.RemoveAll(folder) }()
		w := newWorld(t, folder)
		part := rapid.SampledFrom([]string{"a", "a b", "a-1", "a.txt", "A", "b", "0", ".h", "ä"})
		for range rapid.IntRange(0, 25).Draw(t, "files") {
			path := w.path(filepath.Join(rapid.SliceOfN(part, 1, 4).Draw(t, "path")...))
			if os.MkdirAll(filepath.Dir(path), 0o700) == nil {
				_ = os.WriteFile(path, nil, 0o600) // a folder may have the name
			}
		}
		m := w.mover(t)
		q := ListQuery{Path: w.root, Recursive: true, Hidden: true, Limit: 10_000}
		whole, err := m.List(t.Context(), w.scope(), q)
		must(t, err)
		q.Limit = rapid.IntRange(1, 7).Draw(t, "limit")
		var names []string
		for _, e := range whole.Entries {
			rel, _ := filepath.Rel(w.root, e.Path)
			names = append(names, rel)
		}
		if pages := w.inPages(t, m, q); !slices.Equal(pages, names) {
			t.Fatalf("in pages of %d there is %q, in one piece %q", q.Limit, pages, names)
		}
		must(t, m.Close())
		if all := snapshot(t, w.root); len(all) != len(names) || whole.Files+whole.Folders != len(names) {
			t.Fatalf("%d entries are there, %d listed, %d files and %d folders counted", len(all), len(names), whole.Files, whole.Folders)
		}
		if !slices.IsSortedFunc(names, ComparePaths) {
			t.Fatalf("the order is %q", names)
		}
	})
}

func TestAPageSeesWhatChangedSinceTheOneBefore(t *testing.T) {
	w, reads := flat(t, 30)
	m := w.mover(t)
	q := ListQuery{Path: w.root, Limit: 10}
	_, err := m.List(t.Context(), w.scope(), q)
	must(t, err)
	w.write(t, w.path("015a.txt"), "new")
	must(t, os.Remove(w.path("016.txt")))
	*reads, q.After = 0, w.path("014.txt")
	l, err := m.List(t.Context(), w.scope(), q)
	must(t, errors.Join(err, m.Close()))
	if *reads != 1 || l.Entries[1].Path != w.path("015a.txt") || l.Entries[2].Path != w.path("017.txt") {
		t.Errorf("after %d reads the page is %v", *reads, l.Entries)
	}
}

func TestAPageOfAnotherFolderUnderTheSamePathIsItsOwn(t *testing.T) {
	w, _ := flat(t, 0)
	for folder, files := range map[string]int{"a": 20, "b": 15} {
		for i := range files {
			w.write(t, w.path(fmt.Sprintf("%s/%s%02d.txt", folder, folder, i)), "x")
		}
	}
	w.rest(t)
	m := w.mover(t)
	q := ListQuery{Path: w.path("a"), Limit: 5}
	_, err := m.List(t.Context(), w.scope(), q)
	must(t, err)
	must(t, os.RemoveAll(w.path("a")))
	must(t, os.Rename(w.path("b"), w.path("a")))
	q.After = w.path("a/a04.txt")
	l, err := m.List(t.Context(), w.scope(), q)
	must(t, errors.Join(err, m.Close()))
	if l.Files != 15 || filepath.Base(l.Entries[0].Path) != "b00.txt" {
		t.Errorf("the page is %+v", l)
	}
}

func TestWhatIsRememberedOfFoldersIsBounded(t *testing.T) {
	var r remembered
	folder := func(i, names int) *folderNames {
		return &folderNames{path: fmt.Sprint(i), sure: true, names: make([]named, names)}
	}
	for i := range 2 * keptFolders {
		r.keep(folder(i, 1))
	}
	if len(r.kept) != keptFolders || r.take("0", safefs.Identity{}, false) != nil || r.take(fmt.Sprint(2*keptFolders-1), safefs.Identity{}, false) == nil {
		t.Errorf("%d folders are remembered", len(r.kept))
	}
	r.keep(folder(1000, keptNames))
	if len(r.kept) != 1 {
		t.Errorf("beside a large folder %d are remembered", len(r.kept)-1)
	}
	r.keep(folder(1001, keptNames+1))
	if len(r.kept) != 1 || r.kept[0].path != "1000" {
		t.Error("a folder that is too large is remembered")
	}
}

// remembers lets a mover believe that a folder has other names than it has now:
// it was read so shortly after a change that the next one left no trace.
func (w *world) remembers(t testing.TB, m *Mover, names ...string) {
	t.Helper()
	tree := m.tree(w.scope())
	defer tree.close()
	in, err := tree.lstat(w.root)
	must(t, err)
	c := &folderNames{path: w.root, id: in.ID}
	for _, name := range names {
		c.names = append(c.names, named{name: name})
	}
	m.memory.keep(c)
}

func TestANameThatWentWithoutATraceIsFree(t *testing.T) {
	w := newWorld(t, t.TempDir(), "scan.pdf", "letter.txt")
	m := w.mover(t)
	w.remembers(t, m, "scan.pdf", "letter.txt", "invoice.pdf", "NOTE.txt")
	report, err := batch(t.Context(), m, w.scope(), w.requests("scan.pdf", "invoice.pdf", "letter.txt", "note.txt"), "b")
	must(t, err)
	for i, want := range []string{"invoice.pdf", "note.txt"} {
		if got := report.Deeds[i].To; got != w.path(want) {
			t.Errorf("it is now %s, want %s", got, want)
		}
	}
	w.remembers(t, m, "invoice.pdf", "note.txt", "2026")
	plan, err := m.Plan(t.Context(), w.scope(), w.requests("invoice.pdf", "2026/invoice.pdf"), nil)
	must(t, err)
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

func TestNamesThatMayHaveChangedWithoutATraceAreForPlansAlone(t *testing.T) {
	for _, c := range []*folderNames{{path: "a"}, {path: "a", sure: true, ours: true}} {
		for _, exact := range []bool{true, false} {
			var r remembered
			r.keep(c)
			if lent := r.take("a", safefs.Identity{}, exact) != nil; lent == exact {
				t.Errorf("%+v is lent to who wants it exactly (%v): %v", c, exact, lent)
			}
		}
	}
	now := time.Now()
	for age, want := range map[time.Duration]bool{0: false, 3 * time.Millisecond: false, time.Second: true} {
		if settled(safefs.Identity{MtimeNS: now.Add(-age).UnixNano() | 1}, now) != want {
			t.Errorf("a folder that changed %v ago is settled: %v", age, !want)
		}
	}
	if whole := now.Truncate(time.Second); settled(safefs.Identity{MtimeNS: whole.UnixNano()}, whole.Add(time.Second)) {
		t.Error("a disk that tells whole seconds is believed after one")
	}
}

// TestPagesOfABatchReadAFlatFolderOnce plans and makes the pages of a batch in
// one folder: what they change themselves is followed, what others change is
// looked at anew.
func TestPagesOfABatchReadAFlatFolderOnce(t *testing.T) {
	const files, page = 60, 10
	w, reads := flat(t, files)
	m := w.mover(t)
	*reads = 0
	for first := 0; first < files; first += page {
		var moves []Request
		for i := range page {
			moves = append(moves, w.requests(fmt.Sprintf("%03d.txt", first+i), fmt.Sprintf("Paper %d.txt", i))...)
		}
		if first == 3*page { // somebody else comes by
			w.write(t, w.path("PAPER 0 (5).TXT"), "another's")
		}
		plan, err := m.Plan(t.Context(), w.scope(), moves, nil)
		must(t, err)
		if n := first/page + 1; n > 1 && n < 4 && filepath.Base(plan.Items[0].To) != fmt.Sprintf("Paper 0 (%d).txt", n) {
			t.Fatalf("page %d gives %s", n, plan.Items[0].To)
		}
		report, err := m.Do(t.Context(), plan, Order{Batch: "pages", Total: files})
		must(t, err)
		for _, d := range report.Deeds {
			if d.Status != Moved || d.Note == "the name was taken meanwhile" {
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
	if len(m.memory.kept) != 0 {
		t.Error("what the batch changed is remembered after its end")
	}
	must(t, m.Close())
}

// TestANameThatCameUnseenIsNotPlanned lets a name come without a trace in the
// folder's time, as on a disk that keeps time badly.
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
