package plan

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
)

// shownValue is the value of a field in its line: an amount with its currency.
func shownValue(it plan.Item, field string) string {
	value := it.Fields[field].Value
	if currency := it.Fields[plan.FieldCurrency].Value; field == plan.FieldAmount && value != "" && currency != "" && !strings.Contains(value, currency) {
		return value + " " + currency
	}
	return value
}

// choicesOf returns the possible values of a field, likeliest first.
func choicesOf(it plan.Item, field string) []string {
	f := it.Fields[field]
	var all []string
	add := func(value string) {
		if value != "" && !slices.Contains(all, value) && len(all) < plan.MaxCandidates {
			all = append(all, value)
		}
	}
	for _, c := range f.Candidates {
		add(c.Value)
	}
	if field == plan.FieldDate && len(f.Doubts) > 0 {
		for _, day := range app.DaysIn(f.Evidence.Text) {
			add(day)
		}
	}
	add(f.Value)
	return all
}

// hasOther reports whether a field has another possible value.
func hasOther(it plan.Item, field string) bool {
	return slices.ContainsFunc(choicesOf(it, field), func(value string) bool { return value != it.Fields[field].Value })
}

// doubted returns the field that the user should be asked about; empty if none.
func doubted(it plan.Item) string {
	for _, r := range it.Reasons {
		switch r.Code {
		case plan.ReasonDoubted, plan.ReasonUncertain, plan.ReasonNoIssuer, plan.ReasonNoDate:
			if r.Field != "" && it.Status == plan.StatusReview {
				return r.Field
			}
		}
	}
	for _, name := range fieldOrder() {
		if len(it.Fields[name].Doubts) > 0 {
			return name
		}
	}
	return ""
}

// choiceWords are a value as on a button.
func choiceWords(field, value string) string {
	if field == plan.FieldDate {
		if day, err := time.Parse(time.DateOnly, value); err == nil {
			return locale.ShortDate(day)
		}
	}
	return value
}

// question asks which of its choices a field has.
func question(field string, choices []string) string {
	if field == plan.FieldDate && len(choices) == 2 {
		one, err := time.Parse(time.DateOnly, choices[0])
		other, err2 := time.Parse(time.DateOnly, choices[1])
		if err == nil && err2 == nil {
			return locale.L("Is this {{.One}} or {{.Other}}?", "One", locale.Date(one), "Other", locale.Date(other))
		}
	}
	if field == plan.FieldDate && len(choices) == 1 {
		return locale.L("Is this date right?")
	}
	return cmp.Or(questions.Of(field), locale.L("Which amount is right?"))
}

// questions ask for a field; any other one is the amount.
var questions = locale.Table[string]{
	plan.FieldDate:   "Which date is right?",
	plan.FieldIssuer: "Who is it from?",
	plan.FieldKind:   "What kind of document is it?",
	plan.FieldTitle:  "Which title is right?",
	plan.FieldNumber: "Which number is right?",
}

// alike returns the edits that apply the user's correction of one file to others of the
// same sender; was is that item before.
func alike(items []plan.Item, was plan.Item, field string, said map[string]string) []app.Edit {
	sender := was.Fields[plan.FieldIssuer].Value
	if sender == "" || said[field] == "" {
		return nil
	}
	var edits []app.Edit
	for _, it := range items {
		if it.From == was.From || it.Fields[plan.FieldIssuer].Value != sender {
			continue
		}
		switch field {
		case plan.FieldIssuer, plan.FieldKind:
			if it.Fields[field].Value == was.Fields[field].Value {
				edits = append(edits, app.Edit{From: it.From, Fields: map[string]string{field: said[field]}})
			}
		case plan.FieldDate:
			if day := sameOrder(was.Fields[field], said[field], it.Fields[field]); day != "" {
				edits = append(edits, app.Edit{From: it.From, Fields: map[string]string{field: day}})
			}
		}
	}
	return edits
}

// sameOrder returns the reading of an ambiguous date with day and month in the order in
// which said reads another one; empty if that tells nothing.
func sameOrder(of plan.Field, said string, f plan.Field) string {
	told, open := app.DaysIn(of.Evidence.Text), app.DaysIn(f.Evidence.Text)
	if at := slices.Index(told, said); len(told) == 2 && len(open) == 2 && at >= 0 && len(f.Doubts) > 0 {
		return open[at]
	}
	return ""
}
