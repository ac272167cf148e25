package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestAFolderIsNoRegularFileAndALinkToAFileIsOne(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, link} {
		if text, err := ReadFile(path); err != nil || string(text) != "text" {
			t.Errorf("%s: %q, %v", path, text, err)
		}
	}
	var not *Error
	if _, err := ReadFile(dir); !errors.As(err, &not) || not.Path != dir || !not.Mode.IsDir() {
		t.Errorf("a folder: %v", err)
	}
	missing := filepath.Join(dir, "c")
	if err := Check(missing); err != nil {
		t.Errorf("nothing there: %v", err)
	}
	if _, err := ReadFile(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("read what is not there: %v", err)
	}
}

func TestAFileIsWrittenWholeInPlaceOfTheOldOneAndNothingIsLeftBehind(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	for _, text := range []string{"a longer text", "short"} {
		if err := WriteWhole(file, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Errorf("%q, %v, want %q", got, err, text)
		}
	}
	if err := WriteWhole(dir, nil); err == nil {
		t.Error("a folder was written over")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
	if left, _ := filepath.Glob(dir + ".new-*"); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}
