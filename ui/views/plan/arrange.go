package plan

import (
	"cmp"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// sortOrder is what the list is sorted by.
type sortOrder int

const (
	byName sortOrder = iota // as in the plan
	byDate
	byDoubt // what needs review first
)

// chooseMore offers to sort, and to tick what the list shows.
func (r *Review) chooseMore() {
	sorted := func(words string, order sortOrder) widgets.Choice {
		return widgets.Choice{Words: words, Chosen: r.order == order, Pick: func() { r.sortBy(order) }}
	}
	choices := []widgets.Choice{
		{Words: locale.N("Tick the {{.N}} file shown", "Tick all {{.N}} files shown", len(r.shown)), Pick: func() { r.tick(r.shown, true) }},
		{Words: locale.N("Untick the {{.N}} file shown", "Untick all {{.N}} files shown", len(r.shown)), Pick: func() { r.tick(r.shown, false) }},
		sorted(locale.L("Sort by name"), byName), sorted(locale.L("Sort by date"), byDate), sorted(locale.L("Sort by doubt"), byDoubt),
		{Words: locale.L("Find and replace in names…"), Pick: r.Replace},
		{Words: locale.N("Set a field of the {{.N}} file shown…", "Set a field of all {{.N}} files shown…", len(r.shown)), Pick: r.chooseField},
		{Words: locale.N("Move the {{.N}} file shown to…", "Move all {{.N}} files shown to…", len(r.shown)), Pick: func() { r.askFolder(r.shownFiles()) }},
	}
	if it, ok := r.item(r.selected); ok {
		name := kit.Short(inert.Line(filepath.Base(it.To)), 32)
		choices = append(choices, widgets.Choice{Words: locale.L("Move {{.File}} to…", "File", name), Pick: func() { r.askFolder([]string{it.From}) }})
	}
	widgets.OpenMenu(r.more, choices)
}

func (r *Review) sortBy(order sortOrder) {
	r.order = order
	r.refilter()
	r.narrowed()
	r.list.Refresh()
}

// sort sorts the list.
func (r *Review) sort() {
	if r.order == byName {
		return
	}
	slices.SortStableFunc(r.shown, func(i, j int) int {
		a, b := r.plan.Items[i], r.plan.Items[j]
		if r.order == byDate {
			return cmp.Compare(a.Fields[plan.FieldDate].Value, b.Fields[plan.FieldDate].Value)
		}
		return cmp.Or(cmp.Compare(urgency(a), urgency(b)), cmp.Compare(a.Confidence, b.Confidence))
	})
}

// urgency is lower for what should be reviewed first.
func urgency(it plan.Item) int {
	return slices.Index([]plan.Status{plan.StatusReview, plan.StatusReady, plan.StatusSkip}, it.Status)
}

// tick ticks or unticks items of the plan, as one edit.
func (r *Review) tick(items []int, on bool) {
	var edits []app.Edit
	for _, i := range items {
		if it := r.plan.Items[i]; it.To != it.From && ready(it) != on {
			edits = append(edits, app.Edit{From: it.From, Ticked: &on})
		}
	}
	if len(edits) > 0 {
		r.changeAll(edits)
	}
}

// tickRange gives the rows from the last ticked one to this one the same tick.
func (r *Review) tickRange(from string) {
	at := func(from string) int {
		return slices.IndexFunc(r.shown, func(i int) bool { return r.plan.Items[i].From == from })
	}
	first, last := at(r.anchor), at(from)
	it, ok := r.item(from)
	if first < 0 || last < 0 || !ok {
		r.toggle(from)
		return
	}
	r.tick(slices.Clone(r.shown[min(first, last):max(first, last)+1]), !ready(it))
}
