package triage_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// doubtful is a receipt whose day can be read in two ways.
const doubtful = "Hollow Tree Garden\nReceipt\nDate: 05/12/2025\nTotal 12.60\n"

func (d *fixture) revise(p plan.Plan, edits ...triage.Edit) plan.Plan {
	d.t.Helper()
	p, err := d.Revise(context.Background(), p.ID, edits)
	if err != nil {
		d.t.Fatal(err)
	}
	return p
}

func TestANameFollowsAFieldThatThePersonCorrects(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": doubtful})
	from := filepath.Join(d.dir, "a.txt")
	p := d.propose(triage.Request{Template: "{date} {kind}"})
	was := d.item(p, "a.txt")
	if was.Status != plan.StatusReview || len(was.Fields[plan.FieldDate].Doubts) == 0 {
		t.Fatalf("it is %s, %+v", was.Status, was.Fields[plan.FieldDate])
	}
	values := map[string]bool{}
	for _, c := range was.Fields[plan.FieldDate].Candidates {
		values[c.Value] = true
	}
	if !values["2025-05-12"] || !values["2025-12-05"] {
		t.Fatalf("the candidates are %v", values)
	}
	p = d.revise(p, triage.Edit{From: from, Fields: map[string]string{plan.FieldDate: "2025-12-05"}})
	it := d.item(p, "a.txt")
	if filepath.Base(it.To) != "2025-12-05 Receipt.txt" || it.Status != plan.StatusReady {
		t.Errorf("corrected: %s, %s (%v)", it.To, it.Status, it.Reasons)
	}
	if f := it.Fields[plan.FieldDate]; len(f.Doubts) > 0 || f.Evidence.Text != "05/12/2025" || len(f.Candidates) == 0 {
		t.Errorf("the field is %+v", f)
	}
	p = d.revise(p, triage.Edit{From: from, Fields: map[string]string{plan.FieldKind: " Bill  of\nsale ", "colour": "red"}})
	if it = d.item(p, "a.txt"); filepath.Base(it.To) != "2025-12-05 Bill of sale.txt" || len(it.Fields["colour"].Value) > 0 {
		t.Errorf("typed: %s %v", it.To, it.Fields)
	}
	p = d.revise(p, triage.Edit{From: from, Fields: map[string]string{plan.FieldDate: "", plan.FieldKind: ""}})
	if it = d.item(p, "a.txt"); it.To != from || it.Status != plan.StatusReview {
		t.Errorf("with nothing known: %s, %s", it.To, it.Status)
	}
	p = d.revise(p, triage.Edit{From: from, Back: &was})
	if it = d.item(p, "a.txt"); it.To != was.To || it.Status != was.Status || len(it.Fields[plan.FieldDate].Doubts) != len(was.Fields[plan.FieldDate].Doubts) {
		t.Errorf("taken back: %+v", it)
	}
}

func TestADayThatIsWrittenIntoANameIsTheDate(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": doubtful})
	from := filepath.Join(d.dir, "a.txt")
	p := d.propose(triage.Request{Template: "{date} {kind}"})
	was := d.item(p, "a.txt").Fields[plan.FieldDate]
	other := map[string]string{"2025-05-12": "2025-12-05", "2025-12-05": "2025-05-12"}[was.Value]
	p = d.revise(p, triage.Edit{From: from, Name: was.Value + " Shovel"})
	if f := d.item(p, "a.txt").Fields[plan.FieldDate]; f.Said || len(f.Doubts) == 0 {
		t.Errorf("with the day that stood there: %+v", f)
	}
	p = d.revise(p, triage.Edit{From: from, Name: "Shovel, " + other})
	if f := d.item(p, "a.txt").Fields[plan.FieldDate]; f.Value != other || !f.Said || len(f.Doubts) > 0 || f.Evidence.Text != "05/12/2025" {
		t.Errorf("with the other day: %+v", f)
	}
}

func TestAnEditThatIsTakenBackMovesNoFileElsewhere(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice})
	from := filepath.Join(d.dir, "a.txt")
	p := d.propose(triage.Request{})
	was := d.item(p, "a.txt")
	was.From, was.To = "/etc/passwd", "/elsewhere/x.sh"
	p = d.revise(p, triage.Edit{From: from, Back: &was})
	if it := d.item(p, "a.txt"); it.From != from || it.To != filepath.Join(d.dir, "x.sh.txt") || it.Identity != d.item(p, "a.txt").Identity {
		t.Errorf("it goes from %s to %s", it.From, it.To)
	}
}

