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
const claim = `{"amount_words":"999.99","date":"2026-05-12","date_words":"05/12/2026","issuer":"Zebra Holdings",` +
	`"kind":"receipt","kind_words":"Receipt","title":"Attic Insulation"}`

// invented are the values of the claim that no file has.
var invented = []string{"999.99", "Zebra Holdings", "Attic Insulation"}

// unclear is the file of the sample folder whose date, 05/12/2026, can be read in
// two ways.
const unclear = "photo.png"

func TestOfTheFormThatARealModelFillsInOnlyWhatStandsInTheFileCounts(t *testing.T) {
	s := Start(t)
	d := newDesk(t, s.Host())
	s.installClerk(t, "clerk", lenient, claim, []contract.Step{{}})
	byRules, byModel := d.propose("none"), d.propose("clerk")
	if byRules.Model != "rules" || byModel.Model != "clerk" {
		t.Errorf("proposed by %s and %s", byRules.Model, byModel.Model)
	}
	for i, item := range byModel.Items {
		name, rule := filepath.Base(item.From), byRules.Items[i]
		if name == unclear {
			if item.Fields["date"].Value != "2026-05-12" || rule.Fields["date"].Value == "2026-05-12" {
				t.Errorf("%s is of %s, by the rules alone of %s", name, item.Fields["date"].Value, rule.Fields["date"].Value)
			}
		} else if item.To != rule.To {
			t.Errorf("%s becomes %s, by the rules alone %s", name, item.To, rule.To)
		}
		for field, f := range item.Fields {
			if slices.Contains(invented, f.Value) {
				t.Errorf("%s has the %s %q, which the model made up", name, field, f.Value)
			}
		}
	}
}

// With no answer in its script a model writes whatever the grammar lets through.
func TestAFormFullOfNonsenseChangesNoName(t *testing.T) {
	s := Start(t)
	d := newDesk(t, s.Host())
	s.installBrief(t, "babbler", lenient, []contract.Step{{}})
	byRules, byModel := d.propose("none"), d.propose("babbler")
	for i, item := range byModel.Items {
		if rule := byRules.Items[i]; item.To != rule.To {
			t.Errorf("%s becomes %s, by the rules alone %s", filepath.Base(item.From), item.To, rule.To)
		}
	}
}
