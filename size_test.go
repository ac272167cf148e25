package deskhand_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostBytes is how large a file of the repository may be: every clone carries
// every version of it for ever.
const mostBytes = 1 << 20

func TestNoTrackedFileIsLargerThanAMegabyte(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "build", "dist"}, path) {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		seen++
		info, err := d.Info()
		if err == nil && info.Size() > mostBytes && tracked(t, path) {
			t.Errorf("%s has %d bytes, and at most %d are allowed. Remove it from the repository.", path, info.Size(), mostBytes)
		}
		return err
	})
	if err != nil || seen == 0 {
		t.Fatalf("%d files were seen: %v", seen, err)
	}
}

// tracked reports whether git knows a file. In a copy without a repository, such
// as an archive of the sources, every file counts as tracked.
func tracked(t *testing.T, path string) bool {
	t.Helper()
	if _, err := os.Lstat(".git"); err != nil {
		return true
	}
	// A build may run as another user than the owner of the files.
	out, err := exec.Command("git", "-c", "safe.directory=*", "ls-files", "--", path).Output()
	if err != nil {
		t.Fatalf("git ls-files %s: %v", path, err)
	}
	return strings.TrimSpace(string(out)) != ""
}
