package mover

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// failedWith returns the codes of the files that a batch did not move, by name.
func failedWith(failures []files.Outcome) map[string]chat.Code {
	codes := map[string]chat.Code{}
	for _, d := range failures {
		codes[filepath.Base(d.From)] = d.Code
	}
	return codes
}

func TestEachFileThatWasNotMovedIsToldWithItsOwnReason(t *testing.T) {
	for name, row := range map[string]struct {
		fault  error
		before func(t *testing.T, w *world)
		want   chat.Code
	}{
		"a full disk":                {fault: syscall.ENOSPC, want: chat.CodeDiskFull},
		"a used up quota":            {fault: syscall.EDQUOT, want: chat.CodeDiskFull},
		"a disk that is read-only":   {fault: syscall.EROFS, want: chat.CodeReadOnly},
		"a disk that fails":          {fault: syscall.EIO, want: chat.CodeDiskError},
		"a name that is too long":    {fault: syscall.ENAMETOOLONG, want: chat.CodeNameTooLong},
		"somebody else's folder":     {fault: syscall.EACCES, want: chat.CodePermission},
		"a folder that is read-only": {fault: syscall.EACCES, want: chat.CodeReadOnly, before: func(t *testing.T, w *world) { must(t, os.Chmod(w.path("sub"), 0o555)) }},
		"a file that was taken away": {want: chat.CodeVanished, before: func(t *testing.T, w *world) { must(t, os.Remove(w.path("sub/a.txt"))) }},
		"a file that was written to": {want: chat.CodeChanged, before: func(t *testing.T, w *world) { w.write(t, w.path("sub/a.txt"), "written meanwhile") }},
		"a folder that became a link": {want: chat.CodeLink, before: func(t *testing.T, w *world) {
			must(t, errors.Join(os.Rename(w.path("sub"), w.path("real")), os.Symlink("real", w.path("sub"))))
		}},
		"something nobody has heard of": {fault: errors.New("odd"), want: chat.CodeOther},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, t.TempDir(), "sub/a.txt", "b.txt")
			m := w.mover(t)
			plan, err := m.Plan(t.Context(), w.scope(), w.requests("sub/a.txt", "sub/new a.txt", "b.txt", "new b.txt"), nil)
			must(t, err)
			if row.before != nil {
				row.before(t, w)
			}
			w.trap.Before = func(c safefstest.Call) error {
				if row.fault != nil && c.Op == "Rename" && c.Name == "a.txt" {
					return row.fault
				}
				return nil
			}
			report, err := m.Do(t.Context(), plan, Order{Batch: "told"})
			must(t, err)
			if got := failedWith(report.Failures); len(got) != 1 || got["a.txt"] != row.want || report.Failures[0].Note == "" {
				t.Errorf("told are %v, want %s", report.Failures, row.want)
			}
			if r := report.Receipt; r.Moved != 1 || r.Failed != 1 || r.Undo == "" {
				t.Errorf("the receipt is %+v", r)
			}
			past, err := m.History(t.Context(), roots.Scope{}, 1, "told")
			must(t, errors.Join(err, m.Close()))
			if got := past[0].Receipt.Failures; len(got) != 1 || filepath.Base(got[0].Path) != "a.txt" || got[0].Kind != row.want && got[0].Kind != chat.CodeUnclear {
				t.Errorf("on record are %v", got)
			}
		})
	}
}

func TestAFileWhoseFolderCannotBeMadeIsToldWhy(t *testing.T) {
	w := newWorld(t, t.TempDir(), "a.txt")
	m := w.mover(t)
	plan, err := m.Plan(t.Context(), w.scope(), w.requests("a.txt", "new/deep/a.txt"), nil)
	must(t, err)
	w.trap.Before = func(c safefstest.Call) error {
		if c.Op == "Mkdir" && strings.HasPrefix(c.Name, ".deskhand-") {
			return syscall.ENOSPC
		}
		return nil
	}
	report, err := m.Do(t.Context(), plan, Order{})
	must(t, errors.Join(err, m.Close()))
	if got := failedWith(report.Failures); got["a.txt"] != chat.CodeDiskFull {
		t.Errorf("told are %v", report.Failures)
	}
	if report.Receipt.Moved != 0 || report.Receipt.Undo != "" {
		t.Errorf("an undo of nothing is offered: %+v", report.Receipt)
	}
}

func TestWhatCannotBeMovedAtAllIsToldToo(t *testing.T) {
	w := newWorld(t, t.TempDir(), "a.txt", "c.txt", "sub/d.txt")
	must(t, os.Symlink("a.txt", w.path("link.txt")))
	m := w.mover(t)
	report, err := batch(t.Context(), m, w.scope(), w.requests(
		"gone.txt", "x.txt", "link.txt", "y.txt", "sub", "z", "a.txt", "a2.txt", "a.txt", "a3.txt", "c.txt", "c.txt"), "b1")
	must(t, errors.Join(err, m.Close()))
	got := failedWith(report.Failures)
	want := map[string]chat.Code{"gone.txt": chat.CodeVanished, "link.txt": chat.CodeLink, "sub": chat.CodeNotRegular, "a.txt": chat.CodeTwice}
	for name, code := range want {
		if got[name] != code {
			t.Errorf("%s: %q, want %q", name, got[name], code)
		}
	}
	if len(got) != len(want) {
		t.Errorf("told are %v", got)
	}
}

func TestACodeAndWordsAreOfOneTable(t *testing.T) {
	if fault.CodeOf(fs.ErrNotExist) != chat.CodeVanished || fault.Words(fs.ErrNotExist) == "" || fault.Of(syscall.ENOSPC, "/a").Code != chat.CodeDiskFull {
		t.Error("the codes are not those of the table")
	}
}
