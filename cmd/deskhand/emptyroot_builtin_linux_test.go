//go:build builtinocr

package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

func TestInAnEmptyRootTheSampleIsNamedAsWithTesseract(t *testing.T) {
	p := newPerson(t)
	root := t.TempDir()
	if err := build("0", "-tags", "builtinocr", "-o", filepath.Join(root, "deskhand"), "."); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(root, "papers"), os.DirFS("../../assets/sample")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(root, "home", "cache", "pdfium"), os.DirFS(pdftest.Compiled())); err != nil {
		t.Fatal(err)
	}
	if s := inRoot(t, root, "/deskhand", "doctor"); !strings.Contains(s.out, "Images are read in English (built in).") {
		t.Errorf("doctor says %q", s.out)
	}
	inRoot(t, root, "/deskhand", "triage", "/papers", "--model", "none", "--plan", "/plan.json").must(t, exitDone)
	file := filepath.Join(t.TempDir(), "plan.json")
	p.deskhand("triage", p.dir, "--model", "none", "--plan", file).must(t, exitDone)
	alone, with := namesInPlan(t, filepath.Join(root, "plan.json")), namesInPlan(t, file)
	if !maps.Equal(alone, with) {
		t.Errorf("without tesseract the names are\n%q\nand with it\n%q", alone, with)
	}
	changed := 0
	for from, to := range alone {
		if from != to {
			changed++
		}
	}
	if changed < 12 {
		t.Errorf("%d files get names: %q", changed, alone)
	}
}
