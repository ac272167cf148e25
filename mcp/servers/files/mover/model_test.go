package mover

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// oddNames are names that people and programs use, and some that nobody should.
var oddNames = []string{
	"a", "b", "c", "A", "B", "a.txt", "A.TXT", "a (2).txt", "caf\u00e9.pdf", "cafe\u0301.pdf", "x.tar.gz", ".hidden",
	"CON", "com¹.pdf", "dots...", " space ", "-rf", "gpj\u202e.exe", "😀.png", "ß", "SS", "sub", "new",
}

// drawWorld creates some files in some folders.
func drawWorld(t *rapid.T, base string) *world {
	w := newWorld(t, base)
	for i := range rapid.IntRange(1, 12).Draw(t, "files") {
		name := filepath.Join(rapid.SampledFrom([]string{"", "sub", "sub/deep"}).Draw(t, "folder"), rapid.SampledFrom(oddNames).Draw(t, "name"))
		if os.MkdirAll(filepath.Dir(w.path(name)), 0o755) != nil {
			continue // a file has the folder's name
		}
		if in, err := os.Lstat(w.path(name)); err == nil && in.IsDir() {
			continue
		}
		w.write(t, w.path(name), fmt.Sprintf("file %d", i))
		must(t, os.Chmod(w.path(name), rapid.SampledFrom([]os.FileMode{0o600, 0o644, 0o444, 0o755}).Draw(t, "mode")))
		when := time.Unix(rapid.Int64Range(1, 1<<31).Draw(t, "mtime"), 123_456_789)
		must(t, os.Chtimes(w.path(name), when, when))
	}
	return w
}

// drawMoves requests moves of existing files, and of some that do not exist.
func drawMoves(t *rapid.T, w *world) []files.Move {
	var names []string
	for name := range snapshot(t, w.root) {
		names = append(names, name)
	}
	slices.Sort(names)
	names = append(names, "missing")
	target := rapid.Custom(func(t *rapid.T) string {
		folder := rapid.SampledFrom([]string{"", "sub", "sub/deep", "new", "new/CON", "a"}).Draw(t, "folder")
		return filepath.Join(folder, rapid.OneOf(rapid.SampledFrom(oddNames), rapid.SampledFrom(names)).Draw(t, "name"))
	})
	var moves []files.Move
	for range rapid.IntRange(1, 12).Draw(t, "moves") {
		moves = append(moves, files.Move{
			From: w.path(rapid.SampledFrom(names).Draw(t, "from")),
			To:   w.path(filepath.ToSlash(target.Draw(t, "to"))),
		})
	}
	return moves
}

// TestPropertyAnyBatchKeepsEveryFileAndItsUndoRestoresTheWorld is the promise of the
// package, on random worlds and batches.
func TestPropertyAnyBatchKeepsEveryFileAndItsUndoRestoresTheWorld(t *testing.T) {
	t.Parallel()
	base, runs := quickDir(t), 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		folder := filepath.Join(base, fmt.Sprint(runs))
		defer func() { _ = os.RemoveAll(folder) }()
		w := drawWorld(t, folder)
		m := w.mover(t)
		defer func() { must(t, m.Close()) }()
		type before struct {
			batch string
			world map[string]string
		}
		var past []before
		sums, canary := contents(t, w.root), snapshot(t, w.canary)
		for range rapid.IntRange(1, 3).Draw(t, "batches") {
			moves, world := drawMoves(t, w), snapshot(t, w.root)
			id := fmt.Sprintf("batch-%d", len(past))
			report, err := batch(context.Background(), m, w.scope(), moves, id)
			must(t, err)
			past = append(past, before{id, world})
			checkReport(t, w, world, moves, report)
			if kept := contents(t, w.root); !slices.Equal(kept, sums) {
				t.Fatalf("the contents changed: %d files before, %d after", len(sums), len(kept))
			}
		}
		for _, b := range slices.Backward(past) {
			_, err := m.Undo(context.Background(), w.scope(), b.batch, "", nil)
			if !errors.Is(err, ErrNothing) {
				must(t, err)
			}
			sameWorld(t, snapshot(t, w.root), b.world, "after the undo")
			if _, err := m.Undo(context.Background(), w.scope(), b.batch, "", nil); !errors.Is(err, ErrNothing) {
				t.Fatalf("a second undo says %v", err)
			}
			sameWorld(t, snapshot(t, w.root), b.world, "after a second undo")
		}
		sameWorld(t, snapshot(t, w.canary), canary, "outside")
		noTemps(t, w.root, "at the end")
	})
}

