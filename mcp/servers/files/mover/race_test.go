package mover

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

func TestARacerThatTakesTheTargetIsNotOverwritten(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(disks)) {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, t.TempDir(), "a.txt")
			rounds := 0
			w.trap.Before = func(c safefstest.Call) error {
				// The racer writes to the file's target.
				if c.Op == "Rename" && rounds < 3 {
					rounds++
					for _, target := range []string{"b.txt", "b (2).txt", "b (3).txt"}[:rounds] {
						if _, err := os.Lstat(w.path(target)); errors.Is(err, fs.ErrNotExist) {
							w.write(t, w.path(target), "racer's "+target)
						}
					}
				}
				return disks[name](c)
			}
			m := w.mover(t)
			report, err := batch(t.Context(), m, w.scope(), w.requests("a.txt", "b.txt"), "race")
			must(t, errors.Join(err, m.Close()))
			if d := report.Outcomes[0]; d.Status != files.Moved || d.Note == "" || report.Receipt.FilesOut != 1 {
				t.Fatalf("the report is %+v", report)
			}
			w.trap.Before = func(safefstest.Call) error { return nil }
			got := snapshot(t, w.root)
			for i, target := range []string{"b.txt", "b (2).txt", "b (3).txt"} {
				if what := got[target]; i < rounds && !strings.Contains(what, "racer's") && !strings.Contains(what, "contents of a.txt") {
					t.Errorf("%s is %s", target, what)
				}
			}
			if len(got) != rounds+1 {
				t.Errorf("%d files of %d are left: %v", len(got), rounds+1, got)
			}
			w.rollBack(t)
			if text, err := os.ReadFile(w.path("a.txt")); err != nil || string(text) != "contents of a.txt" {
				t.Errorf("after the undo a.txt is %q (%v)", text, err)
			}
		})
	}
}

func TestAFileThatIsSwappedInTheLastMomentIsNotMoved(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(disks)) {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, t.TempDir(), "a.txt")
			swapped := false
			w.trap.Before = func(c safefstest.Call) error {
				if c.Op == "Rename" && c.Name == "a.txt" && !swapped {
					swapped = true
					must(t, os.Rename(w.path("a.txt"), w.path("elsewhere.txt")))
					w.write(t, w.path("a.txt"), "another file")
				}
				return disks[name](c)
			}
			m := w.mover(t)
			report, err := batch(t.Context(), m, w.scope(), w.requests("a.txt", "b.txt"), "swap")
			must(t, errors.Join(err, m.Close()))
			if report.Outcomes[0].Status != files.Failed {
				t.Errorf("the report is %+v", report.Outcomes)
			}
			for path, want := range map[string]string{"a.txt": "another file", "elsewhere.txt": "contents of a.txt"} {
				if text, err := os.ReadFile(w.path(path)); err != nil || string(text) != want {
					t.Errorf("%s is %q (%v)", path, text, err)
				}
			}
			if got := snapshot(t, w.root); len(got) != 2 {
				t.Errorf("the folder holds %v", got)
			}
		})
	}
}

// TestAFolderThatIsSwappedForALinkLeadsNowhere swaps a folder of the batch for a link to
// the canary's, before every call in turn.
func TestAFolderThatIsSwappedForALinkLeadsNowhere(t *testing.T) {
	base := t.TempDir()
	for n, reached := 0, true; reached; n++ {
		w := newWorld(t, filepath.Join(base, fmt.Sprint(n)), "sub/a.txt", "sub/b.txt", "c.txt")
		canary, sums := snapshot(t, w.canary), contents(t, w.root)
		calls := 0
		reached = false
		w.trap.Before = func(safefstest.Call) error {
			if calls++; calls == n+1 {
				reached = true
				must(t, os.Rename(w.path("sub"), w.path("aside")))
				must(t, os.Symlink(w.canary, w.path("sub")))
			}
			return nil
		}
		m := w.mover(t)
		// It may be refused, or be made in the folder as it was.
		_, _ = batch(t.Context(), m, w.scope(), w.requests("sub/a.txt", "a.txt", "c.txt", "sub/c.txt", "sub/b.txt", "sub/bird"), "swap")
		_, _ = m.Undo(t.Context(), w.scope(), "", "", nil)
		must(t, m.Close())
		sameWorld(t, snapshot(t, w.canary), canary, fmt.Sprintf("swapped before call %d, outside", n))
		if kept := contents(t, w.root); len(kept) != len(sums) {
			t.Fatalf("swapped before call %d, %d of %d files are left", n, len(kept), len(sums))
		}
	}
}

