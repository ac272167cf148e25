package find

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// world is a folder of real files, on a disk that can be watched.
type world struct {
	root string
	trap *safefstest.Trap
}

func newWorld(t rapid.TB, root string) *world {
	t.Helper()
	must(t, os.MkdirAll(root, 0o755))
	return &world{root, &safefstest.Trap{Inner: safefs.Disk{}, NoSync: true, Before: func(safefstest.Call) error { return nil }}}
}

func must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) finder() *Finder         { return New(folders.New(w.trap, time.Now)) }
func (w *world) scope() roots.Scope      { return roots.Scope{Outer: []roots.Root{{Path: w.root}}} }
func (w *world) path(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }

func (w *world) write(t rapid.TB, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

// paths returns all paths in the world.
func (w *world) paths(t rapid.TB) (all, dirs []string) {
	t.Helper()
	must(t, filepath.WalkDir(w.root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			dirs = append(dirs, path)
		}
		if err == nil && path != w.root {
			all = append(all, path)
		}
		return err
	}))
	return all, dirs
}

// flat creates a folder of n files, and counts how often folders are read.
func flat(t *testing.T, n int) (w *world, reads *int) {
	t.Helper()
	w = newWorld(t, filepath.Join(t.TempDir(), "root"))
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
	_, dirs := w.paths(t)
	for _, dir := range dirs {
		must(t, os.Chtimes(dir, old, old))
	}
}

// inPages lists a folder in pages and returns the paths in order.
func (w *world) inPages(t rapid.TB, f *Finder, q Query) (names []string) {
	t.Helper()
	for {
		l, err := f.List(context.Background(), w.scope(), q, nil)
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
			f := w.finder()
			*reads = 0
			seen := w.inPages(t, f, Query{Path: w.root, Recursive: recursive, Limit: 10})
			if len(seen) != 95 || !slices.IsSorted(seen) || *reads != 1 {
				t.Errorf("%d of 95 files were seen, the folder was read %d times", len(seen), *reads)
			}
		})
	}
}

// TestATreeIsNotWalkedAgainForEachPage counts the folders that are read: all of them for
// the first page, which counts, and those of a page for the others.
func TestATreeIsNotWalkedAgainForEachPage(t *testing.T) {
	w, reads := flat(t, 0)
	const folders, files = 150, 4
	for i := range folders {
		for k := range files {
			w.write(t, w.path(fmt.Sprintf("%03d/%d.txt", i, k)), "x")
		}
	}
	w.rest(t)
	f := w.finder()
	*reads = 0
	seen := w.inPages(t, f, Query{Path: w.root, Recursive: true, Limit: 25})
	if len(seen) != folders*(files+1) {
		t.Errorf("%d entries are listed", len(seen))
	}
	// Twice for its names, by the first page and its own, and once to see whether it is a
	// project; at the border of two pages once more.
	if pages := len(seen) / 25; *reads > 3*folders+3*pages {
		t.Errorf("%d folders were read %d times", folders, *reads)
	}
}

// TestPropertyPagesOfAListAreTheListInOnePiece holds for any tree and limit.
func TestPropertyPagesOfAListAreTheListInOnePiece(t *testing.T) {
	t.Parallel()
	base, runs := t.TempDir(), 0
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
		f := w.finder()
		q := Query{Path: w.root, Recursive: true, Hidden: true, Limit: 10_000}
		whole, err := f.List(t.Context(), w.scope(), q, nil)
		must(t, err)
		q.Limit = rapid.IntRange(1, 7).Draw(t, "limit")
		var names []string
		for _, e := range whole.Entries {
			rel, _ := filepath.Rel(w.root, e.Path)
			names = append(names, rel)
		}
		if pages := w.inPages(t, f, q); !slices.Equal(pages, names) {
			t.Fatalf("in pages of %d there is %q, in one piece %q", q.Limit, pages, names)
		}
		if all, _ := w.paths(t); len(all) != len(names) || whole.Files+whole.Folders != len(names) {
			t.Fatalf("%d entries are there, %d listed, %d files and %d folders counted", len(all), len(names), whole.Files, whole.Folders)
		}
		if !slices.IsSortedFunc(names, ComparePaths) {
			t.Fatalf("the order is %q", names)
		}
	})
}

func TestAPageSeesWhatChangedSinceTheOneBefore(t *testing.T) {
	w, reads := flat(t, 30)
	f := w.finder()
	q := Query{Path: w.root, Limit: 10}
	_, err := f.List(t.Context(), w.scope(), q, nil)
	must(t, err)
	w.write(t, w.path("015a.txt"), "new")
	must(t, os.Remove(w.path("016.txt")))
	*reads, q.After = 0, w.path("014.txt")
	l, err := f.List(t.Context(), w.scope(), q, nil)
	must(t, err)
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
	f := w.finder()
	q := Query{Path: w.path("a"), Limit: 5}
	_, err := f.List(t.Context(), w.scope(), q, nil)
	must(t, err)
	must(t, os.RemoveAll(w.path("a")))
	must(t, os.Rename(w.path("b"), w.path("a")))
	q.After = w.path("a/a04.txt")
	l, err := f.List(t.Context(), w.scope(), q, nil)
	must(t, err)
	if l.Files != 15 || filepath.Base(l.Entries[0].Path) != "b00.txt" {
		t.Errorf("the page is %+v", l)
	}
}
