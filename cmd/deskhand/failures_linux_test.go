package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// letter puts a letter into a folder of a person's own and returns the folder.
func (p *person) letter(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(filepath.Dir(p.dir), "Letters")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "Alder & Finch Ltd\n\nInvoice AF-0001\n\nDate: 2026-05-12\nTotal: 12.60 EUR\n"
	if err := os.WriteFile(filepath.Join(folder, "one.txt"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestAFolderThatIsReadOnlyIsSaidOfTheFileAndNoUndoIsOffered(t *testing.T) {
	p := newPerson(t)
	folder := p.letter(t)
	asNobody(t, p)
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) said {
		c := p.command(append([]string{"triage", folder, "--yes", "--model", "none"}, args...)...)
		dropTo(c.Cmd)
		return c.run(t)
	}
	s := run().must(t, exitFailed)
	if !strings.Contains(s.out, filepath.Join(folder, "one.txt")+": Its folder or disk is read-only.") {
		t.Errorf("it is said %q", s.out)
	}
	if strings.Contains(s.out, "Undo with") {
		t.Errorf("an undo of nothing is offered: %q", s.out)
	}
	lines := run("--json").must(t, exitFailed).lines(t)
	receipt := lines[len(lines)-1]
	failures, _ := receipt["failures"].([]any)
	if len(failures) != 1 || receipt["undo"] != "" || receipt["type"] != "receipt" {
		t.Fatalf("the receipt is %v", receipt)
	}
	if f := failures[0].(map[string]any); f["kind"] != "read_only" || f["path"] != filepath.Join(folder, "one.txt") || !strings.HasPrefix(f["message"].(string), "Its folder") {
		t.Errorf("the failure is %v", f)
	}
}

func TestAPlanForFilesThatChangedIsRefusedWithTheFilesNamed(t *testing.T) {
	p := newPerson(t)
	folder := p.letter(t)
	file := filepath.Join(t.TempDir(), "plan.json")
	p.deskhand("triage", folder, "--model", "none", "--plan", file).must(t, exitDone)
	if err := os.Remove(filepath.Join(folder, "one.txt")); err != nil {
		t.Fatal(err)
	}
	s := p.deskhand("apply", file).must(t, exitRefused)
	if !strings.Contains(s.err, filepath.Join(folder, "one.txt")+": It no longer exists.") {
		t.Errorf("it is said %q", s.err)
	}
	lines := p.deskhand("apply", file, "--json").must(t, exitRefused).lines(t)
	failures, _ := lines[len(lines)-1]["failures"].([]any)
	if len(failures) != 1 || failures[0].(map[string]any)["kind"] != "vanished" {
		t.Errorf("it ends with %v", lines[len(lines)-1])
	}
}

func TestAnEditedPlanIsRefusedInWordsThatNameItsMistake(t *testing.T) {
	p := newPerson(t)
	folder := p.letter(t)
	file := filepath.Join(t.TempDir(), "plan.json")
	p.deskhand("triage", folder, "--model", "none", "--plan", file).must(t, exitDone)
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		edit func(p *plan.Plan)
		want string
	}{
		"twice":   {func(p *plan.Plan) { p.Items = append(p.Items, p.Items[0]) }, "one.txt is in this plan twice"},
		"outside": {func(p *plan.Plan) { p.Items[0].From = "/etc/hostname" }, "/etc/hostname is in this plan but outside the folders given with --root"},
		"target":  {func(p *plan.Plan) { p.Items[0].To = "/tmp/x.txt" }, "/tmp/x.txt would be the new place of a file, but it is outside"},
	} {
		var edited plan.Plan
		if err := json.Unmarshal(raw, &edited); err != nil {
			t.Fatal(err)
		}
		row.edit(&edited)
		changed, err := json.Marshal(edited)
		if err != nil {
			t.Fatal(err)
		}
		at := filepath.Join(t.TempDir(), "edited.json")
		if err := os.WriteFile(at, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		if s := p.deskhand("apply", at, "--root", folder).must(t, exitRefused); !strings.Contains(s.err, row.want) {
			t.Errorf("%s: it is said %q", name, s.err)
		}
	}
}
