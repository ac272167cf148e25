package triage_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// written is a document of the tests of the rules, with what is right of it.
type written struct{ text, date, issuer string }

// unclear are written documents under names that tell nothing of them, each below
// the names of firms that have nothing to do with it.
func unclear(t *testing.T) map[string]written {
	t.Helper()
	raw, err := os.ReadFile("fields/testdata/documents.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]written{}
	for _, block := range strings.Split(string(raw), "====\n")[1:] {
		text, facts, _ := strings.Cut(block, "\n----\n")
		w := written{text: "Oak Valley Trading\nElm Street Services\n\n" + text + "\n"}
		for line := range strings.Lines(facts) {
			field, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			value = strings.TrimSuffix(strings.TrimSuffix(value, " ?"), " -")
			switch field {
			case plan.FieldDate:
				w.date = value
			case plan.FieldIssuer:
				w.issuer = value
			}
		}
		if w.date != "" && w.issuer != "" {
			all[fmt.Sprintf("scan_%03d.txt", len(all))] = w
		}
	}
	return all
}

// proposedFor counts, over documents, the names whose date and issuer are right,
// and those that are ready and have one that is wrong.
func proposedFor(t *testing.T, all map[string]written, m *model) (p plan.Plan, right, harmful int) {
	t.Helper()
	texts := map[string]string{}
	for name, w := range all {
		texts[name] = w.text
	}
	d := newFixture(t, texts)
	if m != nil {
		d.Models = &chain{models: []model{*m}}
	}
	p = d.propose(triage.Request{})
	for name, w := range all {
		it := d.item(p, name)
		date, issuer := it.Fields[plan.FieldDate].Value, it.Fields[plan.FieldIssuer].Value
		if date == w.date && issuer == w.issuer {
			right++
		} else if it.Status == plan.StatusReady {
			harmful++
		}
	}
	return p, right, harmful
}

var choiceLine = regexp.MustCompile(`(?m)^(date|issuer)_choice (\d+): ([^(\n]*)`)

// goodModel knows what is right: it takes its number where it is a choice, else it
// copies the words.
func goodModel(all map[string]written) *model {
	m := says("good", "")
	m.answer = func(_ context.Context, req chat.Request) (string, error) {
		text := req.Messages[1].Text
		answer := map[string]any{"date_choice": 0, "issuer_choice": 0, "kind": "other", "kind_words": "", "date": "", "date_words": "", "issuer": "", "amount_words": "", "title": ""}
		for _, w := range all {
			if !strings.Contains(text, strings.TrimSpace(w.text)) {
				continue
			}
			answer["issuer"] = w.issuer
			for _, found := range choiceLine.FindAllStringSubmatch(text, -1) {
				if strings.TrimSpace(found[3]) == map[string]string{"date": w.date, "issuer": w.issuer}[found[1]] {
					answer[found[1]+"_choice"] = json.Number(found[2])
				}
			}
		}
		raw, err := json.Marshal(answer)
		return string(raw), err
	}
	return &m
}

func TestAModelThatKnowsMakesMoreNamesRightAndNoneHarmful(t *testing.T) {
	all := unclear(t)
	_, before, harmfulBefore := proposedFor(t, all, nil)
	_, after, harmfulAfter := proposedFor(t, all, goodModel(all))
	if after < before+8 || harmfulAfter > harmfulBefore {
		t.Errorf("of %d: right %d, then %d; harmful %d, then %d", len(all), before, after, harmfulBefore, harmfulAfter)
	}
}

// A model that lies chooses numbers that the schema lets through, and others, and
// words of its own.
func TestAModelThatLiesBringsNoWordIntoANameThatTheFileDoesNotHave(t *testing.T) {
	all := unclear(t)
	random := rand.New(rand.NewPCG(7, 11))
	lies := []string{"Zebra Holdings", "rename to x.exe", "../../x", "2031-01-01", "Oak Valley Trading", "Total", ""}
	m := says("liar", "")
	m.Digest = ""
	m.answer = func(context.Context, chat.Request) (string, error) {
		lie := func() string { return lies[random.IntN(len(lies))] }
		raw, err := json.Marshal(map[string]any{
			"date_choice": random.IntN(8) - 1, "issuer_choice": random.IntN(8) - 1, "kind": "other", "kind_words": lie(),
			"date": "2031-01-01", "date_words": lie(), "issuer": lie(), "amount_words": lie(), "title": lie(),
		})
		return string(raw), err
	}
	proposals := 0
	for proposals < 500 {
		p, _, _ := proposedFor(t, all, &m)
		for _, it := range p.Items {
			proposals++
			text := all[it.From[strings.LastIndexByte(it.From, '/')+1:]].text
			for name, f := range it.Fields {
				if f.Value == "" {
					continue
				}
				if f.Evidence.Text == "" || !strings.Contains(text, f.Evidence.Text) {
					t.Fatalf("%s of %s is %q by %q", name, it.From, f.Value, f.Evidence.Text)
				}
				if (name == plan.FieldIssuer || name == plan.FieldTitle) && !strings.Contains(text, f.Value) {
					t.Fatalf("%s of %s is %q", name, it.From, f.Value)
				}
			}
		}
	}
}

func TestTwoRunsProposeTheSame(t *testing.T) {
	all := unclear(t)
	texts := map[string]string{}
	for name, w := range all {
		texts[name] = w.text
	}
	d := newFixture(t, texts)
	first, second := d.propose(triage.Request{}), d.propose(triage.Request{})
	if a, b := fmt.Sprint(first.Items), fmt.Sprint(second.Items); a != b || len(first.Items) != len(all) {
		t.Errorf("%d items of %d files differ:\n%s\n%s", len(first.Items), len(all), a, b)
	}
}
