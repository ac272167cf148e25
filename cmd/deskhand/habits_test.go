package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// month puts bills of one month into a folder of a person's own and returns it.
func (p *person) month(name string, bills map[string]string) string {
	p.t.Helper()
	folder := filepath.Join(filepath.Dir(p.dir), name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		p.t.Fatal(err)
	}
	for file, text := range bills {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
	return folder
}

func utility(day, number string) string {
	return "Stadtwerke Musterstadt GmbH\n\nRechnung\nRechnungsnummer: " + number + "\nRechnungsdatum: " + day + "\nGesamtbetrag: 84,20 EUR\nUSt-IdNr. DE123456789\n"
}

func acme(day, number string) string {
	return "ACME Inc.\n12 Mill Lane\nInvoice\nInvoice No: " + number + "\nInvoice date: " + day + "\nTotal due: 12.60 EUR\n"
}

// corrects proposes names for a folder, changes the plan's file, and applies it.
func (p *person) corrects(folder string, edit func(*plan.Item)) map[string]any {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), "plan.json")
	p.deskhand("triage", folder, "--model", "none", "--plan", file).must(p.t, exitDone)
	raw, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	var edited plan.Plan
	if err := json.Unmarshal(raw, &edited); err != nil {
		p.t.Fatal(err)
	}
	for i := range edited.Items {
		edit(&edited.Items[i])
	}
	if raw, err = json.Marshal(edited); err == nil {
		err = os.WriteFile(file, raw, 0o600)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	lines := p.deskhand("apply", file, "--root", folder, "--json").must(p.t, exitDone).lines(p.t)
	return lines[len(lines)-1]
}

func TestWhatWasCorrectedInOneMonthIsInThePlanOfTheNextWhichSaysWhy(t *testing.T) {
	p := newPerson(t)
	first := p.month("January", map[string]string{
		"scan1.txt": utility("05.01.2026", "4711"), "scan2.txt": utility("12.01.2026", "4712"), "scan3.txt": acme("2026-01-07", "A-17"),
	})
	receipt := p.corrects(first, func(it *plan.Item) {
		it.To = strings.ReplaceAll(it.To, "Stadtwerke Musterstadt GmbH", "Stadtwerke")
	})
	if receipt["moved"] != 3.0 {
		t.Fatalf("%v", receipt)
	}
	second := p.month("February", map[string]string{"scan4.txt": utility("05.02.2026", "4790"), "scan5.txt": acme("2026-02-07", "A-18")})
	s := p.deskhand("triage", second, "--model", "none").must(t, exitDone)
	for _, want := range []string{"→ 2026-02-05 Stadtwerke Rechnung 4790.txt", "the sender's name as you wrote it on ", "→ 2026-02-07 ACME Inc. Invoice A-18.txt"} {
		if !strings.Contains(s.out, want) {
			t.Errorf("it does not say %q:\n%s", want, s.out)
		}
	}
	if n := strings.Count(s.out, "as you wrote it"); n != 1 {
		t.Errorf("said %d times:\n%s", n, s.out)
	}

	habits := p.deskhand("habits", "--json").must(t, exitDone).lines(t)
	if len(habits) != 1 || habits[0]["about"] != "issuer" || habits[0]["is"] != "Stadtwerke" || habits[0]["batch"] != receipt["batch"] {
		t.Fatalf("%v", habits)
	}
	id := fmt.Sprint(habits[0]["id"])
	if s := p.deskhand("habits").must(t, exitDone); !strings.HasPrefix(s.out, id+`  Stadtwerke Musterstadt GmbH: is called "Stadtwerke" (20`) {
		t.Errorf("listed as %q", s.out)
	}
	p.deskhand("habits", "edit", id, "SWM").must(t, exitDone)
	if s := p.deskhand("triage", second, "--model", "none").must(t, exitDone); !strings.Contains(s.out, "→ 2026-02-05 SWM Rechnung 4790.txt") {
		t.Errorf("after the edit:\n%s", s.out)
	}
	if s := p.deskhand("habits", "export").must(t, exitDone); !strings.Contains(s.out, `"is": "SWM"`) || !json.Valid([]byte(s.out)) {
		t.Errorf("exported: %s", s.out)
	}
	p.deskhand("habits", "edit", id, " ").must(t, exitUsage)
	p.deskhand("habits", "remove", id).must(t, exitDone)
	p.deskhand("habits", "remove", id).must(t, exitFailed)
	if s := p.deskhand("triage", second, "--model", "none").must(t, exitDone); !strings.Contains(s.out, "→ 2026-02-05 Stadtwerke Musterstadt GmbH Rechnung 4790.txt") {
		t.Errorf("after it was removed:\n%s", s.out)
	}
}

func TestABatchThatIsUndoneForgetsWhatItTaughtAlsoInParts(t *testing.T) {
	p := newPerson(t)
	folder := p.month("January", map[string]string{"scan1.txt": utility("05.01.2026", "4711"), "scan2.txt": utility("12.01.2026", "4712")})
	batch := ""
	correct := func() {
		receipt := p.corrects(folder, func(it *plan.Item) { it.To = strings.ReplaceAll(it.To, "Musterstadt GmbH", "Nord") })
		batch = fmt.Sprint(receipt["batch"])
		if s := p.deskhand("habits").must(t, exitDone); strings.Count(s.out, "\n") != 1 {
			t.Fatalf("learned: %q", s.out)
		}
	}
	correct()
	p.deskhand("undo").must(t, exitDone)
	if s := p.deskhand("habits").must(t, exitDone); s.out != "" {
		t.Errorf("after the undo: %q", s.out)
	}
	correct()
	for i, name := range []string{"2026-01-05 Stadtwerke Nord Rechnung 4711.txt", "2026-01-12 Stadtwerke Nord Rechnung 4712.txt"} {
		if s := p.deskhand("habits").must(t, exitDone); s.out == "" {
			t.Errorf("forgotten after %d of 2", i)
		}
		p.deskhand("undo", batch, "--only", filepath.Join(folder, name)).must(t, exitDone)
	}
	if s := p.deskhand("habits").must(t, exitDone); s.out != "" {
		t.Errorf("after both were undone: %q", s.out)
	}
}

