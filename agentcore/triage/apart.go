package triage

import (
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// tellApart gives files that would get one name the amount, or else the number
// or title, that differs between them. What stays the same is counted later.
func tellApart(items []plan.Item) {
	same := map[string][]int{}
	for i, it := range items {
		if it.To != it.From {
			key := filename.Key(it.To)
			same[key] = append(same[key], i)
		}
	}
	for _, group := range same {
		if field := differing(items, group); field != "" {
			for _, i := range group {
				addField(&items[i], field)
			}
		}
	}
}

// differing is the field that tells the items of a group apart; empty when
// there is none.
func differing(items []plan.Item, group []int) string {
	for _, field := range []string{plan.FieldAmount, plan.FieldTitle, plan.FieldNumber} {
		values := map[string]bool{}
		for _, i := range group {
			values[sureValue(items[i], field)] = true
		}
		if len(values) > 1 {
			return field
		}
	}
	return ""
}

// sureValue is the value of a field that needs no look; empty when it does.
func sureValue(it plan.Item, field string) string {
	f := it.Fields[field]
	if len(f.Doubts) > 0 || f.Confidence < needs(field) {
		return ""
	}
	return f.Value
}

func addField(it *plan.Item, field string) {
	value := sureValue(*it, field)
	if value == "" {
		return
	}
	ext := filepath.Ext(it.From)
	stem := strings.TrimSuffix(filepath.Base(it.To), ext)
	it.To = filepath.Join(filepath.Dir(it.To), filename.Sanitise(stem+" "+value, ext))
	it.Reasons = append([]plan.Reason{readFrom(field, it.Fields[field])}, it.Reasons...)
}
