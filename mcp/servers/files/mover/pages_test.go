package mover

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

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
	return w, reads
}

func TestAFolderIsReadOnceForAllPages(t *testing.T) {
	for _, recursive := range []bool{false, true} {
		t.Run(fmt.Sprint("recursive ", recursive), func(t *testing.T) {
			w, reads := flat(t, 95)
			m := w.mover(t)
			*reads = 0
			seen, after := 0, ""
			for more := true; more; {
				l, err := m.List(t.Context(), w.scope(), ListQuery{Path: w.root, Recursive: recursive, Limit: 10, After: after})
				must(t, err)
				if l.Files != 95 || len(l.Entries) != min(10, 95-seen) {
					t.Fatalf("a page has %d entries of %d", len(l.Entries), l.Files)
				}
				for _, e := range l.Entries {
					if want := w.path(fmt.Sprintf("%03d.txt", seen)); e.Path != want {
						t.Fatalf("%s is listed, want %s", e.Path, want)
					}
					seen++
				}
				more, after = l.Truncated, l.Entries[len(l.Entries)-1].Path
			}
			if seen != 95 || *reads != 1 {
				t.Errorf("%d of 95 files were seen, the folder was read %d times", seen, *reads)
			}
			if len(m.pages.kept) != 0 {
				t.Error("the folder is remembered after its last page")
			}
			must(t, m.Close())
		})
	}
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
	for _, folder := range []string{"a", "b"} {
		for i := range 20 {
			w.write(t, w.path(fmt.Sprintf("%s/%s%02d.txt", folder, folder, i)), "x")
		}
	}
	m := w.mover(t)
	q := ListQuery{Path: w.path("a"), Limit: 5}
	_, err := m.List(t.Context(), w.scope(), q)
	must(t, err)
	must(t, os.RemoveAll(w.path("a")))
	must(t, os.Rename(w.path("b"), w.path("a")))
	q.After = w.path("a/a04.txt")
	l, err := m.List(t.Context(), w.scope(), q)
	must(t, errors.Join(err, m.Close()))
	if l.Files != 20 || filepath.Base(l.Entries[0].Path) != "b00.txt" {
		t.Errorf("the page is %+v", l)
	}
}

func TestWhatIsRememberedBetweenPagesIsBounded(t *testing.T) {
	var p pages
	folder := func(i, names int) *folderNames {
		return &folderNames{path: fmt.Sprint(i), names: make([]string, names)}
	}
	for i := range 2 * keptFolders {
		p.keep(folder(i, 1))
	}
	if len(p.kept) != keptFolders || p.take("0", false, safefs.Identity{}) != nil || p.take(fmt.Sprint(2*keptFolders-1), false, safefs.Identity{}) == nil {
		t.Errorf("%d folders are remembered", len(p.kept))
	}
	p.keep(folder(100, keptNames))
	if len(p.kept) != 1 {
		t.Errorf("beside a large folder %d are remembered", len(p.kept)-1)
	}
	p.keep(folder(101, keptNames+1))
	if len(p.kept) != 1 || p.kept[0].path != "100" {
		t.Error("a folder that is too large is remembered")
	}
}
