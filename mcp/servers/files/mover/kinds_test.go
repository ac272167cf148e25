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

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
)

// kinds are batches of everything but moves.
var kinds = map[string]func(context.Context, *Mover, *world) (*Plan, error){
	"copies": func(ctx context.Context, m *Mover, w *world) (*Plan, error) {
		return m.PlanCopy(ctx, w.scope(), w.requests("a.txt", "a.txt", "a.txt", "new/deep/a.txt", "b.txt", "a.txt", "sub/c.txt", "c.txt"))
	},
	"a written text": func(ctx context.Context, m *Mover, w *world) (*Plan, error) {
		return m.PlanWrite(ctx, w.scope(), w.path("new/a.txt"), "written")
	},
	"files put into the trash": func(ctx context.Context, m *Mover, w *world) (*Plan, error) {
		return m.PlanTrash(ctx, w.scope(), []string{w.path("a.txt"), w.path("b.txt"), w.path("sub/c.txt"), w.path("c d%.txt")})
	},
	"files restored from the trash": func(ctx context.Context, m *Mover, w *world) (*Plan, error) {
		return m.PlanRestore(ctx, w.scope(), []string{w.path("old.txt"), w.path("gone/older.txt")})
	},
}

// fillBin puts two files into the trash, one of whose folders no longer exists, and a
// file and a label that belong to another program.
func (w *world) fillBin(t rapid.TB) {
	t.Helper()
	for name, was := range map[string]string{"old.txt": "old.txt", "a.txt": "gone/older.txt"} {
		w.write(t, filepath.Join(w.bin, "files", name), "trashed "+name)
		w.write(t, filepath.Join(w.bin, "info", name+".trashinfo"), "[Trash Info]\n"+"Path="+w.path(was)+"\nDeletionDate=2026-01-02T03:04:05\n")
	}
	w.write(t, filepath.Join(w.bin, "files", "b.txt"), "a file without a label")
	w.write(t, filepath.Join(w.bin, "info", "c.txt"+".trashinfo"), "[Trash Info]\n"+"Path=/elsewhere/c.txt\n")
}

func kindWorld(t rapid.TB, base string) *world {
	t.Helper()
	w := newWorld(t, base, "a.txt", "b.txt", "c d%.txt", "sub/c.txt")
	w.fillBin(t)
	return w
}

func (w *world) kept(t rapid.TB) []string {
	t.Helper()
	return slices.Sorted(slices.Values(append(contents(t, w.root), contents(t, filepath.Join(w.bin, "files"))...)))
}

// keptAll fails if one of the files is lost; there may be more.
func keptAll(t rapid.TB, got, want []string, when string) {
	t.Helper()
	have := map[string]int{}
	for _, sum := range got {
		have[sum]++
	}
	for _, sum := range want {
		if have[sum]--; have[sum] < 0 {
			t.Fatalf("%s a file is lost", when)
		}
	}
}

// tidyBin fails if a label has no file, a file no label, or a temporary file is left.
func (w *world) tidyBin(t rapid.TB, when string) {
	t.Helper()
	noTemps(t, w.bin, when)
	labels := map[string]bool{"b.txt": true}
	for name := range snapshot(t, filepath.Join(w.bin, "info")) {
		name = strings.TrimSuffix(name, ".trashinfo")
		labels[name] = true
		if _, err := os.Lstat(filepath.Join(w.bin, "files", name)); err != nil && name != "c.txt" {
			t.Fatalf("%s a label has no file: %v", when, err)
		}
	}
	for name := range snapshot(t, filepath.Join(w.bin, "files")) {
		if !labels[name] {
			t.Fatalf("%s the file %s has no label", when, name)
		}
	}
}

func (w *world) doKind(ctx context.Context, m *Mover, kind string) error {
	plan, err := kinds[kind](ctx, m, w)
	if err != nil {
		return err
	}
	_, err = m.Do(ctx, plan, Order{Batch: "kind"})
	return err
}

// checkKind undoes the batch and checks what is left.
func (w *world) checkKind(t rapid.TB, before map[string]string, sums []string, when string) {
	t.Helper()
	keptAll(t, w.kept(t), sums, when)
	w.rollBack(t)
	keptAll(t, w.kept(t), sums, when+" and an undo")
	sameWorld(t, snapshot(t, w.root), before, when+" and an undo")
	w.tidyBin(t, when+" and an undo")
}

func TestDeathAtAnyCallOfAnyKindLosesNothing(t *testing.T) {
	for _, disk := range slices.Sorted(maps.Keys(disks)) {
		for _, kind := range slices.Sorted(maps.Keys(kinds)) {
			t.Run(kind+" on "+disk, func(t *testing.T) {
				t.Parallel()
				base := quickDir(t)
				for n, alive := 0, false; !alive; n += stride(disk) {
					w := kindWorld(t, sub(t, base, n))
					before, sums := snapshot(t, w.root), w.kept(t)
					alive = !w.dyingOn(disks[disk], n, func() {
						m := w.mover(t)
						must(t, w.doKind(t.Context(), m, kind))
						_, err := m.Undo(t.Context(), w.scope(), "", "", nil)
						must(t, errors.Join(err, m.Close()))
					})
					w.checkKind(t, before, sums, fmt.Sprintf("after death before call %d", n))
				}
			})
		}
	}
}

