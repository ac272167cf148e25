package safefs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func openRoot(t *testing.T, path string) Dir {
	t.Helper()
	d, err := Disk{}.OpenRoot(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q (%v), want %q", filepath.Base(path), got, err, want)
	}
}

func TestARenameReplacesNothing(t *testing.T) {
	notUnderWine(t, "takes a broken link, and another name of the same file, for a free name")
	folder := t.TempDir()
	d := openRoot(t, folder)
	put(t, filepath.Join(folder, "a"), "a")
	put(t, filepath.Join(folder, "b"), "b")
	if err := os.Link(filepath.Join(folder, "a"), filepath.Join(folder, "twin")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(folder, "dangling")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, taken := range []string{"b", "twin", "dangling", "empty"} {
		if err := d.Rename("a", d, taken); !errors.Is(err, fs.ErrExist) {
			t.Errorf("onto %s: %v", taken, err)
		}
		if err := d.Link("a", d, taken); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a link onto %s: %v", taken, err)
		}
		if _, err := d.Create(taken); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a new file onto %s: %v", taken, err)
		}
	}
	holds(t, filepath.Join(folder, "a"), "a")
	holds(t, filepath.Join(folder, "b"), "b")
}

func TestAFolderIsNeverReachedThroughALink(t *testing.T) {
	notUnderWine(t, "shows its links as files that are not there")
	folder, outside := t.TempDir(), t.TempDir()
	d := openRoot(t, folder)
	for name, to := range map[string]string{"out": outside, "up": "..", "in": "real"} {
		if err := os.Symlink(to, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "real"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"out", "up", "in"} {
		if _, err := d.OpenDir(name); !errors.Is(err, ErrLink) {
			t.Errorf("%s is opened with %v", name, err)
		}
	}
	put(t, filepath.Join(folder, "file"), "x")
	if _, err := d.OpenDir("file"); !errors.Is(err, ErrNotFolder) {
		t.Errorf("a file is opened as a folder with %v", err)
	}
}

func TestAnOpenFolderStaysTheOneThatWasOpened(t *testing.T) {
	notUnderWine(t, "goes to an open folder by its path")
	folder, outside := t.TempDir(), t.TempDir()
	d := openRoot(t, folder)
	if err := d.Mkdir("sub", 0o777); err != nil {
		t.Fatal(err)
	}
	sub, err := d.OpenDir("sub")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sub.Close() }()
	put(t, filepath.Join(folder, "a"), "a")
	if err := os.Rename(filepath.Join(folder, "sub"), filepath.Join(folder, "moved")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "sub")); err != nil {
		t.Fatal(err)
	}
	if err := d.Rename("a", sub, "a"); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(folder, "moved", "a"), "a")
	if left, err := os.ReadDir(outside); err != nil || len(left) != 0 {
		t.Errorf("outside is now %v (%v)", left, err)
	}
}

func TestRemovingAFolderRemovesNoFileAndNothingInside(t *testing.T) {
	folder := t.TempDir()
	d := openRoot(t, folder)
	put(t, filepath.Join(folder, "file"), "x")
	if err := errors.Join(d.Mkdir("full", 0o777), os.WriteFile(filepath.Join(folder, "full", "x"), nil, 0o600), d.Mkdir("empty", 0o777)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"file", "full"} {
		if err := d.RemoveDir(name); err == nil {
			t.Errorf("%s was removed", name)
		}
	}
	if err := d.RemoveDir("empty"); err != nil {
		t.Error(err)
	}
}

func TestAFileThatWasEditedSinceIsNotMoved(t *testing.T) {
	folder := t.TempDir()
	d := openRoot(t, folder)
	put(t, filepath.Join(folder, "a"), "a")
	in, err := d.Lstat("a")
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(folder, "a"), "longer")
	m := Move{From: Place{d, "a"}, To: Place{d, "b"}, ID: in.ID, Temp: ".t"}
	if _, err := m.Do(t.Context()); !errors.Is(err, ErrChanged) {
		t.Errorf("it is moved with %v", err)
	}
	holds(t, filepath.Join(folder, "a"), "longer")
}
