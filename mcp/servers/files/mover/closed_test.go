package mover

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// TestWhatWasAnsweredSurvivesAPowerCut cuts the power right after each answer: its
// closing record must be synced by then.
func TestWhatWasAnsweredSurvivesAPowerCut(t *testing.T) {
	u := newUnplugged(t, t.TempDir(), "a.txt", "b.txt", "c.txt")
	m := u.mover(t)
	is := func(when, id string, want files.BatchState) {
		t.Helper()
		must(t, m.Close())
		u.disk.Cut(nil)
		m = u.mover(t)
		past, err := m.History(t.Context(), roots.Scope{}, 1, id)
		if err != nil || past[0].State != want {
			t.Fatalf("%s and a power cut the batch is %+v, want %s (%v)", when, past, want, err)
		}
	}
	_, err := batch(t.Context(), m, u.scope(), u.requests("a.txt", "x.txt", "b.txt", "y.txt"), "two")
	must(t, err)
	is("after a batch", "two", files.BatchDone)
	_, err = m.Undo(t.Context(), u.scope(), "two", "", nil)
	must(t, err)
	is("after an undo", "two", files.BatchUndone)

	plan, err := m.PlanFolder(u.scope(), u.path("new"))
	must(t, err)
	_, _, err = m.MakeFolders(t.Context(), plan, "folder")
	must(t, err)
	is("after a new folder", "folder", files.BatchDone)

	plan, err = m.Plan(t.Context(), u.scope(), u.requests("c.txt", "z.txt"), nil)
	must(t, err)
	_, err = m.Do(t.Context(), plan, Order{Batch: "rest", Total: 2})
	must(t, err)
	must(t, errors.Join(m.Close()))
	m = u.mover(t)
	_, err = m.Finish(t.Context(), u.scope(), "rest", "", nil)
	must(t, err)
	is("after a finish", "rest", files.BatchDone)
	must(t, m.Close())
}

// TestARootDoesNotOpenWhatItsNameIsAPrefixOf requests neighbours whose paths start with
// the root's path.
func TestARootDoesNotOpenWhatItsNameIsAPrefixOf(t *testing.T) {
	w := newWorld(t, t.TempDir(), "a.txt")
	m := w.mover(t)
	defer func() { must(t, m.Close()) }()
	for _, adjacent := range []string{w.root + "2", w.root + " backup", w.root + ".old", w.root + "-"} {
		path := filepath.Join(adjacent, "b.txt")
		w.write(t, path, "theirs")
		if s := w.scope(); s.MayRead(path) || s.MayWrite(path) || s.MayRead(adjacent) || s.MayWrite(adjacent) {
			t.Errorf("%s is open", path)
		}
		for _, move := range []files.Move{{From: path, To: w.path("b.txt")}, {From: w.path("a.txt"), To: filepath.Join(adjacent, "a.txt")}} {
			var denied *chat.Failure
			if _, err := m.Plan(t.Context(), w.scope(), []files.Move{move}, nil); !errors.As(err, &denied) || denied.Class != chat.ErrPermissionDenied {
				t.Errorf("%v is planned (%v)", move, err)
			}
		}
	}
}
