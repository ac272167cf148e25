package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Two files of the same contents are one document: the second one is no "… (2)".
func TestAFileWithTheContentsOfAnotherIsSaidToHaveThem(t *testing.T) {
	p := newPerson(t)
	dir := filepath.Join(t.TempDir(), "Inbox")
	const invoice = "Acme Ltd\nInvoice\nInvoice date: 2024-03-04\nInvoice number: 17\nTotal 12.00 EUR\n"
	if _, err := writeFolder(dir, map[string]string{
		"a (1).txt": invoice, "a.txt": invoice, "b.txt": strings.Replace(invoice, "17", "18", 1), "Old/c.txt": invoice,
	}); err != nil {
		t.Fatal(err)
	}
	said := p.deskhand("triage", dir, "--model", "none").must(t, exitDone).out
	for _, part := range []string{"2 ready, 1 to look at", "? a (1).txt\n    keeps its name\n", "same contents as a.txt", "Not included: 1 file in subfolders"} {
		if !strings.Contains(said, part) {
			t.Errorf("it does not say %q:\n%s", part, said)
		}
	}
	p.deskhand("triage", dir, "--yes", "--model", "none").must(t, exitDone)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"2024-03-04 Acme Ltd Invoice 17.txt", "2024-03-04 Acme Ltd Invoice 18.txt", "Old", "a (1).txt"}; !slices.Equal(names, want) {
		t.Errorf("there are %q", names)
	}
}
