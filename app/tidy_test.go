package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/assets"
)

func TestWhatIsDroppedRightAfterTheStartIsReadOnceTheServersAreUp(t *testing.T) {
	d := newFixture(t, DenyAll{})
	must(t, d.core.Close())
	core, err := Open(d.options) // and nobody waits for its servers
	must(t, err)
	d.core = core
	p, err := core.Propose(t.Context(), ProposeRequest{Paths: []string{d.open}}, func(event.Event) {})
	must(t, err)
	if len(p.Items) == 0 {
		t.Error("nothing was found")
	}
}

func TestASecondPlanOfAFolderIsTheFirstAndIsMadeOfWhatWasFound(t *testing.T) {
	d := newFixture(t, DenyAll{})
	dir := filepath.Join(d.base, "Inbox")
	must(t, os.Mkdir(dir, 0o700))
	contract, err := assets.Sample.ReadFile("sample/contract_neu.docx")
	must(t, err)
	for name, text := range map[string]string{
		"contract.docx": string(contract), "broken.docx": string(contract[:100]), "empty.txt": "",
		"invoice.txt": "Acme Ltd\nInvoice\nInvoice date: 2026-03-04\nInvoice number: 17\nVAT GB123456789\nTotal 12.00 EUR\n",
	} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	proposed := func() string {
		p, err := d.core.Propose(t.Context(), ProposeRequest{Paths: []string{dir}}, func(event.Event) {})
		must(t, err)
		p.ID, p.Hash = "", ""
		raw, err := json.Marshal(p)
		must(t, err)
		return string(raw)
	}
	first := proposed()
	if second := proposed(); second != first {
		t.Errorf("first\n%s\nsecond\n%s", first, second)
	}
	kept, err := filepath.Glob(filepath.Join(d.options.Paths.Cache, "found", "*"))
	must(t, err)
	if len(kept) != 2 {
		t.Fatalf("of %d files something is kept", len(kept))
	}
	for _, file := range kept {
		data, err := os.ReadFile(file)
		must(t, err)
		must(t, os.WriteFile(file, bytes.ReplaceAll(data, []byte("Acme"), []byte("Kept")), 0o600))
	}
	if third, want := proposed(), strings.ReplaceAll(first, "Acme", "Kept"); third != want {
		t.Errorf("with other words in the cache\n%s\nwant\n%s", third, want)
	}
}

func TestFoldersThatAreMadeForFilesGoWithAnUndo(t *testing.T) {
	d := newFixture(t, &willing{})
	dir := filepath.Join(d.base, "Inbox")
	must(t, os.Mkdir(dir, 0o700))
	papers := map[string]string{
		"receipt.txt":  "REWE Markt GmbH\nReceipt\nDate: 2026-02-03\nTotal 9.99 EUR\n",
		"invoice.txt":  "Acme Ltd\nInvoice\nInvoice date: 2026-03-04\nInvoice number: 17\nTotal 12.00 EUR\n",
		"rechnung.txt": "Stadtwerke Musterstadt GmbH\nRechnung\nRechnungsdatum: 05.04.2025\nRechnungsnummer: 4711\nGesamtbetrag 80,00 EUR\n",
	}
	for name, text := range papers {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	quiet := func(event.Event) {}
	for _, into := range []string{"", filepath.Join(d.base, "New", "Folder")} {
		req := ProposeRequest{Paths: []string{dir}, Into: into, Template: "{year}/{issuer}/{date} {kind}[ {number}]"}
		p, err := d.core.Propose(t.Context(), req, quiet)
		must(t, err)
		if !p.NewFolders || p.NewInto != (into != "") {
			t.Fatalf("into %q: new folders %v, new target %v", into, p.NewFolders, p.NewInto)
		}
		r, err := d.core.Apply(t.Context(), p.ID, quiet)
		must(t, err)
		at := filepath.Join(cmp.Or(into, dir), "2026", "Acme Ltd", "2026-03-04 Invoice 17.txt")
		if _, err := os.Stat(at); err != nil || r.Moved != 3 {
			t.Fatalf("into %q: %v, %+v", into, err, r)
		}
		_, err = d.core.Undo(t.Context(), r.Batch)
		must(t, err)
		for _, gone := range []string{filepath.Join(dir, "2026"), filepath.Join(dir, "2025"), filepath.Join(d.base, "New")} {
			if _, err := os.Stat(gone); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s is still there", gone)
			}
		}
		if back, err := os.ReadDir(dir); err != nil || len(back) != len(papers) {
			t.Errorf("%d of %d files are back, %v", len(back), len(papers), err)
		}
	}
}

func TestWhatWasUndoneIsProposedAgainAsItWasApproved(t *testing.T) {
	d := newFixture(t, &willing{})
	dir := filepath.Join(d.base, "Inbox")
	must(t, os.Mkdir(dir, 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "a.txt"), []byte("Acme Ltd\nInvoice\nInvoice date: 2026-03-04\nInvoice number: 17\nTotal 12.00 EUR\n"), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "empty.txt"), nil, 0o600))
	quiet := func(event.Event) {}
	for _, into := range []string{"", filepath.Join(d.base, "Sorted")} {
		p, err := d.core.Propose(t.Context(), ProposeRequest{Paths: []string{dir}, Into: into}, quiet)
		must(t, err)
		p, err = d.core.Revise(t.Context(), p.ID, []Edit{{From: filepath.Join(dir, "a.txt"), Name: "Mine.txt"}})
		must(t, err)
		r, err := d.core.Apply(t.Context(), p.ID, quiet)
		must(t, err)
		_, err = d.core.Undo(t.Context(), r.Batch)
		must(t, err)
		again, err := d.core.Again(t.Context(), r.Batch)
		must(t, err)
		if again.ID == p.ID || again.Count(plan.StatusReady) != 1 {
			t.Fatalf("proposed again is %+v", again)
		}
		r, err = d.core.Apply(t.Context(), again.ID, quiet)
		must(t, err)
		if _, err := os.Stat(filepath.Join(cmp.Or(into, dir), "Mine.txt")); err != nil || r.Moved != 1 {
			t.Errorf("into %q: %v, %+v", into, err, r)
		}
		_, err = d.core.Undo(t.Context(), r.Batch)
		must(t, err)
	}
	last, err := d.core.History(t.Context())
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "a.txt"), []byte("something else"), 0o600))
	if _, err := d.core.Again(t.Context(), last[0].ID); !errors.Is(err, ErrWorldChanged) {
		t.Errorf("a file that was edited since is taken for what it was: %v", err)
	}
}

func TestALongListTellsHowFarItHasCome(t *testing.T) {
	d := newFixtureWith(t, Options{Confirm: DenyAll{}, RulesAlone: true})
	for i := range 1200 {
		must(t, os.WriteFile(filepath.Join(d.open, fmt.Sprintf("%04d.txt", i)), nil, 0o600))
	}
	most := 0
	_, err := d.core.Propose(t.Context(), ProposeRequest{Paths: []string{d.open}, First: 1}, func(e event.Event) {
		if p, ok := e.Body.(event.Progress); ok && p.Total == 0 {
			most = max(most, p.Done)
		}
	})
	must(t, err)
	if most < 500 {
		t.Errorf("it was told of %d files", most)
	}
}
