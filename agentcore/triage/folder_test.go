package triage_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

func TestAFileGoesIntoTheFolderThatAPersonNames(t *testing.T) {
	d := newFixture(t, mail())
	elsewhere := t.TempDir()
	p := d.propose(triage.Request{})
	from := filepath.Join(d.dir, "scan 1.txt")
	was := d.item(p, "scan 1.txt")
	for _, c := range []struct{ typed, want string }{
		{"Taxes/2026", filepath.Join(d.dir, "Taxes", "2026")},
		{"../up", filepath.Join(d.dir, "up")},
		{elsewhere, elsewhere},
	} {
		revised, err := d.Revise(context.Background(), p.ID, []triage.Edit{{From: from, Folder: c.typed}})
		if err != nil {
			t.Fatal(err)
		}
		it := d.item(revised, "scan 1.txt")
		if got := filepath.Dir(it.To); it.Status != plan.StatusReady || filepath.Base(it.To) != filepath.Base(was.To) || c.typed != "../up" && got != c.want || got == filepath.Join(filepath.Dir(d.dir), "up") {
			t.Errorf("%s: %s (%s)", c.typed, it.To, it.Status)
		}
		moved := it
		back, err := d.Revise(context.Background(), p.ID, []triage.Edit{{From: from, Back: &was}})
		if err != nil || d.item(back, "scan 1.txt").To != was.To {
			t.Errorf("%s: taken back it goes to %s, %v", c.typed, d.item(back, "scan 1.txt").To, err)
		}
		again, err := d.Revise(context.Background(), p.ID, []triage.Edit{{From: from, Back: &moved}})
		if err != nil || d.item(again, "scan 1.txt").To != moved.To {
			t.Errorf("%s: made again it goes to %s, %v", c.typed, d.item(again, "scan 1.txt").To, err)
		}
	}
}
