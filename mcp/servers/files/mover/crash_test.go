package mover

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"syscall"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
)

// crowd returns a batch with one of everything: a cycle, a swap, a change of case, a new
// folder, a collision, and plain moves.
func crowd(w *world) []files.Move {
	return w.requests(
		"a", "b", "b", "c", "c", "a",
		"d", "e", "e", "d",
		"Case.txt", "case.txt",
		"f.pdf", "new/deep/f.pdf", "g.pdf", "new/deep/f.pdf",
		"h.pdf", "sub/h.pdf", "sub/i.pdf", "i.pdf", "j.pdf", "k.pdf", "l.pdf", "taken.pdf",
	)
}

var crowdNames = []string{
	"a", "b", "c", "d", "e", "Case.txt", "f.pdf", "g.pdf", "h.pdf", "sub/i.pdf", "j.pdf", "l.pdf", "taken.pdf", "other.txt",
}

// disks are the ways in which a disk can move a file.
var disks = map[string]func(safefstest.Call) error{
	"a disk that renames": func(safefstest.Call) error { return nil },
	"a disk that can only link": func(c safefstest.Call) error {
		if c.Op == "Rename" {
			return errors.ErrUnsupported
		}
		return nil
	},
	"a disk that can neither rename nor link": func(c safefstest.Call) error {
		if c.Op == "Rename" || c.Op == "Link" {
			return errors.ErrUnsupported
		}
		return nil
	},
	"another disk for every name": func(c safefstest.Call) error {
		if c.Op == "Rename" && c.Name[0] != '.' {
			return syscall.EXDEV
		}
		return nil
	},
}

// crashKills selects the long version of the crash tests, with that many random kills.
var crashKills = flag.Int("crash.kills", 0, "how many random kills the long version of the crash tests does; 0: the short version")

// stride is the number of calls between two deaths of a test. On a disk that renames, the
// common case, the short version tries each call too.
func stride(disk string) int {
	if *crashKills > 0 || disk == "a disk that renames" {
		return 1
	}
	return 3
}

// patience is a factor for stride where each death takes long.
func patience(disk string) int {
	if *crashKills == 0 && disk != "a disk that renames" {
		return 3
	}
	return 1
}

// TestDeathAtAnyCallLosesNothing ends the program before every single disk call.
// Afterwards each move is complete or not made, and an undo restores each name, byte,
// mode and time.
func TestDeathAtAnyCallLosesNothing(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(disks)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base, alive := quickDir(t), false
			for n := 0; !alive; n += stride(name) {
				w := newWorld(t, sub(t, base, n), crowdNames...)
				before, canary := snapshot(t, w.root), snapshot(t, w.canary)
				sums := contents(t, w.root)
				alive = !w.dyingOn(disks[name], n, func() {
					m := w.mover(t)
					_, err := batch(t.Context(), m, w.scope(), crowd(w), "crowd")
					must(t, errors.Join(err, m.Close()))
				})
				if kept := contents(t, w.root); len(kept) < len(sums) {
					t.Fatalf("death before call %d lost a file", n)
				}
				w.rollBack(t)
				sameWorld(t, snapshot(t, w.root), before, fmt.Sprintf("after death before call %d and an undo", n))
				sameWorld(t, snapshot(t, w.canary), canary, "outside")
			}
		})
	}
}

// dyingOn is dying on a disk of the given kind.
func (w *world) dyingOn(disk func(safefstest.Call) error, n int, work func()) bool {
	inner := w.trap.Inner
	w.trap.Inner = &safefstest.Trap{Inner: inner, Before: disk}
	defer func() { w.trap.Inner = inner }()
	return w.dying(n, work)
}

// TestDeathInTheRecoveryLosesNothing dies twice: in the batch, and at every call of the
// recovery and the undo after it.
func TestDeathInTheRecoveryLosesNothing(t *testing.T) {
	names := []string{"a", "b", "c", "Case.txt", "f.pdf"}
	moves := []string{"a", "b", "b", "c", "c", "a", "Case.txt", "case.txt", "f.pdf", "new/f.pdf"}
	for _, disk := range slices.Sorted(maps.Keys(disks)) {
		t.Run(disk, func(t *testing.T) {
			t.Parallel()
			base, runs := quickDir(t), 0
			for n, alive := 20, false; !alive; n += 3 * stride(disk) * patience(disk) {
				for k, recovered := 0, false; !recovered; k += stride(disk) * patience(disk) {
					runs++
					w := newWorld(t, sub(t, base, runs), names...)
					before := snapshot(t, w.root)
					alive = !w.dyingOn(disks[disk], n, func() {
						m := w.mover(t)
						_, err := batch(t.Context(), m, w.scope(), w.requests(moves...), "x")
						must(t, errors.Join(err, m.Close()))
					})
					recovered = !w.dyingOn(disks[disk], k, func() { w.rollBack(t) })
					w.rollBack(t)
					sameWorld(t, snapshot(t, w.root), before, fmt.Sprintf("after deaths before call %d and %d", n, k))
					must(t, os.RemoveAll(sub(t, base, runs)))
				}
			}
		})
	}
}

// TestAnyFailureOfTheDiskLosesNothing fails every single disk call once, in every way.
func TestAnyFailureOfTheDiskLosesNothing(t *testing.T) {
	for _, fault := range []error{syscall.EIO, syscall.ENOSPC, syscall.EACCES, syscall.EEXIST, syscall.EXDEV, errors.ErrUnsupported} {
		t.Run(fault.Error(), func(t *testing.T) {
			t.Parallel()
			base := quickDir(t)
			for n, reached := 0, true; reached; n += stride("faults") {
				reached = failAt(t, sub(t, base, n), n, fault)
			}
		})
	}
}

// failAt makes a batch on a disk whose n-th call fails, and reports whether n was
// reached.
func failAt(t *testing.T, base string, n int, fault error) (reached bool) {
	w := newWorld(t, base, "a", "b", "Case.txt", "f.pdf", "g.pdf", "taken.pdf", "other.txt")
	before, sums := snapshot(t, w.root), contents(t, w.root)
	calls := 0
	w.trap.Before = func(safefstest.Call) error {
		if calls++; calls == n+1 {
			reached = true
			return fault
		}
		return nil
	}
	w.tryBatch(t, w.requests("a", "b", "b", "a", "Case.txt", "case.txt", "f.pdf", "new/deep/f.pdf", "g.pdf", "taken.pdf"))
	w.trap.Before = func(safefstest.Call) error { return nil }
	if kept := contents(t, w.root); len(kept) < len(sums) {
		t.Fatalf("at call %d a file was lost", n)
	}
	w.rollBack(t)
	sameWorld(t, snapshot(t, w.root), before, fmt.Sprintf("after a failure at call %d and an undo", n))
	return reached
}

// tryBatch makes a batch on a disk that may fail: the failure may show as an error, or in
// the report.
func (w *world) tryBatch(t *testing.T, moves []files.Move) {
	t.Helper()
	m, err := New(Config{JournalDir: w.journals, FS: w.trap})
	if err != nil {
		return
	}
	_, _ = batch(context.Background(), m, w.scope(), moves, "crowd")
	_ = m.Close()
	must(t, w.trap.Bury())
}
