package triage

import (
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// judged is the verdict on a file with these fields, all of them in its name.
func judged(confidences map[string]float64, values ...string) (plan.Status, []plan.Reason) {
	item := plan.Item{Fields: map[string]plan.Field{}}
	var used []string
	for _, name := range []string{plan.FieldDate, plan.FieldIssuer, plan.FieldKind, plan.FieldAmount, plan.FieldTitle} {
		if c, ok := confidences[name]; ok {
			item.Fields[name] = plan.Field{Value: "x", Confidence: c}
			used = append(used, name)
		}
	}
	for i := 0; i+1 < len(values); i += 2 {
		f := item.Fields[values[i]]
		f.Value = values[i+1]
		item.Fields[values[i]] = f
	}
	v := judgeName(item, used, sureName)
	return v.status, v.reasons
}

// At its limit a name is sure enough; a hair below, a person looks, and is told at
// which part.
func TestReadyAsksThatDateAndIssuerAreRightTogether(t *testing.T) {
	for name, sureOf := range map[string]map[string]float64{
		plan.FieldDate:   {plan.FieldDate: sureName / 0.95, plan.FieldIssuer: 0.95, plan.FieldKind: 0.95},
		plan.FieldIssuer: {plan.FieldIssuer: sureName / 0.97, plan.FieldDate: 0.97, plan.FieldKind: 0.95},
		plan.FieldKind:   {plan.FieldKind: sure, plan.FieldDate: 0.95, plan.FieldIssuer: 0.95},
	} {
		sureOf[name] = math.Nextafter(sureOf[name], 1)
		if status, why := judged(sureOf); status != plan.StatusReady {
			t.Errorf("%s at its limit is %s: %v", name, status, why)
		}
		sureOf[name] -= 1e-9
		if status, why := judged(sureOf); status != plan.StatusReview || !reflect.DeepEqual(why[len(why)-1], plan.Reason{Code: plan.ReasonUncertain, Field: name}) {
			t.Errorf("%s below its limit is %s: %v", name, status, why)
		}
	}
}

func TestAFileOfTradeWithoutAnIssuerIsNeverReady(t *testing.T) {
	certain := map[string]float64{plan.FieldDate: 1, plan.FieldKind: 1, plan.FieldAmount: 1, plan.FieldTitle: 1}
	for _, kind := range []string{
		"Invoice", "Tax Invoice", "RECEIPT", "Bill", "Statement", "Bank Statement", "Rechnung", "Stromrechnung", "Kontoauszug",
		"Kassenbon", "Facture", "Relevé de compte",
	} {
		status, why := judged(certain, plan.FieldKind, kind)
		if status != plan.StatusReview || why[len(why)-1].Code != plan.ReasonNoIssuer {
			t.Errorf("a %s without an issuer is %s: %v", kind, status, why)
		}
		certain[plan.FieldIssuer] = sureName
		if status, why := judged(certain, plan.FieldKind, kind); status != plan.StatusReady {
			t.Errorf("a %s with one is %s: %v", kind, status, why)
		}
		delete(certain, plan.FieldIssuer)
	}
	for _, kind := range []string{"Lease Agreement", "Minutes", "Letter", "Lebenslauf"} {
		if status, why := judged(certain, plan.FieldKind, kind); status != plan.StatusReady {
			t.Errorf("a %s is %s: %v", kind, status, why)
		}
	}
}

// A till slip calls itself nothing: it has a sum, or a camera saw it.
func TestASlipWithoutAKindIsReadyOnlyWithItsDateAndIssuer(t *testing.T) {
	f := plan.Field{Value: "x", Confidence: 1}
	for _, row := range []struct {
		fields []string
		method plan.Method
		want   plan.Status
	}{
		{[]string{plan.FieldDate, plan.FieldIssuer, plan.FieldAmount}, plan.MethodText, plan.StatusReady},
		{[]string{plan.FieldDate, plan.FieldTitle, plan.FieldAmount}, plan.MethodText, plan.StatusReview},
		{[]string{plan.FieldIssuer, plan.FieldTitle}, plan.MethodOCR, plan.StatusReview},
		{[]string{plan.FieldIssuer, plan.FieldTitle}, plan.MethodText, plan.StatusReady},
	} {
		item := plan.Item{Fields: map[string]plan.Field{}, Read: plan.Read{Method: row.method}}
		var used []string
		for _, name := range row.fields {
			item.Fields[name] = f
			if name != plan.FieldAmount {
				used = append(used, name)
			}
		}
		if got := judgeName(item, used, sureName).status; got != row.want {
			t.Errorf("%v by %s is %s, want %s", row.fields, row.method, got, row.want)
		}
	}
}

// An issuer that is rather right than wrong is proposed where a person looks at the name
// anyway, and is a choice where the name is ready without it.
func TestAnIssuerThatIsOnlyLikelyKeepsNoNameFromBeingReady(t *testing.T) {
	by, err := (&Triage{}).ways(plan.Plan{Template: DefaultTemplate}, Request{})
	if err != nil {
		t.Fatal(err)
	}
	propose := func(date float64, issuer plan.Field) plan.Item {
		known := map[string]plan.Field{
			plan.FieldDate: {Value: "2026-03-04", Confidence: date}, plan.FieldKind: {Value: "Minutes", Confidence: 1}, plan.FieldIssuer: issuer,
		}
		return understand(task{Entry: files.Entry{Path: "/a/scan 1.pdf", Name: "scan 1.pdf"}}, document{Reading: documents.Reading{Method: plan.MethodText, ExtensionOK: true}}, known, by)
	}
	likely := plan.Field{Value: "Alder Club", Confidence: likelyIssuer - 0.01, Candidates: []plan.Candidate{{Value: "Alder Club"}}}
	if it := propose(1, likely); it.Status != plan.StatusReady || filepath.Base(it.To) != "2026-03-04 Minutes.pdf" || len(it.Fields[plan.FieldIssuer].Candidates) != 1 {
		t.Errorf("ready without it: %+v", it)
	}
	if it := propose(0.6, likely); it.Status != plan.StatusReview || filepath.Base(it.To) != "2026-03-04 Alder Club Minutes.pdf" {
		t.Errorf("looked at anyway: %+v", it)
	}
	likely.Confidence = likelyIssuer
	if it := propose(1, likely); it.Status != plan.StatusReview || filepath.Base(it.To) != "2026-03-04 Alder Club Minutes.pdf" {
		t.Errorf("more than likely: %+v", it)
	}
}
