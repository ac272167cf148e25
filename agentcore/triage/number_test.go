package triage_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// The title of a letter is what it is about; its number is another field.
func TestTheNumberIsThereWhereTheTitleSaysSomethingElse(t *testing.T) {
	d := newFixture(t, map[string]string{
		"scan 1.txt": "Alder & Finch Ltd\n3 Mill Lane, York\n12 May 2026\nContract No: AF-7731\nSubject: Renewal of your cover\nDear Ms Marsh,\n",
		"scan 2.txt": bill("13 May 2026", "AF-7732"),
	})
	p := d.propose(triage.Request{Template: "{date} {issuer}[ ({number})]"})
	for name, want := range map[string]string{"scan 1.txt": "2026-05-12 Alder & Finch Ltd (AF-7731).txt", "scan 2.txt": "2026-05-13 Alder & Finch Ltd (AF-7732).txt"} {
		if it := d.item(p, name); filepath.Base(it.To) != want {
			t.Errorf("%s: %s (%+v)", name, filepath.Base(it.To), it.Fields[plan.FieldTitle])
		}
	}
	// A number that the person corrects, as such or as the title that it was read as.
	for field, value := range map[string]string{plan.FieldNumber: "AF-1", plan.FieldTitle: "AF-1"} {
		edited, err := d.Revise(context.Background(), p.ID, []triage.Edit{{From: filepath.Join(d.dir, "scan 2.txt"), Fields: map[string]string{field: value}}})
		if err != nil || filepath.Base(d.item(edited, "scan 2.txt").To) != "2026-05-13 Alder & Finch Ltd (AF-1).txt" {
			t.Errorf("%s: %s, %v", field, d.item(edited, "scan 2.txt").To, err)
		}
		if _, err := d.Revise(context.Background(), p.ID, []triage.Edit{{From: filepath.Join(d.dir, "scan 2.txt"), Fields: map[string]string{field: "AF-7732"}}}); err != nil {
			t.Fatal(err)
		}
	}
}
