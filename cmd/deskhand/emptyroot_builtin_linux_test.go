//go:build builtinocr

package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
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

// namesInPlan returns the names that a saved plan proposes, ready or to look at, by the
// present ones. How sure a reader is of the same words differs from one to another.
func namesInPlan(t *testing.T, file string) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var p plan.Plan
	if err := json.Unmarshal(raw, &p); err != nil {
		t.Fatal(err)
	}
	names := make(map[string]string, len(p.Items))
	for _, item := range p.Items {
		names[filepath.Base(item.From)] = filepath.Base(item.To)
	}
	return names
}
