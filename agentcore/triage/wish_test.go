package triage_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// mail is an invoice, a receipt and what nobody can read.
func mail() map[string]string {
	return map[string]string{
		"scan 1.txt": invoice,
		"scan 2.txt": "REWE Markt GmbH\nReceipt\nDate: 2025-02-03\nTotal 9.99 EUR\n",
		"lease.txt":  "zzz\n",
	}
}

// planned are the files of a plan that get another place, in order: "old > new".
func planned(d *fixture, p plan.Plan) string {
	var all []string
	for _, it := range p.Items {
		if it.Status == plan.StatusReady {
			to, _ := filepath.Rel(d.dir, it.To)
			all = append(all, filepath.Base(it.From)+" > "+filepath.ToSlash(to))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

func TestWhatIsWantedInWordsBecomesATemplateAndACondition(t *testing.T) {
	for _, c := range []struct{ wish, template, only, planned string }{
		{"only the invoices, in folders by year", "{year}/{name}", "kind = 'invoice'", "scan 1.txt > 2026/scan 1.txt"},
		{"die Rechnungen nach Jahr in Ordner", "{year}/{name}", "kind = 'invoice'", "scan 1.txt > 2026/scan 1.txt"},
		{"put everything from REWE into Food", "Food/{name}", "issuer ~ 'REWE'", "scan 2.txt > Food/scan 2.txt"},
		{"lower case", "{name|lower}", "", ""},
		{"by sender into folders, except scan 1.txt", "{issuer}/{name}", "", "scan 2.txt > REWE Markt GmbH/scan 2.txt"},
		{"by year, not the invoices", "{year}/{name}", "", "scan 2.txt > 2025/scan 2.txt"},
	} {
		d := newFixture(t, mail())
		p, err := d.Propose(context.Background(), triage.Request{Paths: []string{d.dir}, Wish: c.wish}, d.emit)
		if err != nil {
			t.Errorf("%s: %v", c.wish, err)
			continue
		}
		if got := planned(d, p); p.Template != c.template || p.Only != c.only || got != c.planned {
			t.Errorf("%s: template %s, only %s: %s", c.wish, p.Template, p.Only, got)
		}
	}
}

func TestWhatIsNotUnderstoodOfWhatIsWantedIsSaidAndNothingIsProposed(t *testing.T) {
	for wish, left := range map[string]string{
		"make it pretty":                        "pretty",
		"only the letters that my wife likes":   "wife likes",
		"by year into folders, except gone.pdf": "gone.pdf",
		"email them to Bob":                     "bob",
	} {
		d := newFixture(t, mail())
		_, err := d.Propose(context.Background(), triage.Request{Paths: []string{d.dir}, Wish: wish}, d.emit)
		var not *triage.NotUnderstood
		if !errors.As(err, &not) || !strings.Contains(strings.Join(not.Left, " "), left) {
			t.Errorf("%s: %v", wish, err)
		}
	}
}

func TestAModelMakesATemplateAndAConditionOfWhatIsWanted(t *testing.T) {
	form := func(template, folder, only, left string) model {
		return says("m", `{"template":"`+template+`","folder":"`+folder+`","only":"`+only+`","left":"`+left+`"}`)
	}
	for name, c := range map[string]struct {
		model                   model
		wish                    string
		template, only, planned string
		left                    string
	}{
		"all three": {
			model: form("{date} {issuer|upper}", "Papers/{year}", "kind = 'receipt'", ""), wish: "shop slips go to Papers with the shop in capitals, please",
			template: "Papers/{year}/{date} {issuer|upper}", only: "kind = 'receipt'", planned: "scan 2.txt > Papers/2025/2025-02-03 REWE MARKT GMBH.txt",
		},
		"a folder": {
			model: form("", "{kind}", "", ""), wish: "a place for each sort of thing",
			template: "{kind}/{date} {issuer} {kind} {title}", planned: "scan 1.txt > Invoice/2026-05-12 Alder & Finch Ltd Invoice AF-7731.txt; scan 2.txt > Receipt/2025-02-03 REWE Markt GmbH Receipt.txt",
		},
		"what is left out in words stays out": {
			model: form("{name}", "{year}", "", ""), wish: "sort by the year of each thing except scan 1.txt",
			template: "{year}/{name}", planned: "scan 2.txt > 2025/scan 2.txt",
		},
		"what cannot be said":                  {model: form("{name}", "{year}", "", "email them"), wish: "by year and email them", left: "email them"},
		"no template, so words that are known": {model: form("{nonsense}", "", "", ""), wish: "by year into folders", template: "{year}/{name}", planned: "scan 1.txt > 2026/scan 1.txt; scan 2.txt > 2025/scan 2.txt"},
		"no condition":                         {model: form("", "", "wife = 'likes'", ""), wish: "those that she likes", left: "she"},
		"a model that fails":                   {model: fails("m", errors.New("down")), wish: "by year into folders", template: "{year}/{name}", planned: "scan 1.txt > 2026/scan 1.txt; scan 2.txt > 2025/scan 2.txt"},
	} {
		d := newFixture(t, mail())
		d.Models = &chain{models: []model{c.model}}
		p, err := d.Propose(context.Background(), triage.Request{Paths: []string{d.dir}, Wish: c.wish}, d.emit)
		var not *triage.NotUnderstood
		if c.left != "" {
			if !errors.As(err, &not) || !strings.Contains(strings.Join(not.Left, " "), c.left) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if got := planned(d, p); err != nil || p.Template != c.template || p.Only != c.only || got != c.planned {
			t.Errorf("%s: %v\ntemplate %s, only %s: %s", name, err, p.Template, p.Only, got)
		}
	}
}

func TestWhatIsSaidByATemplateStandsAboveWords(t *testing.T) {
	d := newFixture(t, mail())
	asked := 0
	d.Models = &chain{models: []model{{chat.Candidate{Model: "m", Window: 8192}, func(context.Context, chat.Request) (string, error) {
		asked++
		return claim(), nil
	}, nil}}}
	p := d.propose(triage.Request{Wish: "by year, not the invoices", Only: "name ~ 'scan'", Template: "{issuer}/{name}"})
	if got := planned(d, p); p.Template != "{issuer}/{name}" || p.Only != "name ~ 'scan'" || got != "scan 2.txt > REWE Markt GmbH/scan 2.txt" {
		t.Errorf("template %s, only %s: %s", p.Template, p.Only, got)
	}
	if reasons := d.item(p, "scan 1.txt").Reasons; len(reasons) != 1 || reasons[0].Code != plan.ReasonNotMeant {
		t.Errorf("the invoice says %v", reasons)
	}
	if _, err := d.Propose(context.Background(), triage.Request{Paths: []string{d.dir}, Only: "kind ="}, d.emit); err == nil {
		t.Error("a condition that is not finished was taken")
	}
}
