package triage_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/habit"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// taught keeps habits in memory.
type taught struct {
	list []habit.Habit
	err  error
}

func (h *taught) Index() *habit.Index { return habit.NewIndex(h.list) }

func (h *taught) Learn(batch string, corrections []habit.Habit) error {
	h.list = append(h.list, habit.Learned(batch, time.Date(2026, 3, 3, 0, 0, 0, 0, time.UTC), corrections)...)
	return h.err
}

// bill is one of Alder & Finch Ltd.
func bill(day, number string) string {
	return "Alder & Finch Ltd\n3 Mill Lane, York\nINVOICE\nInvoice No: " + number + "\nInvoice date: " + day + "\nTotal due GBP 331.56\n"
}

// corrects has one edit of a plan for a bill approved, and returns what is proposed
// for the next one.
func corrects(t *testing.T, edit triage.Edit) (*taught, plan.Item) {
	t.Helper()
	d := newFixture(t, map[string]string{"scan 12.txt": bill("12 May 2026", "AF-7731")})
	habits := &taught{}
	d.Habits = habits
	p := d.propose(triage.Request{})
	edit.From = filepath.Join(d.dir, "scan 12.txt")
	p, err := d.Revise(context.Background(), p.ID, []triage.Edit{edit})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Apply(context.Background(), p.ID, d.emit); err != nil {
		t.Fatal(err)
	}
	d.write("scan 13.txt", bill("12 June 2026", "AF-7802"))
	return habits, d.item(d.propose(triage.Request{}), "scan 13.txt")
}

func habitsSaid(it plan.Item) string {
	var said []string
	for _, r := range it.Reasons {
		if r.Code == plan.ReasonHabit {
			said = append(said, r.Field+" "+strings.Join(r.Args, " "))
		}
	}
	return strings.Join(said, ", ")
}

func TestWhatThePersonCorrectedIsProposedForTheNextFileOfTheSenderAndSaysWhy(t *testing.T) {
	for name, row := range map[string]struct {
		edit       triage.Edit
		want, says string
	}{
		"the sender as a field":     {triage.Edit{Fields: map[string]string{"issuer": "Alder"}}, "2026-06-12 Alder Invoice AF-7802.txt", "issuer 2026-03-03"},
		"the kind as a field":       {triage.Edit{Fields: map[string]string{"kind": "Rent"}}, "2026-06-12 Alder & Finch Ltd Rent AF-7802.txt", "kind 2026-03-03"},
		"the sender in the name":    {triage.Edit{Name: "2026-05-12 A and F Invoice AF-7731"}, "2026-06-12 A and F Invoice AF-7802.txt", "issuer 2026-03-03"},
		"the kind in the name":      {triage.Edit{Name: "2026-05-12 Alder & Finch Ltd Rent AF-7731"}, "2026-06-12 Alder & Finch Ltd Rent AF-7802.txt", "kind 2026-03-03"},
		"another pattern":           {triage.Edit{Name: "Rent 05-2026"}, "Rent 06-2026.txt", "name 2026-03-03"},
		"a name for this one alone": {triage.Edit{Name: "My first flat"}, "2026-06-12 Alder & Finch Ltd Invoice AF-7802.txt", ""},
	} {
		_, next := corrects(t, row.edit)
		if got := filepath.Base(next.To); got != row.want || habitsSaid(next) != row.says || next.Status != plan.StatusReady {
			t.Errorf("%s: %s, it says %q (%s)", name, got, habitsSaid(next), next.Status)
		}
	}
}