func TestADamagedFileOfHabitsIsPutOutOfTheWayAndToldAndNothingElseIsHindered(t *testing.T) {
	p := newPerson(t)
	data := filepath.Join(p.home, "data")
	if err := os.MkdirAll(data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "habits.json"), []byte("{oh"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := p.deskhand("habits").must(t, exitDone)
	if !strings.Contains(s.err, "Your earlier corrections could not be read and were moved to "+filepath.Join(data, "habits.json.damaged-")) || s.out != "" {
		t.Errorf("it is said %q %q", s.out, s.err)
	}
	if s := p.deskhand("habits").must(t, exitDone); strings.Contains(s.err, "could not be read") {
		t.Errorf("the next start says %q", s.err)
	}
}

func TestARuleOfOnesOwnPutsWhatItIsAboutIntoItsFolderAndSaysSo(t *testing.T) {
	p := newPerson(t)
	p.configure("[[rule]]\nwhen = \"issuer ~ 'Stadtwerke'\"\nname = \"{date} Strom {amount}\"\ninto = \"Energy/{year}\"\n")
	folder := p.month("January", map[string]string{"scan1.txt": utility("05.01.2026", "4711"), "scan2.txt": acme("2026-01-07", "A-17")})
	s := p.deskhand("triage", folder, "--model", "none", "--yes").must(t, exitDone)
	if !strings.Contains(s.out, "by your rule “issuer ~ 'Stadtwerke'”") {
		t.Errorf("it does not say why:\n%s", s.out)
	}
	for _, name := range []string{"Energy/2026/2026-01-05 Strom 84.20.txt", "2026-01-07 ACME Inc. Invoice A-17.txt"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	p.deskhand("undo").must(t, exitDone)
	if _, err := os.Stat(filepath.Join(folder, "Energy")); err == nil {
		t.Error("the folder is still there")
	}
	p.configure("[[rule]]\nwhen = \"sender = 'x'\"\ninto = \"a\"\n")
	if s := p.deskhand("triage", folder, "--model", "none").must(t, exitUsage); !strings.Contains(s.err, `line 1: rule 1 ("sender = 'x'"): "sender" (character 1) is not a field`) {
		t.Errorf("it is said %q", s.err)
	}
}

func TestARuleByWordsIsKeptOnAYesListedAndTakenAway(t *testing.T) {
	p := newPerson(t)
	month := p.month("January", map[string]string{"scan1.txt": utility("05.01.2026", "4711"), "scan3.txt": acme("2026-01-07", "A-17")})
	const request = "from now on put everything from Stadtwerke into Energy"
	if s := p.deskhand("ask", request, "--in", month, "--model", "none", "--approve", "none"); !strings.Contains(s.out, "not approved") {
		t.Errorf("without a yes: %s", s.out)
	}
	if s := p.deskhand("rules").must(t, exitDone); s.out != "" {
		t.Errorf("kept without a yes: %s", s.out)
	}
	p.deskhand("ask", request, "--in", month, "--model", "none", "--approve", "all").must(t, exitDone)
	if s := p.deskhand("rules").must(t, exitDone); s.out != "1  issuer ~ 'Stadtwerke': into Energy\n" {
		t.Errorf("listed as %q", s.out)
	}
	s := p.deskhand("triage", month, "--model", "none").must(t, exitDone)
	if !strings.Contains(s.out, "→ Energy/2026-01-05 Stadtwerke Musterstadt GmbH Rechnung 4711.txt") || !strings.Contains(s.out, "→ 2026-01-07 ACME Inc. Invoice A-17.txt") {
		t.Errorf("the plan is\n%s", s.out)
	}
	p.deskhand("rules", "add", "kind = 'invoice' and amount > 50", "--into", "Large").must(t, exitDone)
	if s := p.deskhand("triage", month, "--model", "none").must(t, exitDone); !strings.Contains(s.out, "→ Large/2026-01-05") {
		t.Errorf("the newest rule does not count first:\n%s", s.out)
	}
	p.deskhand("rules", "remove", "2").must(t, exitDone)
	p.deskhand("rules", "remove", "2").must(t, exitFailed)
	if rules := p.deskhand("rules", "--json").must(t, exitDone).lines(t); len(rules) != 1 || rules[0]["into"] != "Large" {
		t.Errorf("left are %v", rules)
	}
	// Once is once.
	p.deskhand("ask", "put everything from Stadtwerke into Energy", "--in", month, "--model", "none", "--approve", "all").must(t, exitDone)
	if _, err := os.Stat(filepath.Join(month, "Energy", "scan1.txt")); err != nil {
		t.Error(err)
	}
	if rules := p.deskhand("rules", "--json").must(t, exitDone).lines(t); len(rules) != 1 {
		t.Errorf("left are %v", rules)
	}
}
