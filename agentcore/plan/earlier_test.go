package plan_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

func TestAPlanOfAnEarlierVersionOpensWithItsWords(t *testing.T) {
	const stored = `{"version":1,"id":"p","roots":["/r"],"items":[
{"from":"/r/a","to":"/r/b","why":"date “x”. To look at: it","reasons":[{"code":"read","field":"date"},{"code":"doubted","field":"date"}],"note":"The name was taken.",
 "fields":{"date":{"value":"2026-03-04","doubt":"day and month could be swapped"}},"status":"ready"},
{"from":"/r/c","to":"/r/c","why":"It is still being written. It is left alone.","reasons":[{"code":"untouched"}],"fields":{},"status":"skip","note":""},
{"from":"/r/d","to":"/r/d","why":"Older still.","fields":null,"status":"skip","note":""}]}`
	var p plan.Plan
	if err := json.Unmarshal([]byte(stored), &p); err != nil {
		t.Fatal(err)
	}
	said := func(text string) []plan.Reason { return []plan.Reason{{Code: plan.ReasonSaid, Text: text}} }
	first := p.Items[0]
	if first.From != "/r/a" || len(first.Reasons) != 2 || !reflect.DeepEqual(first.Notes, said("The name was taken.")) {
		t.Errorf("%+v", first)
	}
	if d := first.Fields["date"]; d.Value != "2026-03-04" || !reflect.DeepEqual(d.Doubts, said("day and month could be swapped")) {
		t.Errorf("%+v", d)
	}
	if got := p.Items[1].Reasons; !reflect.DeepEqual(got, said("It is still being written. It is left alone.")) {
		t.Errorf("%+v", got)
	}
	if got := plan.English(p.Items[2].Reasons); got != "Older still." {
		t.Errorf("%q", got)
	}
}

func TestAPlanThatIsWrittenWithWordsIsReadBackAsItWas(t *testing.T) {
	p := sample()
	p.Items[0].Reasons = []plan.Reason{{Code: plan.ReasonOtherContent, Args: []string{".pdf", "text/html"}}}
	p.Items[0].Notes = []plan.Reason{{Code: plan.ReasonOtherName}}
	p.Items[0].Fields = map[string]plan.Field{"date": {Value: "x", Doubts: []plan.Reason{{Code: plan.DoubtOtherDay}}}}
	raw, err := json.Marshal(p.Worded(func(plan.Item) (why, note string) { return "why", "note" }))
	if err != nil {
		t.Fatal(err)
	}
	var written struct {
		Items []struct{ Why, Note, From string }
	}
	var back plan.Plan
	if err := json.Unmarshal(raw, &written); err != nil || written.Items[0].Why != "why" || written.Items[0].Note != "note" || written.Items[0].From != "/r/a" {
		t.Errorf("%s (%v)", raw, err)
	}
	if err := json.Unmarshal(raw, &back); err != nil || !reflect.DeepEqual(back.Items[0], p.Items[0]) {
		t.Errorf("%+v (%v)", back, err)
	}
}