func TestNothingIsLearnedOfAnEditThatWasTakenBackOrOfAFileThatWasLeftOut(t *testing.T) {
	no := false
	if h, _ := corrects(t, triage.Edit{Name: "Rent 05-2026"}); len(h.list) != 1 {
		t.Fatalf("learned: %+v", h.list)
	}
	d := newFixture(t, map[string]string{"a.txt": bill("12 May 2026", "AF-7731"), "b.txt": bill("13 May 2026", "AF-7732"), "c.txt": bill("14 May 2026", "AF-7733")})
	habits := &taught{}
	d.Habits = habits
	p := d.propose(triage.Request{})
	a, b := d.item(p, "a.txt"), d.item(p, "b.txt")
	for _, edits := range [][]triage.Edit{
		{{From: a.From, Name: "Rent 05-2026"}, {From: b.From, Name: "Fee 2026-05-13"}},
		{{From: a.From, Back: &a}, {From: b.From, Ticked: &no}},
	} {
		if _, err := d.Revise(context.Background(), p.ID, edits); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Apply(context.Background(), p.ID, d.emit); err != nil || len(habits.list) != 0 {
		t.Errorf("learned: %+v, %v", habits.list, err)
	}
}

func TestAnEditedPlanFileTeachesWhatItChangedAndAForeignOneNothing(t *testing.T) {
	for _, foreign := range []bool{false, true} {
		d := newFixture(t, map[string]string{"scan 12.txt": bill("12 May 2026", "AF-7731")})
		habits := &taught{}
		d.Habits = habits
		p := d.propose(triage.Request{})
		if foreign {
			p.ID = "of-another-computer"
			p.Items[0].Proposed = &plan.Proposed{To: p.Items[0].From, Issuer: plan.Field{Value: "Bank"}}
		}
		p.Items[0].To = filepath.Join(d.dir, "Rent", "2026", filepath.Base(p.Items[0].To))
		if err := os.MkdirAll(filepath.Join(d.dir, "Rent", "2026"), 0o755); err != nil {
			t.Fatal(err)
		}
		p, err := d.Adopt(context.Background(), p, []string{d.dir})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Apply(context.Background(), p.ID, d.emit); err != nil {
			t.Fatal(err)
		}
		d.write("scan 13.txt", bill("12 June 2025", "AF-7802"))
		next := d.item(d.propose(triage.Request{}), "scan 13.txt")
		want := filepath.Join("Rent", "2025", "2025-06-12 Alder & Finch Ltd Invoice AF-7802.txt")
		if !foreign && (next.Target() != want || habitsSaid(next) != "folder 2026-03-03") {
			t.Errorf("%s, it says %q", next.Target(), habitsSaid(next))
		}
		if foreign && len(habits.list) > 0 {
			t.Errorf("a foreign plan taught %+v", habits.list)
		}
	}
}

func TestAHabitOfASenderThatIsOnlyGuessedIsForAPersonToLookAt(t *testing.T) {
	d := newFixture(t, map[string]string{"scan 12.txt": "INVOICE\nInvoice No: 7731\nInvoice date: 12 May 2026\nTotal 3.00 EUR\nVAT DE123456789\n"})
	d.Habits = &taught{list: habit.Learned("one", time.Date(2026, 3, 3, 0, 0, 0, 0, time.UTC), []habit.Habit{
		{Sender: habit.Sender{Marks: []string{"vat:DE123456789"}}, About: habit.Issuer, Is: "Stadtwerke"},
	})}
	it := d.item(d.propose(triage.Request{}), "scan 12.txt")
	if it.Fields[plan.FieldIssuer].Value != "Stadtwerke" || it.Status != plan.StatusReview {
		t.Errorf("%+v (%s)", it.Fields[plan.FieldIssuer], it.Status)
	}
}

func TestATemplateThatTheRequestSaysStandsAboveAHabit(t *testing.T) {
	d := newFixture(t, map[string]string{"scan 12.txt": bill("12 May 2026", "AF-7731")})
	d.Habits = &taught{list: habit.Learned("one", time.Now(), []habit.Habit{
		{Sender: habit.Sender{Name: "Alder & Finch"}, About: habit.Name, Is: "{date} Rent"},
	})}
	if it := d.item(d.propose(triage.Request{}), "scan 12.txt"); filepath.Base(it.To) != "2026-05-12 Rent.txt" {
		t.Error(it.To)
	}
	if it := d.item(d.propose(triage.Request{Template: "{date} {issuer}"}), "scan 12.txt"); filepath.Base(it.To) != "2026-05-12 Alder & Finch Ltd.txt" {
		t.Error(it.To)
	}
}

func TestABatchIsDoneWhereWhatItTaughtCannotBeKeptAndThatIsSaid(t *testing.T) {
	d := newFixture(t, map[string]string{"scan 12.txt": bill("12 May 2026", "AF-7731")})
	d.Habits = &taught{err: errors.New("no room")}
	p := d.propose(triage.Request{})
	p, err := d.Revise(context.Background(), p.ID, []triage.Edit{{From: p.Items[0].From, Name: "Rent 05-2026"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Apply(context.Background(), p.ID, d.emit)
	if err != nil || r.Moved != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if w, ok := d.events[len(d.events)-1].(event.Warning); !ok || w.Code != chat.WarningHabitsUnsaved {
		t.Errorf("the last event is %+v", d.events[len(d.events)-1])
	}
}

func TestARuleOfOnesOwnStandsAboveHabitsAndNamesThatWereChosenAndRestsOnWhatItAsksAbout(t *testing.T) {
	rules := func(all ...[3]string) []rule.Rule {
		var made []rule.Rule
		for _, r := range all {
			one, err := rule.New(r[0], r[1], r[2])
			if err != nil {
				t.Fatal(err)
			}
			made = append(made, one)
		}
		return made
	}
	d := newFixture(t, map[string]string{
		"scan 12.txt": bill("12 May 2026", "AF-7731"), "My own good name 2026.txt": bill("13 May 2026", "AF-7732"), "other.txt": "ACME Inc.\nInvoice\nDate: 2026-01-07\nTotal: 1.00 EUR\n",
	})
	d.Habits = &taught{list: habit.Learned("one", time.Now(), []habit.Habit{
		{Sender: habit.Sender{Name: "Alder & Finch"}, About: habit.Issuer, Is: "AF"},
		{Sender: habit.Sender{Name: "Alder & Finch"}, About: habit.Name, Is: "{date} Habit"},
	})}
	own := rules([3]string{"issuer = 'Nobody'", "{date} no", "no"}, [3]string{"issuer ~ 'finch' and kind = 'invoice' and amount > 300", "", "Rent/{year}"},
		[3]string{"issuer = 'AF' and kind != 'receipt' and not (kind = 'contract')", "{date} Rent {amount}", "later"}, [3]string{"kind != 'invoice'", "{date} other", "other"})
	d.Rules = func() []rule.Rule { return own }
	p := d.propose(triage.Request{})
	for name, want := range map[string]string{
		"scan 12.txt": "Rent/2026/2026-05-12 Rent 331.56.txt", "My own good name 2026.txt": "Rent/2026/2026-05-13 Rent 331.56.txt", "other.txt": "2026-01-07 ACME Inc. Invoice.txt",
	} {
		it := d.item(p, name)
		if it.Target() != filepath.FromSlash(want) {
			t.Errorf("%s: %s %v", name, it.Target(), it.Reasons)
		}
		if name != "other.txt" && (it.Reasons[0].Code != plan.ReasonHabit || it.Reasons[1].Code != plan.ReasonRule || !strings.HasPrefix(it.Reasons[1].Args[0], "issuer = 'AF'")) {
			t.Errorf("%s: %+v", name, it.Reasons)
		}
	}
	if it := d.item(d.propose(triage.Request{Template: "{date} {kind}"}), "scan 12.txt"); it.Target() != filepath.FromSlash("Rent/2026/2026-05-12 Invoice.txt") {
		t.Errorf("with a template of the request: %s", it.Target())
	}
	if it := d.item(d.propose(triage.Request{Template: "{kind}/{date} {issuer}"}), "scan 12.txt"); it.Target() != filepath.FromSlash("Invoice/2026-05-12 AF.txt") {
		t.Errorf("with folders of the request: %s", it.Target())
	}
}
