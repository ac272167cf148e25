package safefs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// rounds is how often two writers race for a name.
const rounds = 1000

func TestOfTwoMovesToOneNameExactlyOneSucceeds(t *testing.T) {
	folder := t.TempDir()
	for round := range rounds {
		to := fmt.Sprint("target ", round)
		var all sync.WaitGroup
		var won [2]error
		for i := range won {
			from := fmt.Sprint("source ", i)
			put(t, filepath.Join(folder, from), from)
			d := openRoot(t, folder)
			all.Go(func() { won[i] = d.Rename(from, d, to) })
		}
		all.Wait()
		loser := 0
		if won[0] == nil {
			loser = 1
		}
		if won[1-loser] != nil || !errors.Is(won[loser], fs.ErrExist) {
			t.Fatalf("round %d: %v and %v", round, won[0], won[1])
		}
		holds(t, filepath.Join(folder, to), fmt.Sprint("source ", 1-loser))
		holds(t, filepath.Join(folder, fmt.Sprint("source ", loser)), fmt.Sprint("source ", loser))
	}
}

// TestAFolderIsTheOneThatWasOpened renames a folder and puts another in its place: later
// calls still act on the folder that was opened.
func TestAFolderIsTheOneThatWasOpened(t *testing.T) {
	notUnderWine(t, "goes to an open folder by its path")
	base := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(base, "a", "in"), 0o700))
	put(t, filepath.Join(base, "a", "in", "file"), "right")
	put(t, filepath.Join(base, "a", "in", "second"), "right")
	d := openRoot(t, filepath.Join(base, "a", "in"))
	if err := os.Rename(filepath.Join(base, "a"), filepath.Join(base, "b")); err != nil {
		t.Skipf("a folder above an open one cannot be renamed here: %v", err)
	}
	must(t, os.MkdirAll(filepath.Join(base, "a", "in"), 0o700))
	put(t, filepath.Join(base, "a", "in", "file"), "wrong")
	must(t, d.Rename("file", d, "moved"))
	must(t, d.RemoveFile("second"))
	holds(t, filepath.Join(base, "a", "in", "file"), "wrong")
	holds(t, filepath.Join(base, "b", "in", "moved"), "right")
}

func TestNoFileGetsANameThatOtherProgramsCannotOpen(t *testing.T) {
	folder := t.TempDir()
	d := openRoot(t, folder)
	put(t, filepath.Join(folder, "a"), "a")
	for _, name := range []string{"CON", "nul.txt", "COM1", "a:b", "a.", "a ", `..\a`, "a/b", "a*", "", ".."} {
		if err := d.Rename("a", d, name); err == nil {
			t.Errorf("%q was given", name)
		}
	}
	holds(t, filepath.Join(folder, "a"), "a")
}

func TestAFileDeepDownIsMovedAndRemoved(t *testing.T) {
	folder := t.TempDir()
	for range 8 {
		folder = filepath.Join(folder, strings.Repeat("d", 60))
	}
	must(t, os.MkdirAll(folder, 0o700))
	d := openRoot(t, folder)
	put(t, filepath.Join(folder, "a"), "a")
	must(t, d.Rename("a", d, "b"))
	holds(t, filepath.Join(folder, "b"), "a")
	must(t, d.RemoveFile("b"))
	if _, err := d.Lstat("b"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestAReadOnlyFileIsMovedAndItsCopyIsReadOnly(t *testing.T) {
	folder := t.TempDir()
	d := openRoot(t, folder)
	path := filepath.Join(folder, "a")
	put(t, path, "a")
	must(t, os.Chmod(path, 0o400))
	in, err := d.Lstat("a")
	must(t, err)
	if in.Mode.Perm()&0o200 != 0 {
		t.Fatalf("it has mode %s", in.Mode)
	}
	_, err = Move{From: Place{d, "a"}, To: Place{d, "b"}, ID: in.ID, Temp: ".t"}.copy(t.Context())
	must(t, err)
	if now, err := d.Lstat("b"); err != nil || now.Mode.Perm()&0o200 != 0 {
		t.Errorf("its copy has mode %s: %v", now.Mode, err)
	}
	if _, err := d.Lstat("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the original is there: %v", err)
	}
}

func TestACopyKeepsTimesAttributesAndStreams(t *testing.T) {
	folder := t.TempDir()
	d := openRoot(t, folder)
	path := filepath.Join(folder, "a")
	put(t, path, "a")
	streamed := os.WriteFile(path+":Zone.Identifier", []byte("[ZoneTransfer]\r\nZoneId=3\r\n"), 0o600) == nil
	made := time.Date(1999, 12, 31, 23, 59, 59, 0, time.UTC)
	changed := time.Date(2300, 1, 1, 0, 0, 0, 0, time.UTC)
	must(t, withOpen(d.(*dir), "a", windows.FILE_WRITE_ATTRIBUTES, 0, func(h windows.Handle) error {
		return basicInformation{Made: ticks(made), Written: ticks(changed), Attributes: windows.FILE_ATTRIBUTE_HIDDEN}.set(h)
	}))
	in, err := d.Lstat("a")
	must(t, err)
	_, err = Move{From: Place{d, "a"}, To: Place{d, "b"}, ID: in.ID, Temp: ".t"}.copy(t.Context())
	must(t, err)
	var now basicInformation
	must(t, withOpen(d.(*dir), "b", windows.FILE_READ_ATTRIBUTES, 0, now.of))
	if !timeOf(now.Written).Equal(changed) {
		t.Errorf("it was changed at %s", timeOf(now.Written))
	}
	notUnderWine(t, "keeps neither attributes nor streams, nor when a file was made")
	if !timeOf(now.Made).Equal(made) || now.Attributes&windows.FILE_ATTRIBUTE_HIDDEN == 0 {
		t.Errorf("it was made at %s, attributes %x", timeOf(now.Made), now.Attributes)
	}
	if !streamed {
		t.Skip("this disk has no named streams")
	}
	if text, err := os.ReadFile(filepath.Join(folder, "b") + ":Zone.Identifier"); err != nil || !strings.Contains(string(text), "ZoneId=3") {
		t.Errorf("the mark of the web is %q: %v", text, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
