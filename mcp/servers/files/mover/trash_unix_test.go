//go:build unix && !darwin

package mover

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// topOf returns the topmost folder of the disk that a folder is on.
func topOf(t *testing.T, folder string) string {
	t.Helper()
	disk := func(path string) uint64 {
		in, err := os.Lstat(path)
		must(t, err)
		return uint64(in.Sys().(*syscall.Stat_t).Dev) //nolint:unconvert // it is signed on macOS
	}
	for folder != "/" && disk(filepath.Dir(folder)) == disk(folder) {
		folder = filepath.Dir(folder)
	}
	return folder
}

// TestAFileOfAnotherDiskGoesToTheTrashThere uses the memory disk of Linux, at whose top
// everybody may create a trash.
func TestAFileOfAnotherDiskGoesToTheTrashThere(t *testing.T) {
	const memory = "/dev/shm"
	base, err := os.MkdirTemp(memory, "deskhand")
	if err != nil {
		t.Fatalf("this test needs %s, a tmpfs: mount -t tmpfs tmpfs %s (%v)", memory, memory, err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	top := topOf(t, memory)
	for _, shared := range []bool{false, true} {
		t.Run(fmt.Sprint("with one for all: ", shared), func(t *testing.T) {
			if shared {
				makeShared(t, top)
			}
			uid := strconv.Itoa(os.Getuid())
			trash := filepath.Join(top, ".Trash-"+uid)
			if shared {
				trash = filepath.Join(top, ".Trash", uid)
			}
			name := filepath.Base(base) + fmt.Sprint(shared) + ".txt"
			w := newWorld(t, filepath.Join(base, fmt.Sprint(shared)), name)
			w.bin = filepath.Join(t.TempDir(), "Trash")
			t.Cleanup(func() { // what other programs put there stays
				for _, path := range []string{inTrash(trash), filepath.Join(trash, "info"), trash} {
					_ = os.Remove(path)
				}
			})
			throwAndUndo(t, w, name, trash)
		})
	}
}

// makeShared creates the shared folder of all trashes, if missing, until the test ends.
func makeShared(t *testing.T, top string) {
	t.Helper()
	folder := filepath.Join(top, ".Trash")
	must(t, errors.Join(os.MkdirAll(folder, 0o777), os.Chmod(folder, 0o777|os.ModeSticky)))
	t.Cleanup(func() { _ = os.Remove(folder) })
}

// throwAndUndo puts a file into a trash and restores it, by restore and by undo.
func throwAndUndo(t *testing.T, w *world, name, trash string) {
	t.Helper()
	before := snapshot(t, w.root)
	m := w.mover(t)
	for _, back := range []string{"restore", "undo"} {
		plan, err := m.PlanTrash(t.Context(), w.scope(), []string{w.path(name)})
		must(t, err)
		report, err := m.Do(t.Context(), plan, Order{})
		must(t, err)
		in := filepath.Join(inTrash(trash), name)
		if report.Outcomes[0].To != in || report.Receipt.Moved != 1 || report.Receipt.FilesOut != 1 {
			t.Fatalf("the report is %+v, the trash is %s", report, trash)
		}
		if fi, err := os.Lstat(trash); err != nil || fi.Mode().Perm()&0o077 != 0 {
			t.Errorf("the trash is open to others: %v (%v)", fi.Mode(), err)
		}
		listed, err := m.Trash(t.Context(), w.scope())
		must(t, err)
		if len(listed) != 1 || listed[0].Path != in || listed[0].Was != w.path(name) {
			t.Errorf("in the trash are %+v", listed)
		}
		if back == "undo" {
			_, err = m.Undo(t.Context(), w.scope(), report.Batch, "", nil)
		} else if plan, err = m.PlanRestore(t.Context(), w.scope(), []string{w.path(name)}); err == nil {
			_, err = m.Do(t.Context(), plan, Order{})
		}
		must(t, err)
		sameWorld(t, snapshot(t, w.root), before, "after the "+back)
		if left, err := m.Trash(t.Context(), w.scope()); err != nil || len(left) != 0 {
			t.Errorf("after the %s the trash holds %v (%v)", back, left, err)
		}
	}
	must(t, m.Close())
}

// TestATrashWithoutLabelsIsReadFromOurJournals uses a trash in the layout of macOS.
func TestATrashWithoutLabelsIsReadFromOurJournals(t *testing.T) {
	w := newWorld(t, t.TempDir(), "a.txt")
	w.bin = filepath.Join(t.TempDir(), ".Trash")
	must(t, os.Mkdir(w.bin, 0o700))
	w.write(t, filepath.Join(w.bin, "another's.txt"), "not ours to restore")
	throwAndUndo(t, w, "a.txt", w.bin)
	if left := snapshot(t, w.bin); len(left) != 1 {
		t.Errorf("in the trash is left %v", left)
	}
}

// inTrash returns the folder of a trash that holds its files.
func inTrash(trash string) string {
	if filepath.Base(trash) == ".Trash" {
		return trash // in the layout of macOS
	}
	return filepath.Join(trash, "files")
}
