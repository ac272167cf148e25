package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestALineBreakInANameDrawsNoSecondRowAtTheTerminal(t *testing.T) {
	p := newPerson(t)
	folder := t.TempDir()
	name := filepath.Join(folder, "scan\nfake.txt")
	if err := os.WriteFile(name, []byte("Alder & Finch Ltd\n\nInvoice No: AF-0001\n\nInvoice date: 12 May 2026\nTotal: GBP 12.60\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(name, old, old); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"triage", folder, "--model", "none"},
		{"ask", "what is in this folder?", "--in", folder, "--model", "none"},
		{"ask", "what would you rename here?", "--in", folder, "--model", "none"},
		{"ask", "tidy this folder", "--in", folder, "--model", "none", "--approve", "all"},
		{"history"},
		{"history", "--audit"},
		{"undo"},
		{"triage", name + "2", "--model", "none"},
	} {
		s := p.deskhand(args...)
		for line := range strings.Lines(s.out + "\n" + s.err) {
			if strings.HasPrefix(strings.TrimSpace(line), "fake") {
				t.Errorf("%q draws a row of its own:\n%s%s", args, s.out, s.err)
			}
		}
	}
}