func TestOtherFilesCanJoinAPlan(t *testing.T) {
	d := newFixture(t, map[string]string{"one/a.txt": invoice, "two/b.txt": invoice})
	one, two := filepath.Join(d.dir, "one"), filepath.Join(d.dir, "two")
	p := d.propose(triage.Request{Paths: []string{one}, Template: "{date} {kind}"})
	p = d.revise(p, triage.Edit{From: filepath.Join(one, "a.txt"), Name: "Mine"})
	id := p.ID
	p = d.propose(triage.Request{Paths: []string{one, two}, Join: id})
	if p.ID != id || len(p.Items) != 2 || len(p.Roots) != 2 || d.Check(context.Background(), p) != nil {
		t.Fatalf("it is %s with %d files of %v", p.ID, len(p.Items), p.Roots)
	}
	if a, b := d.item(p, "a.txt"), d.item(p, "b.txt"); filepath.Base(a.To) != "Mine.txt" || filepath.Base(b.To) != "2026-05-12 Invoice.txt" {
		t.Errorf("they are named %s and %s", a.To, b.To)
	}
	if _, err := d.Apply(context.Background(), id, d.emit); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Propose(context.Background(), triage.Request{Paths: []string{two}, Join: id}, d.emit); !errors.Is(err, triage.ErrSpent) {
		t.Errorf("a plan that was carried out was joined: %v", err)
	}
}

func TestAPlanTellsHowManyFilesLieDeeper(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice, "in/b.txt": invoice, "in/deep/c.txt": invoice, "in/.hidden": "x"})
	if p := d.propose(triage.Request{}); p.Deeper != 2 || len(p.Items) != 1 {
		t.Errorf("%d lie deeper", p.Deeper)
	}
	if p := d.propose(triage.Request{Recursive: true}); p.Deeper != 0 || len(p.Items) != 3 {
		t.Errorf("with all of them read %d lie deeper", p.Deeper)
	}
	bare := newFixture(t, map[string]string{"in/b.txt": invoice})
	_, err := bare.Propose(context.Background(), triage.Request{Paths: []string{bare.dir}}, bare.emit)
	var none *triage.NoFiles
	if !errors.As(err, &none) || none.Deeper != 1 || !strings.Contains(err.Error(), "no files") {
		t.Errorf("a folder of folders gave %v", err)
	}
}

func TestEachFileIsToldAsSoonAsItIsReadAndTheRestCanBeReadLater(t *testing.T) {
	d := newFixture(t, map[string]string{"a.txt": invoice, "b.txt": "xqz", "c.txt": invoice, "d.txt": invoice})
	told := func() (names []string) {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, b := range d.events {
			if e, ok := b.(event.FileRead); ok {
				names = append(names, filepath.Base(e.Item.From)+" "+string(e.Item.Status))
			}
		}
		slices.Sort(names)
		return names
	}
	p := d.propose(triage.Request{First: 2})
	if len(p.Items) != 2 || p.Unread != 2 {
		t.Fatalf("%d files are in the plan and %d are left", len(p.Items), p.Unread)
	}
	if got := strings.Join(told(), "|"); got != "a.txt ready|b.txt review" {
		t.Errorf("while they were read it was told: %s", got)
	}
	p = d.propose(triage.Request{Join: p.ID})
	if len(p.Items) != 4 || p.Unread != 0 {
		t.Fatalf("then %d files are in the plan and %d are left", len(p.Items), p.Unread)
	}
	if got := strings.Join(told(), "|"); got != "a.txt ready|b.txt review|c.txt ready|d.txt ready" {
		t.Errorf("after the rest it was told: %s", got)
	}
}

func TestADateThatCanBeReadInTwoWaysIsReadAsThePersonSays(t *testing.T) {
	yes, no := true, false
	for _, row := range []struct {
		dayFirst *bool
		text     string
		want     string
		doubted  bool
	}{
		{nil, doubtful, "2025-12-05", true},
		{&yes, doubtful, "2025-12-05", false},
		{&no, doubtful, "2025-05-12", false},
		{&no, strings.Replace(doubtful, "Receipt\n", "Receipt\nOrdered: 28/11/2025\n", 1), "2025-12-05", false}, // the document tells
	} {
		d := newFixture(t, map[string]string{"a.txt": row.text})
		d.DayFirst = func() *bool { return row.dayFirst }
		f := d.item(d.propose(triage.Request{}), "a.txt").Fields[plan.FieldDate]
		if f.Value != row.want || len(f.Doubts) > 0 != row.doubted {
			t.Errorf("with %v it is %q, with the doubts %v", row.dayFirst, f.Value, f.Doubts)
		}
	}
}
