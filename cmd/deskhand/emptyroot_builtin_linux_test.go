//go:build builtinocr

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestInAnEmptyRootTheSampleIsNamedAsWithTesseract(t *testing.T) {
	root := t.TempDir()
	if err := build("0", "-tags", "builtinocr", "-o", filepath.Join(root, "deskhand"), "."); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(root, "papers"), os.DirFS("../../assets/sample")); err != nil {
		t.Fatal(err)
	}
	if s := inRoot(t, root, "/deskhand", "doctor"); !strings.Contains(s.out, "Pictures are read in English (built in).") {
		t.Errorf("doctor says %q", s.out)
	}
	inRoot(t, root, "/deskhand", "triage", "/papers", "--model", "none", "--yes").must(t, exitDone)
	p := newPerson(t)
	given := names(t, p.dir)
	p.deskhand("triage", p.dir, "--model", "none", "--yes").must(t, exitDone)
	alone, with := names(t, filepath.Join(root, "papers")), names(t, p.dir)
	if !slices.Equal(alone, with) {
		t.Errorf("without tesseract the names are\n%q\nand with it\n%q", alone, with)
	}
	if slices.Equal(given, alone) {
		t.Error("nothing got a name")
	}
}

// names are those of the files in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
