package deskhand_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxBytes is how large a file of the repository may be: every clone carries
// every version of it for ever.
const maxBytes = 1 << 20

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
		if err == nil && info.Size() > maxBytes && tracked(t, path) {
			t.Errorf("%s has %d bytes, and at most %d are allowed. Remove it from the repository.", path, info.Size(), maxBytes)
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

// What one person can know of a package: its files, and their lines of
// code without blanks, comments and tests.
const (
	maxFiles = 35
	maxLines = 3500
)

func TestAPackageIsWhatOnePersonCanKnow(t *testing.T) {
	for _, p := range packages(t) {
		lines := 0
		for _, name := range p.files {
			lines += linesOfCode(t, filepath.Join(p.dir, name))
		}
		if len(p.files) > maxFiles || lines > maxLines {
			t.Errorf("%s has %d files and %d lines of code; at most %d and %d are allowed. Part it.", p.path, len(p.files), lines, maxFiles, maxLines)
		}
	}
}

// linesOfCode counts the lines of a Go file that hold a token.
func linesOfCode(t *testing.T, path string) int {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	file := set.AddFile(path, -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	lines, last := 0, 0
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		first := file.Line(pos)
		end := first + strings.Count(text, "\n")
		lines += end - max(first, last+1) + 1
		last = max(last, end)
	}
}
