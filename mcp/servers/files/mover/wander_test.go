package mover

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// TestAnUndoFindsAFileWhereverItWentInsideTheRoots moves the files of a batch by hand: to
// another folder, up, down, to another name, home, edited.
func TestAnUndoFindsAFileWhereverItWentInsideTheRoots(t *testing.T) {
	w := newWorld(t, t.TempDir(), "in/a.txt", "in/b.txt", "in/c.txt", "in/d.txt", "in/e.txt", "in/gone.txt")
	before := snapshot(t, w.root)
	m := w.mover(t)
	_, err := batch(t.Context(), m, w.scope(), w.requests(
		"in/a.txt", "out/1.txt", "in/b.txt", "out/2.txt", "in/c.txt", "out/3.txt", "in/d.txt", "out/4.txt", "in/e.txt", "out/5.txt", "in/gone.txt", "out/6.txt",
	), "wander")
	must(t, err)
	for from, to := range map[string]string{
		"out/1.txt": "elsewhere/deep/mine.txt", "out/2.txt": "up.txt", "out/3.txt": "out/sub/3.txt", "out/4.txt": "in/d.txt", "out/5.txt": "elsewhere/e.txt",
	} {
		must(t, os.MkdirAll(filepath.Dir(w.path(to)), 0o755))
		must(t, os.Rename(w.path(from), w.path(to)))
	}
	edit(t, w.path("elsewhere/e.txt"), ", edited")
	must(t, os.Remove(w.path("out/6.txt")))

	shown, err := m.PlanUndo(t.Context(), w.scope(), "wander")
	must(t, err)
	report, err := m.Undo(t.Context(), w.scope(), "wander", shown.Hash, nil)
	must(t, err)
	if report.Restored != 4 || report.Of != 5 || len(report.Kept) != 1 || report.Kept[0].To != w.path("in/gone.txt") {
		t.Errorf("the undo is %+v", report)
	}
	froms := map[string]string{}
	for _, d := range report.Outcomes {
		froms[filepath.Base(d.To)] = d.From
	}
	if froms["a.txt"] != w.path("elsewhere/deep/mine.txt") || froms["b.txt"] != w.path("up.txt") {
		t.Errorf("the files are named %v, not as they are known now", froms)
	}
	noted := map[string]string{}
	for _, d := range report.Noted {
		noted[filepath.Base(d.To)] = d.Note
	}
	if noted["d.txt"] != "it was back in its place already" || noted["e.txt"] != "edited since: keeps your edits" {
		t.Errorf("noted is %v", noted)
	}
	after := snapshot(t, w.root)
	for _, name := range []string{"in/a.txt", "in/b.txt", "in/c.txt", "in/d.txt"} {
		if after[name] != before[name] {
			t.Errorf("%s is %q, want %q", name, after[name], before[name])
		}
	}
	past, err := m.History(t.Context(), roots.Scope{}, 1, "wander")
	must(t, errors.Join(err, m.Close()))
	if past[0].Undone != 5 || past[0].State != files.BatchDone {
		t.Errorf("the history is %+v", past[0])
	}
}

func edit(t *testing.T, path, more string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString(more)
	must(t, errors.Join(err, f.Close()))
}

// TestAnUndoLooksThroughTheRootsOnceAtMost counts the folders that an undo reads, with a
// hundred files missing and with none.
func TestAnUndoLooksThroughTheRootsOnceAtMost(t *testing.T) {
	var names, pairs []string
	for i := range 100 {
		names = append(names, fmt.Sprintf("in/%d.txt", i))
		pairs = append(pairs, names[i], fmt.Sprintf("out/%d.txt", i))
	}
	for i := range 20 {
		names = append(names, fmt.Sprintf("other/%d/x.txt", i))
	}
	w := newWorld(t, t.TempDir(), names...)
	m := w.mover(t)
	_, err := batch(t.Context(), m, w.scope(), w.requests(pairs...), "many")
	must(t, err)
	lists := 0
	w.trap.Before = func(c safefstest.Call) error {
		if c.Op == "List" {
			lists++
		}
		return nil
	}
	_, err = m.PlanUndo(t.Context(), w.scope(), "many")
	must(t, err)
	if lists > 3 {
		t.Errorf("with each file in its place %d folders are read", lists)
	}
	for i := range 100 {
		must(t, os.Remove(w.path(fmt.Sprintf("out/%d.txt", i))))
	}
	lists = 0
	plan, err := m.PlanUndo(t.Context(), w.scope(), "many")
	must(t, errors.Join(err, m.Close()))
	if lists > 30 || len(plan.Lost) != 100 {
		t.Errorf("with no file in its place %d folders are read, and %d are lost", lists, len(plan.Lost))
	}
}

// TestAReusedInodeIsNotTakenForTheFileThatHadIt deletes a file of a batch and creates
// others that get its number: at its place, under another name with the same size and
// time, and in another folder.
func TestAReusedInodeIsNotTakenForTheFileThatHadIt(t *testing.T) {
	for name, at := range map[string]string{
		"at its place": "moved.txt", "next to it": "beside.txt", "in another folder": "sub/other.txt",
	} {
		for what, kind := range map[string]struct{ sameTime, noBirth bool }{
			"of another size and time":                          {},
			"of the same size and time":                         {sameTime: true},
			"of another size, on a disk that knows no birthday": {noBirth: true},
		} {
			if kind.noBirth && at == "moved.txt" {
				continue // such a disk cannot tell it from an edit
			}
			t.Run(name+" "+what, func(t *testing.T) {
				u := newUnplugged(t, t.TempDir(), "sub/b.txt")
				u.disk.NoBirth = kind.noBirth
				u.disk.Put(u.root, "a.txt", "contents of a.txt")
				m := u.mover(t)
				_, err := batch(t.Context(), m, u.scope(), u.requests("a.txt", "moved.txt"), "one")
				must(t, err)
				text := "a stranger"
				if kind.sameTime {
					text = "contents of x.txt"
				}
				u.disk.Reuse(u.root, "moved.txt", at, text, kind.sameTime)
				report, err := m.Undo(t.Context(), u.scope(), "one", "", nil)
				must(t, errors.Join(err, m.Close()))
				if report.Restored != 0 || len(report.Kept) != 1 {
					t.Errorf("the undo is %+v", report)
				}
				if got := u.disk.Files(u.root); got[at] != text || got["a.txt"] != "" {
					t.Errorf("there is %v", got)
				}
			})
		}
	}
}

// TestTheDiskTellsWhenAFileWasBorn makes sure that the real disk has creation times, and
// that an edit keeps them.
func TestTheDiskTellsWhenAFileWasBorn(t *testing.T) {
	w := newWorld(t, t.TempDir(), "a.txt")
	tr := w.mover(t).folders.Tree(w.scope())
	defer tr.Close()
	before, err := tr.Lstat(w.path("a.txt"))
	must(t, err)
	edit(t, w.path("a.txt"), ", edited")
	must(t, os.Chtimes(w.path("a.txt"), time.Unix(1, 0), time.Unix(1, 0)))
	after, err := tr.Lstat(w.path("a.txt"))
	must(t, err)
	if before.Born == 0 || before.Born != after.Born {
		t.Errorf("it was born at %d, and after an edit at %d", before.Born, after.Born)
	}
}
