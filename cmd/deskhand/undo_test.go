package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOneFileOfABatchIsTakenBackByAVerbAndTheRestLater(t *testing.T) {
	p := newPerson(t)
	folder := t.TempDir()
	letters := map[string]string{
		"one.txt": "Alder & Finch Ltd\n\nInvoice AF-0001\n\nDate: 2026-05-12\nTotal: 12.60 EUR\n",
		"two.txt": "Alder & Finch Ltd\n\nInvoice AF-0002\n\nDate: 2026-06-12\nTotal: 13.60 EUR\n",
	}
	for name, text := range letters {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lines := p.deskhand("triage", folder, "--yes", "--model", "none", "--json").must(t, exitDone).lines(t)
	receipt := lines[len(lines)-1]
	if receipt["moved"] != 2.0 {
		t.Fatalf("the receipt is %v", receipt)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) != 2 {
		t.Fatalf("there are %q (%v)", files, err)
	}
	batch := receipt["batch"].(string)

	p.deskhand("undo", batch, "--only", filepath.Join(folder, "none.txt")).must(t, exitFailed)
	p.deskhand("undo", "--only", files[0], "--roll-back", batch).must(t, exitUsage)
	if said := p.deskhand("undo", batch, "--only", files[0]).must(t, exitDone).out; said != "1 file brought back to its old name (batch "+batch+").\n" {
		t.Errorf("it is said %q", said)
	}
	there := func(path string) bool { _, err := os.Lstat(path); return err == nil }
	if there(files[0]) || !there(files[1]) {
		t.Errorf("%s is there: %v, %s: %v", files[0], there(files[0]), files[1], there(files[1]))
	}
	p.deskhand("undo", batch).must(t, exitDone)
	for name := range letters {
		if !there(filepath.Join(folder, name)) {
			t.Errorf("%s is not there", name)
		}
	}
}