func TestAnyFailureOfTheDiskInAnyKindLosesNothing(t *testing.T) {
	for _, fault := range []error{syscall.EIO, syscall.ENOSPC, syscall.EACCES, syscall.EEXIST, syscall.EXDEV, errors.ErrUnsupported} {
		for _, kind := range slices.Sorted(maps.Keys(kinds)) {
			t.Run(kind+" with "+fault.Error(), func(t *testing.T) {
				t.Parallel()
				base := quickDir(t)
				for n, reached := 0, true; reached; n += stride("faults") {
					w := kindWorld(t, sub(t, base, n))
					before, sums := snapshot(t, w.root), w.kept(t)
					calls := 0
					reached = false
					w.trap.Before = func(safefstest.Call) error {
						if calls++; calls == n+1 {
							reached = true
							return fault
						}
						return nil
					}
					if m, err := New(Config{JournalDir: w.journals, TrashDir: w.bin, FS: w.trap}); err == nil {
						_ = w.doKind(t.Context(), m, kind)
						_ = m.Close()
					}
					must(t, w.trap.Bury())
					w.trap.Before = func(safefstest.Call) error { return nil }
					w.checkKind(t, before, sums, fmt.Sprintf("after a failure at call %d", n))
				}
			})
		}
	}
}

func TestTheTrashIsTheOneThatOtherProgramsKnow(t *testing.T) {
	w := kindWorld(t, t.TempDir())
	m := w.mover(t)
	plan, err := m.PlanTrash(t.Context(), w.scope(), []string{w.path("a.txt"), w.path("c d%.txt")})
	must(t, err)
	report, err := m.Do(t.Context(), plan, Order{})
	must(t, err)
	if r := report.Receipt; r.Moved != 2 || r.FilesIn != 2 || r.FilesOut != 2 || r.ContentsChanged != 0 {
		t.Errorf("the receipt is %+v", r)
	}
	// The name a.txt is taken by a file with a label.
	for i, want := range []string{"a (2).txt", "c d%.txt"} {
		if report.Outcomes[i].To != filepath.Join(w.bin, "files", want) {
			t.Errorf("it went to %s", report.Outcomes[i].To)
		}
	}
	text, err := os.ReadFile(filepath.Join(w.bin, "info", "c d%.txt.trashinfo"))
	must(t, err)
	lines := strings.Split(string(text), "\n")
	if lines[0] != "[Trash Info]" || lines[1] != "Path="+w.root+"/c%20d%25.txt" || !strings.HasPrefix(lines[2], "DeletionDate=") || len(lines) != 4 {
		t.Errorf("the label is %q", lines)
	}
	listed, err := m.Trash(t.Context(), w.scope())
	must(t, err)
	var was []string
	for _, e := range listed {
		was = append(was, e.Was)
	}
	slices.Sort(was)
	if want := []string{w.path("a.txt"), w.path("c d%.txt"), w.path("gone/older.txt"), w.path("old.txt")}; !slices.Equal(was, want) {
		t.Errorf("in the trash are %q, want %q", was, want)
	}
	if _, err := m.PlanRestore(t.Context(), w.scope(), []string{"/elsewhere/c.txt"}); fault.Of(err, "").Class != chat.ErrInvalidArgs {
		t.Errorf("what was outside the roots is restored: %v", err)
	}
	plan, err = m.PlanRestore(t.Context(), w.scope(), []string{w.path("c d%.txt"), filepath.Join(w.bin, "files", "a (2).txt")})
	must(t, err)
	_, err = m.Do(t.Context(), plan, Order{})
	must(t, errors.Join(err, m.Close()))
	for _, name := range []string{"a.txt", "c d%.txt"} {
		if text, err := os.ReadFile(w.path(name)); err != nil || string(text) != "contents of "+name {
			t.Errorf("%s is %q (%v)", name, text, err)
		}
	}
	w.tidyBin(t, "after a restore")
}

func TestAnUndoKeepsWhatWasEditedSinceItWasMade(t *testing.T) {
	w := newWorld(t, t.TempDir(), "a.txt")
	m := w.mover(t)
	plan, err := m.PlanCopy(t.Context(), w.scope(), w.requests("a.txt", "b.txt", "a.txt", "c.txt"))
	must(t, err)
	report, err := m.Do(t.Context(), plan, Order{Batch: "copies"})
	must(t, err)
	if r := report.Receipt; r.Moved != 2 || r.FilesIn != 2 || r.FilesOut != 2 || r.ContentsChanged != 0 {
		t.Errorf("the receipt is %+v", r)
	}
	w.write(t, w.path("b.txt"), "edited since")
	undone, err := m.Undo(t.Context(), w.scope(), "copies", "", nil)
	must(t, errors.Join(err, m.Close()))
	if undone.Restored != 1 || len(undone.Kept) != 1 || undone.Kept[0].From != w.path("b.txt") || !strings.Contains(undone.Kept[0].Note, "edited") {
		t.Errorf("the undo is %+v", undone)
	}
	if text, err := os.ReadFile(w.path("b.txt")); err != nil || string(text) != "edited since" {
		t.Errorf("the edited copy is %q (%v)", text, err)
	}
	if _, err := os.Lstat(w.path("c.txt")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the other copy is still there: %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(w.bin, "files", "c.txt")); err != nil || string(text) != "contents of a.txt" {
		t.Errorf("in the trash it is %q (%v)", text, err)
	}
}
