package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// namesIn lists a folder.
func namesIn(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return strings.Join(names, ", ")
}

// Scans get searchable PDFs next to them on a yes, once, and undo takes these away.
func TestAFolderOfScansBecomesSearchable(t *testing.T) {
	p := newPerson(t)
	p.readsAfresh()
	before := namesIn(t, p.dir)
	if s := p.deskhand("ocr", p.dir).must(t, exitDone); !strings.Contains(s.out, "Nothing was changed.") {
		t.Errorf("%q", s.out)
	}
	if now := namesIn(t, p.dir); now != before {
		t.Fatalf("without a yes there are %s", now)
	}
	p.deskhand("ocr", p.dir, "--yes").must(t, exitDone)
	made := filepath.Join(p.dir, "scan 12 (OCR).pdf")
	out, err := exec.CommandContext(t.Context(), "pdftotext", made, "-").CombinedOutput()
	if err != nil || len(strings.Fields(string(out))) < 20 {
		t.Errorf("%v: %s", err, out)
	}
	after := namesIn(t, p.dir)
	if strings.Contains(after, "contract_neu (OCR)") || strings.Contains(after, "document(7) (OCR)") {
		t.Errorf("what has its text was made searchable: %s", after)
	}
	p.deskhand("ocr", p.dir, "--yes").must(t, exitDone)
	if again := namesIn(t, p.dir); again != after {
		t.Errorf("the second time there are %s", again)
	}
	if s := p.deskhand("undo").must(t, exitDone); !strings.Contains(s.out, "that had been added removed again") {
		t.Errorf("%q", s.out)
	}
	if now := namesIn(t, p.dir); now != before {
		t.Errorf("undone, there are %s", now)
	}
	if left, err := os.ReadDir(filepath.Join(p.cache(), "made")); err != nil || len(left) > 0 {
		t.Errorf("%d files are left: %v", len(left), err)
	}
}

// A text goes where the person says, into a folder that is made for it.
func TestAScanBecomesAText(t *testing.T) {
	p := newPerson(t)
	p.readsAfresh()
	to := filepath.Join(p.home, "Texts")
	p.deskhand("ocr", filepath.Join(p.dir, "photo.png"), "--text", "--to", to, "--yes").must(t, exitDone)
	text, err := os.ReadFile(filepath.Join(to, "photo (OCR).txt"))
	if err != nil || !strings.Contains(string(text), "Corner Market") {
		t.Errorf("%v: %q", err, text)
	}
	p.deskhand("undo").must(t, exitDone)
	if _, err := os.Stat(to); err == nil {
		t.Error("the folder is still there")
	}
}
