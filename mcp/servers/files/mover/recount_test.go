package mover

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// matchesHistory fails if the history of an interrupted batch has other numbers than the
// folder.
func (w *world) matchesHistory(t *testing.T, m *Mover, of int, when string) {
	t.Helper()
	found, err := m.History(t.Context(), roots.Scope{}, 1, "cut")
	must(t, err)
	renamed, err := filepath.Glob(w.path("new*.txt"))
	must(t, err)
	old, err := filepath.Glob(w.path("old*.txt"))
	must(t, err)
	p := found[0]
	if p.State != files.BatchInterrupted || p.Of == 0 {
		return // it ended, or nothing was recorded yet
	}
	if p.Of != of || p.Done-p.Undone != len(renamed) || p.Lost != of-len(renamed)-len(old) {
		t.Fatalf("%s it is told %d of %d done, %d taken back, %d lost; there are %d new and %d old names",
			when, p.Done, p.Of, p.Undone, p.Lost, len(renamed), len(old))
	}
}

func TestAfterADeathTheHistoryTellsWhatIsOnTheDisk(t *testing.T) {
	const total = 8
	for _, undone := range []bool{false, true} {
		t.Run(fmt.Sprintf("in an undo %v", undone), func(t *testing.T) {
			base := quickDir(t)
			for n, alive := 0, false; !alive; n++ {
				w := newWorld(t, sub(t, base, n))
				var pairs []string
				for i := range total {
					w.write(t, w.path(fmt.Sprintf("old%d.txt", i)), fmt.Sprint(i))
					pairs = append(pairs, fmt.Sprintf("old%d.txt", i), fmt.Sprintf("new%d.txt", i))
				}
				do := func() error {
					m := w.mover(t)
					_, err := batch(t.Context(), m, w.scope(), w.requests(pairs...), "cut")
					return errors.Join(err, m.Close())
				}
				undo := func() {
					m := w.mover(t)
					_, err := m.Undo(t.Context(), w.scope(), "cut", "", nil)
					must(t, errors.Join(err, m.Close()))
				}
				if undone {
					must(t, do())
					alive = !w.dying(n, undo)
				} else {
					alive = !w.dying(n, func() { must(t, do()) })
				}
				m := w.mover(t)
				if found, err := m.History(t.Context(), roots.Scope{}, 1, ""); err != nil || len(found) == 0 {
					must(t, errors.Join(err, m.Close()))
					continue // it died before anything was intended
				}
				w.matchesHistory(t, m, total, fmt.Sprintf("after death before call %d", n))
				must(t, m.Recover(t.Context(), w.scope()))
				w.matchesHistory(t, m, total, fmt.Sprintf("after death before call %d and a recovery", n))
				must(t, m.Close())
			}
		})
	}
}

func TestAFileThatIsAtNeitherOfItsPlacesAfterADeathIsTold(t *testing.T) {
	w := newWorld(t, t.TempDir(), "old0.txt", "old1.txt", "old2.txt")
	moves := w.requests("old0.txt", "new0.txt", "old1.txt", "new1.txt", "old2.txt", "new2.txt")
	w.trap.Before = func(c safefstest.Call) error {
		if c.Op == "Rename" && c.Name == "old1.txt" {
			panic(death{})
		}
		return nil
	}
	before := w.trap.Before
	w.dying(1<<30, func() {
		w.trap.Before = before
		m := w.mover(t)
		_, _ = batch(t.Context(), m, w.scope(), moves, "cut")
	})
	must(t, os.Remove(w.path("new0.txt")))
	m := w.mover(t)
	w.matchesHistory(t, m, 3, "after a file was taken away")
	must(t, m.Close())
}
