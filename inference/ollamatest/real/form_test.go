//go:build ollama && linux

package real

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/deskhand/deskhand/inference/ollamatest/contract"
)

// claim is the form as a model fills it in for every file of the sample folder:
// its date is one of two ways to read a receipt of that folder, its kind is in
// several files, and everything else is in none. A grammar wants the keys in the
// order of the schema.
const claim = `{"date_choice":0,"issuer_choice":0,"kind":"receipt","kind_words":"Receipt","date":"2025-05-12","date_words":"05/12/2025",` +
	`"issuer":"Zebra Holdings","amount_words":"999.99","title":"Attic Insulation"}`

// invented are the values of the claim that no file has.
var invented = []string{"999.99", "Zebra Holdings", "Attic Insulation"}

// unclear is the file of the sample folder whose date, 05/12/2025, can be read in
// two ways.
const unclear = "photo.png"

func TestOfTheFormThatARealModelFillsInOnlyWhatStandsInTheFileCounts(t *testing.T) {
	s := Start(t)
	d := newFixture(t, s.Host())
	s.installClerk(t, "clerk", lenient, claim, []contract.Step{{}})
	s.installBrief(t, "babbler", lenient, []contract.Step{{}}) // writes whatever the grammar lets through
	byRules := d.propose("none")
	if byRules.Model != "rules" {
		t.Errorf("proposed by %s", byRules.Model)
	}
	t.Run("what a model makes up is dropped", func(t *testing.T) {
		byModel := d.propose("clerk")
		if byModel.Model != "clerk" {
			t.Errorf("proposed by %s", byModel.Model)
		}
		sameNames(t, byRules, byModel, unclear)
		for _, item := range byModel.Items {
			for field, f := range item.Fields {
				if slices.Contains(invented, f.Value) {
					t.Errorf("%s has the %s %q, which the model made up", item.From, field, f.Value)
				}
			}
		}
	})
	t.Run("what stands in the file decides between two readings", func(t *testing.T) {
		if rule, model := byRules.date(unclear), d.propose("clerk").date(unclear); rule == "2025-05-12" || model != "2025-05-12" {
			t.Errorf("%s is of %s, by the rules alone of %s", unclear, model, rule)
		}
	})
	t.Run("nonsense changes no name that is ready, but which of two readings is shown", func(t *testing.T) {
		byChance := d.propose("babbler")
		sameReadyNames(t, byRules, byChance)
		if status := byChance.status(unclear); status != "review" {
			t.Errorf("%s is %s, by a choice of chance", unclear, status)
		}
	})
}

// sameNames compares two plans, but for one file.
func sameNames(t *testing.T, want, got proposal, but string) {
	t.Helper()
	for i, item := range got.Items {
		if name := filepath.Base(item.From); name != but && item.To != want.Items[i].To {
			t.Errorf("%s becomes %s, by the rules alone %s", name, item.To, want.Items[i].To)
		}
	}
}

// sameReadyNames compares what two plans would do without a look: a name that
// differs is to be reviewed.
func sameReadyNames(t *testing.T, want, got proposal) {
	t.Helper()
	for i, item := range got.Items {
		if item.Status == "ready" && item.To != want.Items[i].To {
			t.Errorf("%s is ready to become %s, by the rules alone %s", filepath.Base(item.From), item.To, want.Items[i].To)
		}
	}
}
