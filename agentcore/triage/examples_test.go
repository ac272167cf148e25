package triage_test

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// wellKept are the names of five files that follow a pattern.
var wellKept = map[string]string{
	"Acme - 03.01.2025 - Invoice.txt": "x", "Acme - 03.02.2025 - Invoice.txt": "x", "Stadtwerke Bonn - 09.02.2025 - Rechnung.txt": "x",
	"Alder and Co - 01.03.2025 - Receipt.txt": "x", "Alder & Finch - 01.04.2025 - Invoice.txt": "x",
}

func with(files map[string]string, more ...string) map[string]string {
	all := maps.Clone(files)
	for i := 0; i+1 < len(more); i += 2 {
		all[more[i]] = more[i+1]
	}
	return all
}

func likes(it plan.Item) string {
	var said []string
	for _, r := range it.Reasons {
		if r.Code == plan.ReasonLike {
			said = append(said, r.Field+"<"+filepath.Base(strings.Join(r.Args, " ")))
		}
	}
	return strings.Join(said, " ")
}

func TestAFolderOfFiveWellKeptFilesSaysHowTheSixthIsNamed(t *testing.T) {
	d := newFixture(t, with(wellKept, "scan 12.txt", bill("12 May 2026", "AF-7731"), "scan 13.txt", strings.ReplaceAll(bill("13 May 2026", "AF-7732"), "Alder & Finch Ltd", "ACME, Inc.")))
	p := d.propose(triage.Request{})
	base := filepath.Base(d.dir)
	for name, want := range map[string]string{
		"scan 12.txt": "Alder & Finch - 12.05.2026 - Invoice.txt <" + base + " issuer<" + base,
		"scan 13.txt": "Acme - 13.05.2026 - Invoice.txt <" + base + " issuer<" + base,
	} {
		if it := d.item(p, name); filepath.Base(it.To)+" "+likes(it) != want {
			t.Errorf("%s: %s, because %s", name, filepath.Base(it.To), likes(it))
		}
	}
	for name := range wellKept {
		if it := d.item(p, name); it.To != it.From || it.Status != plan.StatusSkip {
			t.Errorf("%s becomes %s", name, filepath.Base(it.To))
		}
	}
	if p.Template != "{issuer} - {date|date:DD.MM.YYYY} - {kind}" || p.Like != d.dir {
		t.Errorf("the plan is named by %q like %q", p.Template, p.Like)
	}
	edited, err := d.Revise(context.Background(), p.ID, []triage.Edit{{From: filepath.Join(d.dir, "scan 12.txt"), Fields: map[string]string{"kind": "Rent"}}})
	if err != nil || filepath.Base(d.item(edited, "scan 12.txt").To) != "Alder & Finch - 12.05.2026 - Rent.txt" {
		t.Errorf("after an edit: %s, %v", d.item(edited, "scan 12.txt").To, err)
	}
}

func TestATemplateOfTheRequestAndAPatternThatSaysNothingNewLeaveTheFolderOut(t *testing.T) {
	d := newFixture(t, with(wellKept, "scan 12.txt", bill("12 May 2026", "AF-7731")))
	p := d.propose(triage.Request{Template: "{date} {issuer}"})
	if it := d.item(p, "scan 12.txt"); p.Like != "" || filepath.Base(it.To) != "2026-05-12 Alder & Finch.txt" {
		t.Errorf("%s", it.To)
	}
	d = newFixture(t, map[string]string{
		"2025-01-03 Acme Invoice 17.txt": "x", "2025-02-03 Acme Invoice 18.txt": "x", "2025-02-09 Bonn Rechnung.txt": "x", "2025-02-10 Bank Receipt.txt": "x",
		"scan 12.txt": bill("12 May 2026", "AF-7731"),
	})
	p = d.propose(triage.Request{})
	if it := d.item(p, "scan 12.txt"); p.Like != "" || p.Template != triage.DefaultTemplate || !strings.HasSuffix(it.To, "Invoice AF-7731.txt") {
		t.Errorf("%q, %s", p.Template, it.To)
	}
}

func TestAFolderThatIsPointedAtGivesItsPatternItsSpellingsAndItsFolders(t *testing.T) {
	d := newFixture(t, map[string]string{"scan 12.txt": bill("12 May 2026", "AF-7731"), "scan 13.txt": strings.ReplaceAll(bill("13 May 2026", "AF-7732"), "Alder & Finch Ltd", "Nobody Knows Ltd"), "scan 14.txt": strings.ReplaceAll(bill("14 May 2026", "AF-7733"), "Alder & Finch Ltd", "Bonn Energy Services Ltd")})
	kept := newFixture(t, map[string]string{
		"Rent/2024/2024-12-03 Alder and Sons Rent.txt": "x", "Rent/2025/2025-02-03 Alder & Finch Invoice.txt": "x", "Rent/2025/2025-03-03 Alder & Finch Invoice.txt": "x",
		"Energy/2025/2025-02-09 Bonn Energy Rechnung.txt": "x", "Energy/2025/2025-03-09 Bonn Energy Rechnung.txt": "x",
	}).dir
	p := d.propose(triage.Request{Like: kept})
	for name, want := range map[string]string{
		"scan 12.txt": "Rent/2026/2026-05-12 Alder & Finch Invoice.txt", "scan 13.txt": "2026-05-13 Nobody Knows Ltd Invoice.txt",
		"scan 14.txt": "Energy/2026/2026-05-14 Bonn Energy Invoice.txt",
	} {
		if it := d.item(p, name); it.Target() != filepath.FromSlash(want) {
			t.Errorf("%s: %s, because %s", name, it.Target(), likes(it))
		}
	}
	if _, err := d.Propose(context.Background(), triage.Request{Paths: []string{d.dir}, Like: d.dir}, d.emit); !errors.Is(err, triage.ErrNoPattern) {
		t.Errorf("a folder without a pattern: %v", err)
	}
}

func TestFoldersThatAreThereAreUsedBeforeNewOnesAndSpellingsOfASenderAreOne(t *testing.T) {
	one, two := strings.ReplaceAll(bill("13 May 2026", "AF-7732"), "Alder & Finch Ltd", "ACME Inc."), strings.ReplaceAll(bill("14 May 2026", "AF-7733"), "Alder & Finch Ltd", "Acme Incorporated")
	d := newFixture(t, map[string]string{"scan 12.txt": bill("12 May 2026", "AF-7731"), "scan 13.txt": one, "scan 14.txt": two, "ALDER & FINCH/old.txt": "x"})
	p := d.propose(triage.Request{Template: "{issuer}/{date} {kind}"})
	for name, want := range map[string]string{
		"scan 12.txt": "ALDER & FINCH/2026-05-12 Invoice.txt", "scan 13.txt": "ACME Inc/2026-05-13 Invoice.txt", "scan 14.txt": "ACME Inc/2026-05-14 Invoice.txt",
	} {
		if it := d.item(p, name); strings.ReplaceAll(it.Target(), "Inc./", "Inc/") != filepath.FromSlash(want) {
			t.Errorf("%s: %s", name, it.Target())
		}
	}
}