func TestAFullJournalStopsTheBatchAndLosesNothing(t *testing.T) {
	w := newWorld(t, t.TempDir(), "a", "b", "c")
	before := snapshot(t, w.root)
	writes := 0
	w.trap.Before = func(c safefstest.Call) error {
		if c.Op == "Write" && strings.HasSuffix(c.Name, ".journal") {
			if writes++; writes > 2 {
				return syscall.ENOSPC
			}
		}
		return nil
	}
	m := w.mover(t)
	_, err := batch(t.Context(), m, w.scope(), w.requests("a", "x", "b", "y", "c", "z"), "full")
	if p := fault.Of(err, ""); err == nil || !errors.Is(err, syscall.ENOSPC) || p.Class != chat.ErrExecution {
		t.Errorf("it is answered %v", err)
	}
	must(t, m.Close())
	w.trap.Before = func(safefstest.Call) error { return nil }
	m = w.mover(t)
	past, err := m.History(context.Background(), roots.Scope{}, 1, "")
	must(t, err)
	if past[0].State != files.BatchInterrupted || past[0].Of != 3 {
		t.Errorf("the history is %+v", past[0])
	}
	must(t, m.Close())
	w.rollBack(t)
	sameWorld(t, snapshot(t, w.root), before, "after the undo")
}

func TestABigBatchCostsLittleMoreThanItsRenames(t *testing.T) {
	const total = 1000
	w := newWorld(t, t.TempDir())
	var moves []files.Move
	for i := range total {
		name := fmt.Sprintf("IMG_%04d.jpg", i)
		w.write(t, w.path(name), name)
		moves = append(moves, files.Move{From: w.path(name), To: w.path(fmt.Sprintf("2026-01-01 %04d.jpg", i))})
	}
	count := map[string]int{}
	w.trap.Before = func(c safefstest.Call) error { count[c.Op]++; return nil }
	m := w.mover(t)
	plan, err := m.Plan(t.Context(), w.scope(), moves, nil)
	must(t, err)
	clear(count)
	_, err = m.Do(t.Context(), plan, Order{})
	must(t, errors.Join(err, m.Close()))
	if count["Rename"] != total || count["Sync"]+count["SyncDir"] > 5 || count["Lstat"] > 3*total+10 || count["List"] > 0 {
		t.Errorf("%d moves took %v", total, count)
	}
}

func BenchmarkMove1000(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		w := newWorld(b, b.TempDir())
		w.trap.NoSync = false
		var moves []files.Move
		for i := range 1000 {
			name := fmt.Sprintf("IMG_%04d.jpg", i)
			w.write(b, w.path(name), name)
			moves = append(moves, files.Move{From: w.path(name), To: w.path(fmt.Sprintf("2026-01-01 %04d.jpg", i))})
		}
		m, err := New(Config{JournalDir: w.journals})
		must(b, err)
		plan, err := m.Plan(b.Context(), w.scope(), moves, nil)
		must(b, err)
		b.StartTimer()
		_, err = m.Do(b.Context(), plan, Order{})
		must(b, err)
	}
}

func BenchmarkBareRename1000(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		w := newWorld(b, b.TempDir())
		for i := range 1000 {
			w.write(b, w.path(fmt.Sprintf("IMG_%04d.jpg", i)), "x")
		}
		b.StartTimer()
		for i := range 1000 {
			must(b, os.Rename(w.path(fmt.Sprintf("IMG_%04d.jpg", i)), w.path(fmt.Sprintf("2026-01-01 %04d.jpg", i))))
		}
	}
}
