package habitfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/habit"
)

func now() time.Time { return time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC) }

func of(name, is string) habit.Habit {
	return habit.Habit{Sender: habit.Sender{Name: name}, About: habit.Issuer, Is: is}
}

func TestHabitsAreThereAfterAStartAndForgottenWithTheirBatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "habits.json")
	f := Open(path, now)
	for batch, h := range map[string]habit.Habit{"one": of("ACME Inc.", "Acme"), "two": of("Stadtwerke", "Bonn")} {
		if err := f.Learn(batch, []habit.Habit{h}); err != nil {
			t.Fatal(err)
		}
	}
	f = Open(path, now)
	if n := len(f.List()); n != 2 || f.Damaged() != "" {
		t.Fatalf("%d habits, damaged %q", n, f.Damaged())
	}
	if err := f.Forget("one"); err != nil {
		t.Fatal(err)
	}
	f = Open(path, now)
	all := f.List()
	if len(all) != 1 || all[0].Is != "Bonn" || !all[0].When.Equal(now()) {
		t.Fatalf("%+v", all)
	}
	if err := f.Edit(all[0].ID, "SWB"); err != nil || Open(path, now).List()[0].Is != "SWB" {
		t.Errorf("edited: %v, %+v", err, f.List())
	}
	if err := f.Edit(all[0].ID, "a\nb"); !errors.Is(err, habit.ErrText) || f.List()[0].Is != "SWB" {
		t.Errorf("edited badly: %v, %+v", err, f.List())
	}
	if err := f.Remove("nothing"); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	if err := f.Remove(all[0].ID); err != nil || len(Open(path, now).List()) != 0 {
		t.Errorf("removed: %v", err)
	}
}

func TestADamagedFileIsPutOutOfTheWayAndNothingIsLost(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"no JSON":  func(p string) error { return os.WriteFile(p, []byte("{"), 0o600) },
		"newer":    func(p string) error { return os.WriteFile(p, []byte(`{"version":99}`), 0o600) },
		"huge":     func(p string) error { return os.WriteFile(p, []byte(strings.Repeat(" ", maxBytes+1)), 0o600) },
		"a folder": func(p string) error { return os.Mkdir(p, 0o700) },
	} {
		path := filepath.Join(t.TempDir(), "habits.json")
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		f := Open(path, now)
		if _, err := os.Lstat(f.Damaged()); err != nil || f.Damaged() == path {
			t.Errorf("%s: %q, %v", name, f.Damaged(), err)
		}
		if err := f.Learn("one", []habit.Habit{of("Acme", "ACME")}); err != nil || len(Open(path, now).List()) != 1 {
			t.Errorf("%s: nothing is learned after it: %v", name, err)
		}
	}
}

func TestTheOldestHabitsAreForgottenAndWhatCannotBeWrittenIsNotTaken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "habits.json")
	f := Open(path, now)
	var many []habit.Habit
	for i := range Most + 5 {
		many = append(many, of(fmt.Sprintf("Sender %d", i), "x"))
	}
	if err := f.Learn("one", many); err != nil || len(f.List()) != Most {
		t.Fatalf("%d are kept: %v", len(f.List()), err)
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	if err := f.Learn("two", []habit.Habit{of("Late", "x")}); err == nil || len(f.List()) != Most || f.List()[0].Sender.Name == "Late" {
		t.Errorf("learned without being kept: %v", err)
	}
}
