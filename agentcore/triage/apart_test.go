package triage_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

const tillReceipt = "Alder & Finch Ltd\n3 Mill Lane, York\nRECEIPT\nDate: 12 May 2026\nTotal GBP "

func TestReceiptsOfOneShopAndDayDifferByTheirAmount(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": tillReceipt + "12.40\n", "b.txt": tillReceipt + "7.15\n", "c.txt": tillReceipt + "12.40\n"})
	names := proposed(d.propose(triage.Request{}))
	want := []string{
		"2026-05-12 Alder & Finch Ltd Receipt 12.40.txt", "2026-05-12 Alder & Finch Ltd Receipt 7.15.txt",
		"2026-05-12 Alder & Finch Ltd Receipt 12.40 (2).txt",
	}
	if !slices.Equal(names, want) {
		t.Errorf("%s", strings.Join(names, "\n"))
	}
}

func TestInvoicesOfOneDayDifferByTheirNumber(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice, "b.txt": strings.Replace(invoice, "AF-7731", "AF-7732", 1)})
	names := proposed(d.propose(triage.Request{Template: "{date} {issuer}"}))
	if want := []string{"2026-05-12 Alder & Finch Ltd AF-7731.txt", "2026-05-12 Alder & Finch Ltd AF-7732.txt"}; !slices.Equal(names, want) {
		t.Errorf("%s", strings.Join(names, "\n"))
	}
}

// proposed are the new names of a plan.
func proposed(p plan.Plan) []string {
	var names []string
	for _, it := range p.Items {
		names = append(names, filepath.Base(it.To))
	}
	return names
}

func TestANameSaysItsKindOnce(t *testing.T) {
	d := newFixture(t, map[string]string{"scan 1.txt": "Report on the harbour wall\n\nDate: 12 May 2026\n\nThe wall stands.\n"})
	if names := proposed(d.propose(triage.Request{})); names[0] != "2026-05-12 Report on the harbour wall.txt" {
		t.Errorf("%s", names)
	}
}
