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
