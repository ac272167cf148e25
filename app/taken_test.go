package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// put writes a file that nobody has touched for an hour.
func (d *fixture) put(name, text string) string {
	d.t.Helper()
	path := filepath.Join(d.open, name)
	must(d.t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(d.t, os.WriteFile(path, []byte(text), 0o600))
	old := time.Now().Add(-time.Hour)
	must(d.t, os.Chtimes(path, old, old))
	return path
}

// proposed plans for these files of the open folder.
func (d *fixture) proposed(names ...string) plan.Plan {
	d.t.Helper()
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = filepath.Join(d.open, name)
	}
	p, err := d.core.Propose(d.t.Context(), ProposeRequest{Paths: paths}, func(event.Event) {})
	must(d.t, err)
	return p
}

const bill = "Alder & Finch Ltd\n\nInvoice AF-0001\n\nDate: 2026-05-12\nTotal: 12.60 EUR\n"

func TestAFileWhoseNewNameIsTakenGetsANumberAndTheRestGoesOn(t *testing.T) {
	d := newFixture(t, DenyAll{})
	d.put("one.txt", bill)
	d.put("two.txt", strings.ReplaceAll(bill, "AF-0001", "AF-0002"))
	before := d.proposed("one.txt", "two.txt")
	wished := before.Items[0].To
	d.put(filepath.Base(wished), "somebody's own file")

	p := d.proposed("one.txt", "two.txt")
	if got, want := p.Items[0].To, strings.TrimSuffix(wished, ".txt")+" (2).txt"; got != want || len(p.Items[0].Notes) == 0 {
		t.Fatalf("planned is %s (%v), want %s", got, p.Items[0].Notes, want)
	}
	r, err := d.core.Apply(t.Context(), p.ID, func(event.Event) {})
	must(t, err)
	if r.Moved != 2 || r.Failed != 0 || r.FilesIn != r.FilesOut {
		t.Errorf("the receipt is %+v", r)
	}
	for _, it := range p.Items {
		if _, err := os.Lstat(it.To); err != nil {
			t.Error(err)
		}
	}
	if raw, err := os.ReadFile(wished); err != nil || string(raw) != "somebody's own file" {
		t.Errorf("the file that had the name holds %q (%v)", raw, err)
	}
}

func TestAFileThatCannotMoveDoesNotStopTheOthersOfItsPlan(t *testing.T) {
	d := newFixture(t, DenyAll{})
	d.put("one.txt", bill)
	d.put("two.txt", strings.ReplaceAll(bill, "AF-0001", "AF-0002"))
	p := d.proposed("one.txt", "two.txt")
	must(t, os.Remove(p.Items[0].From))
	p, err := d.core.Revise(t.Context(), p.ID, nil)
	must(t, err)
	r, err := d.core.Apply(t.Context(), p.ID, func(event.Event) {})
	must(t, err)
	if r.Moved != 1 || r.Failed != 0 {
		t.Errorf("the receipt is %+v", r)
	}
}

func TestFilesWhoseNamesAreNoTextAreCountedEach(t *testing.T) {
	d := newFixture(t, DenyAll{})
	d.put("one.txt", bill)
	d.put("caf\xe9.txt", "left alone")
	d.put("caf\xe8.txt", "left alone too")
	p := d.proposed(".")
	var left []string
	ready := 0
	for _, it := range p.Items {
		switch it.Status {
		case plan.StatusSkip:
			left = append(left, filepath.Base(it.From))
		case plan.StatusReady:
			ready++
		}
	}
	if strings.Join(left, " ") != `caf\xe8.txt caf\xe9.txt` {
		t.Fatalf("left alone are %q", left)
	}
	r, err := d.core.Apply(t.Context(), p.ID, func(event.Event) {})
	must(t, err)
	if ready == 0 || r.Moved != ready || r.FilesIn != len(p.Items) || r.FilesOut != len(p.Items) {
		t.Errorf("the receipt of %d files is %+v", len(p.Items), r)
	}
}