// checkReport compares a report with the world before and now.
func checkReport(t *rapid.T, w *world, before map[string]string, moves []files.Move, r Report) {
	t.Helper()
	if r.Receipt.FilesIn != r.Receipt.FilesOut || r.Receipt.ContentsChanged != 0 || r.Receipt.Failed != 0 || r.Receipt.Stopped {
		t.Fatalf("the receipt is %+v", r.Receipt)
	}
	now, moved := snapshot(t, w.root), map[string]bool{}
	for i, d := range r.Outcomes {
		from, _ := filepath.Rel(w.root, moves[i].From)
		to, _ := filepath.Rel(w.root, d.To)
		if d.Status != files.Moved {
			continue
		}
		moved[from] = true
		if now[to] != before[from] {
			t.Fatalf("%s was to be at %s, where %q is", from, to, now[to])
		}
		stem, _ := filename.Split(filepath.Base(from))
		if name := filepath.Base(to); !strings.HasPrefix(name, stem) && filename.Sanitise(name, "") != name {
			t.Fatalf("%q is no safe name", name)
		}
	}
	for name, what := range before {
		if !moved[name] && now[name] != what {
			t.Fatalf("%s was in no move and is now %q", name, now[name])
		}
	}
}

// TestPropertyABatchThatIsTakenBackFileByFileLosesNothing undoes the files of a batch one
// by one, in random order: every content exists at all times, and in the end the old
// world is back, except for names that another file of the batch had taken.
func TestPropertyABatchThatIsTakenBackFileByFileLosesNothing(t *testing.T) {
	t.Parallel()
	base, runs := quickDir(t), 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		folder := filepath.Join(base, fmt.Sprint(runs))
		defer func() { _ = os.RemoveAll(folder) }()
		w := drawWorld(t, folder)
		m := w.mover(t)
		defer func() { must(t, m.Close()) }()
		before, sums := snapshot(t, w.root), contents(t, w.root)
		report, err := batch(context.Background(), m, w.scope(), drawMoves(t, w), "batch")
		must(t, err)
		var moved []string
		for _, d := range report.Outcomes {
			if d.Status == files.Moved {
				moved = append(moved, d.To)
			}
		}
		if len(moved) == 0 {
			return
		}
		asBefore := true
		for _, path := range rapid.Permutation(moved).Draw(t, "order") {
			undone, err := m.Undo(context.Background(), w.scope(), "batch", "", nil, path)
			must(t, err)
			if undone.Restored != 1 || len(undone.Kept) > 0 {
				t.Fatalf("taking back %s gives %+v", path, undone)
			}
			asBefore = asBefore && len(undone.Noted) == 0
			if kept := contents(t, w.root); !slices.Equal(kept, sums) {
				t.Fatalf("the contents changed: %d files before, %d after", len(sums), len(kept))
			}
		}
		if asBefore {
			sameWorld(t, snapshot(t, w.root), before, "at the end")
		}
		if _, err := m.Undo(context.Background(), w.scope(), "batch", "", nil); !errors.Is(err, ErrNothing) {
			t.Fatalf("what is taken back can be undone again: %v", err)
		}
		noTemps(t, w.root, "at the end")
	})
}
