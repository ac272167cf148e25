package triage_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

func TestANameThatAPersonChoseIsKept(t *testing.T) {
	for _, name := range []string{
		"mill-lane-boiler-repair.txt", "harbour_report_2026.txt", "fbl_2025_minutes.txt", "ledger_gbp_12-5-26.txt",
		"RECEIPT-2026-XQ-4471_retail_shoes.txt", "wind-news-weekly-2026-05-12.txt",
	} {
		t.Run(name, func(t *testing.T) {
			d := newFixture(t, map[string]string{name: invoice})
			it := d.item(d.propose(triage.Request{}), name)
			if it.Status != plan.StatusSkip || it.To != it.From || len(it.Reasons) == 0 {
				t.Errorf("%s: %s (%v)", it.Status, filepath.Base(it.To), it.Reasons)
			}
		})
	}
}

func TestANameThatAProgramMadeIsNotKept(t *testing.T) {
	for _, name := range []string{
		"IMG_5000.txt", "scan_0001.txt", "document(7).txt", "20260512101010.txt", "3fa85f64-abcd-face-beef-2c963f66afa6.txt",
		"Screenshot 2026-05-12 at 10.00.00.txt", "Screenshot_20260512_101010_com.example.chrome.txt", "WhatsApp Image 2026-05-12 at 10.00.00.txt",
		"Scanned from a Xerox Multifunction Printer.txt", "New Microsoft Word Document (2).txt",
	} {
		t.Run(name, func(t *testing.T) {
			d := newFixture(t, map[string]string{name: invoice})
			it := d.item(d.propose(triage.Request{}), name)
			if it.Status != plan.StatusReady || !strings.HasPrefix(filepath.Base(it.To), "2026-05-12 Alder & Finch") {
				t.Errorf("%s: %s (%v)", it.Status, filepath.Base(it.To), it.Reasons)
			}
		})
	}
}

// The document says the same as the name, so that only its date is added.
func TestAChosenNameIsCompletedWithTheDate(t *testing.T) {
	d := newFixture(t, map[string]string{"Alder & Finch Ltd boiler Mill Lane.txt": invoice})
	it := d.item(d.propose(triage.Request{}), "Alder & Finch Ltd boiler Mill Lane.txt")
	if it.Status != plan.StatusReady || filepath.Base(it.To) != "2026-05-12 Alder & Finch Ltd boiler Mill Lane.txt" {
		t.Errorf("%s: %s (%v)", it.Status, filepath.Base(it.To), it.Reasons)
	}
}

func TestAPatternThatAPersonMadeIsKept(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{
		"Northwind_2026-01.txt", "Northwind_2026-02.txt", "Northwind_2026-03.txt", "Northwind_2026-04.txt",
		"scan_0001.txt", "scan_0002.txt", "scan_0003.txt", "Statement_2026-01.txt", "Statement_2026-02.txt", "Statement_2026-03.txt",
		"Brightwater_2026-01.txt",
	} {
		files[name] = invoice
	}
	d := newFixture(t, files)
	p := d.propose(triage.Request{})
	for _, it := range p.Items {
		kept := strings.HasPrefix(filepath.Base(it.From), "Northwind")
		if kept != (it.Status == plan.StatusSkip && it.To == it.From) {
			t.Errorf("%s: %s %s (%v)", filepath.Base(it.From), it.Status, filepath.Base(it.To), it.Reasons)
		}
	}
}

// A shorter name of a person's words is not replaced by one that has none of
// them unless somebody looks.
func TestANewNameThatLosesEveryWordIsLookedAt(t *testing.T) {
	for name, want := range map[string]plan.Status{"boiler kitchen.txt": plan.StatusReview, "finch boiler.txt": plan.StatusReady, "boiler.txt": plan.StatusReady} {
		d := newFixture(t, map[string]string{name: invoice})
		if it := d.item(d.propose(triage.Request{}), name); it.Status != want || it.To == it.From {
			t.Errorf("%s: %s %s (%v)", name, it.Status, filepath.Base(it.To), it.Reasons)
		}
	}
}

func TestAChosenNameGoesAlongIntoTheFolder(t *testing.T) {
	d := newFixture(t, map[string]string{"mill-lane-boiler-repair.txt": invoice})
	into := t.TempDir()
	it := d.item(d.propose(triage.Request{Into: into}), "mill-lane-boiler-repair.txt")
	if it.Status != plan.StatusReady || it.To != filepath.Join(into, "mill-lane-boiler-repair.txt") {
		t.Errorf("%s: %s (%v)", it.Status, it.To, it.Reasons)
	}
}
