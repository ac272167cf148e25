package mover

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// TestAMoveToAnotherDiskIsACheckedCopyAndComesBack uses the memory disk of Linux.
func TestAMoveToAnotherDiskIsACheckedCopyAndComesBack(t *testing.T) {
	const memory = "/dev/shm"
	other, err := os.MkdirTemp(memory, "deskhand")
	if err != nil {
		t.Fatalf("this test needs %s, a tmpfs: mount -t tmpfs tmpfs %s (%v)", memory, memory, err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(other) })
	w := newWorld(t, t.TempDir(), "a.pdf", "b.pdf")
	var here, there unix.Stat_t
	must(t, errors.Join(unix.Stat(w.root, &here), unix.Stat(other, &there)))
	if here.Dev == there.Dev {
		t.Fatalf("the folder for temporary files is on %s too: set TMPDIR to another disk", memory)
	}
	when := time.Unix(1_500_000_000, 123_456_789)
	must(t, errors.Join(os.Chtimes(w.path("a.pdf"), when, when), os.Chmod(w.path("a.pdf"), 0o640)))
	before := snapshot(t, w.root)

	scope := roots.Scope{Outer: []roots.Root{{Path: w.root}, {Path: other}}}
	m := w.mover(t)
	report, err := batch(t.Context(), m, scope, []files.Move{
		{From: w.path("a.pdf"), To: filepath.Join(other, "new/a.pdf")},
		{From: w.path("b.pdf"), To: filepath.Join(other, "new/a.pdf")},
	}, "over")
	must(t, err)
	if r := report.Receipt; r.Moved != 2 || r.FilesOut != 2 || r.ContentsChanged != 0 {
		t.Fatalf("the receipt is %+v", r)
	}
	if got := snapshot(t, other); got["new/a.pdf"] != before["a.pdf"] || got["new/a (2).pdf"] != before["b.pdf"] || len(got) != 3 {
		t.Fatalf("over there is %v", got)
	}
	if left := snapshot(t, w.root); len(left) != 0 {
		t.Fatalf("left behind is %v", left)
	}
	undone, err := m.Undo(t.Context(), scope, "over", "", nil)
	must(t, errors.Join(err, m.Close()))
	if undone.Restored != 2 || undone.Receipt.ContentsChanged != 0 {
		t.Errorf("the undo is %+v", undone)
	}
	sameWorld(t, snapshot(t, w.root), before, "after the undo")
	if left := snapshot(t, other); len(left) != 0 {
		t.Errorf("over there is left %v", left)
	}
}

// TestTimesFarAwaySurviveAMoveToAnotherDiskAndBack sets times that do not fit into 64
// bits of nanoseconds since 1970.
func TestTimesFarAwaySurviveAMoveToAnotherDiskAndBack(t *testing.T) {
	other, err := os.MkdirTemp("/dev/shm", "deskhand")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(other) })
	w := newWorld(t, t.TempDir(), "late.pdf", "early.pdf")
	times := map[string]int64{"late.pdf": 12_000_000_000, "early.pdf": -2_000_000_000} // 2350, 1906
	for name, sec := range times {
		ts := unix.Timespec{Sec: sec, Nsec: 123_456_000}
		must(t, unix.UtimesNanoAt(unix.AT_FDCWD, w.path(name), []unix.Timespec{ts, ts}, 0))
	}
	is := func(folder, when string) {
		t.Helper()
		for name, sec := range times {
			var st unix.Stat_t
			must(t, unix.Stat(filepath.Join(folder, name), &st))
			if st.Mtim.Sec != sec || st.Mtim.Nsec != 123_456_000 {
				t.Errorf("%s %s is of %s", when, name, time.Unix(st.Mtim.Unix()).UTC())
			}
		}
	}
	is(w.root, "at first")
	scope := roots.Scope{Outer: []roots.Root{{Path: w.root}, {Path: other}}}
	m := w.mover(t)
	report, err := batch(t.Context(), m, scope, []files.Move{
		{From: w.path("late.pdf"), To: filepath.Join(other, "late.pdf")}, {From: w.path("early.pdf"), To: filepath.Join(other, "early.pdf")},
	}, "far")
	must(t, err)
	if r := report.Receipt; r.Moved != 2 || r.ContentsChanged != 0 {
		t.Errorf("the receipt is %+v", r)
	}
	is(other, "over there")
	undone, err := m.Undo(t.Context(), scope, "far", "", nil)
	must(t, errors.Join(err, m.Close()))
	if undone.Restored != 2 || len(undone.Noted) != 0 {
		t.Errorf("the undo is %+v", undone)
	}
	is(w.root, "back")
}
