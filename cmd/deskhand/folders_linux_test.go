package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wellKept are the names of last year's files.
func wellKept() map[string]string {
	return map[string]string{
		"Home/Acme - 03.01.2025 - Invoice.txt": "x", "Home/Acme - 03.02.2025 - Invoice.txt": "x", "Energy/Stadtwerke Musterstadt - 09.02.2025 - Rechnung.txt": "x",
		"Energy/Stadtwerke Musterstadt - 09.03.2025 - Rechnung.txt": "x", "Home/Mill & Sons - 01.04.2025 - Receipt.txt": "x",
	}
}

// files puts files into a folder of a person's own, with the folders that lead to them.
func (p *person) files(name string, all map[string]string) string {
	p.t.Helper()
	folder := p.month(name, nil)
	for file, text := range all {
		p.month(filepath.Join(name, filepath.Dir(file)), map[string]string{filepath.Base(file): text})
	}
	return folder
}

func TestAFolderOfFiveWellKeptFilesIsRecognisedAndFilled(t *testing.T) {
	p := newPerson(t)
	scans := map[string]string{"scan1.txt": utility("05.01.2026", "4711"), "scan2.txt": acme("2026-01-07", "A-17")}
	// pointed at
	last, inbox := p.files("2025", wellKept()), p.month("Inbox", scans)
	s := p.deskhand("triage", inbox, "--like", last, "--model", "none", "--yes").must(t, exitDone)
	for _, want := range []string{
		"They are named like the files in " + last + ": {issuer} - {date|date:DD.MM.YYYY} - {kind}", "named like the files in " + last,
		"the sender's name as spelled in " + last, "in the folder of its sender in " + last,
	} {
		if !strings.Contains(s.out, want) {
			t.Errorf("it does not say %q:\n%s", want, s.out)
		}
	}
	p.mustHave(inbox, "Energy/Stadtwerke Musterstadt - 05.01.2026 - Rechnung.txt", "Home/Acme - 07.01.2026 - Invoice.txt")
	p.deskhand("undo").must(t, exitDone)
	p.mustHave(inbox, "scan1.txt", "scan2.txt")
	// the target
	p.deskhand("triage", inbox, "--into", last, "--model", "none", "--yes").must(t, exitDone)
	p.mustHave(last, "Energy/Stadtwerke Musterstadt - 05.01.2026 - Rechnung.txt", "Home/Acme - 07.01.2026 - Invoice.txt")
	// the folder that they are in
	flat := scans
	for name, text := range wellKept() {
		flat[filepath.Base(name)] = text
	}
	mixed := p.month("Mixed", flat)
	p.deskhand("triage", mixed, "--model", "none", "--yes").must(t, exitDone)
	p.mustHave(mixed, "Stadtwerke Musterstadt - 05.01.2026 - Rechnung.txt", "Acme - 07.01.2026 - Invoice.txt")
	for name := range wellKept() {
		p.mustHave(mixed, filepath.Base(name))
	}
	// one that follows none
	if s := p.deskhand("triage", mixed, "--like", inbox, "--model", "none").must(t, exitFailed); !strings.Contains(s.err, "follow no pattern") {
		t.Errorf("it is said %q", s.err)
	}
}

// mustHave fails where a folder lacks one of these files.
func (p *person) mustHave(folder string, names ...string) {
	p.t.Helper()
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			p.t.Error(err)
		}
	}
}

func TestANewFolderOutsideIsAskedForOnceMadeAndTakenAwayByUndo(t *testing.T) {
	p := newPerson(t)
	inbox := p.month("Inbox", map[string]string{"scan1.txt": utility("05.01.2026", "4711"), "scan2.txt": acme("2026-01-07", "A-17")})
	into := filepath.Join(filepath.Dir(p.dir), "New", "Folder")
	asked := newTTY(t)
	c := p.command("triage", inbox, "--template", "{date} {issuer}", "--into", into, "--model", "none")
	asked.runs(c)
	asked.sees("Rename 2 files, and create the folder " + into + " for them? [y/N]")
	asked.types("y")
	if err := c.Wait(); err != nil {
		t.Fatalf("%v:\n%s", err, asked.shows())
	}
	if n := strings.Count(asked.shows(), "[y/N]"); n != 1 {
		t.Errorf("asked %d times:\n%s", n, asked.shows())
	}
	p.mustHave(into, "2026-01-05 Stadtwerke Musterstadt GmbH.txt", "2026-01-07 ACME Inc.txt")
	p.deskhand("undo").must(t, exitDone)
	p.mustHave(inbox, "scan1.txt", "scan2.txt")
	if _, err := os.Stat(filepath.Join(filepath.Dir(p.dir), "New")); !os.IsNotExist(err) {
		t.Errorf("the folder that was made is still there: %v", err)
	}
}
