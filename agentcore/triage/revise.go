package triage

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// Edit is a change that the person made to one item of a plan under review.
type Edit struct {
	// From is the item's present path: which one it is.
	From string
	// Name is the new file name (one component); empty leaves it as it is. The
	// extension is kept whatever Name says.
	Name string
	// Ticked chooses whether the item is carried out; nil leaves it.
	Ticked *bool
}

// leftOut says why an item that was unticked keeps its name.
const leftOut = "You left it out."

// Revise edits a plan on record and computes its effect again.
func (t *Triage) Revise(ctx context.Context, id string, edits []Edit) (plan.Plan, error) {
	record, err := t.Plans.Get(ctx, id)
	if err != nil {
		return plan.Plan{}, err
	}
	if record.State != StateProposed {
		return plan.Plan{}, ErrSpent
	}
	p := record.Plan
	places := make(map[string]int, len(p.Items))
	for i, it := range p.Items {
		places[it.From] = i
	}
	for _, e := range edits {
		if i, ok := places[e.From]; ok {
			p.Items[i] = edited(p.Items[i], e)
		}
	}
	j := job{triage: t, ctx: ctx, emit: func(event.Body) {}, id: id, roots: p.Roots}
	return j.resolve(p)
}

// edited applies one edit. A name that the person wrote is ready: there is
// nothing to look at any more.
func edited(it plan.Item, e Edit) plan.Item {
	if e.Name != "" {
		it.To = filepath.Join(filepath.Dir(it.To), rename(it.From, e.Name))
		it.Status = plan.StatusReady
		it = because(it, plan.Reason{Code: plan.ReasonByPerson})
	}
	if e.Ticked != nil && !*e.Ticked {
		it.Status, it.Note = plan.StatusSkip, leftOut
	}
	if e.Ticked != nil && *e.Ticked {
		it.Status = plan.StatusReady
		if it.Note == leftOut {
			it.Note = ""
		}
	}
	if it.To == it.From && it.Status == plan.StatusReady {
		it.Status = plan.StatusSkip
		it = because(it, plan.Reason{Code: plan.ReasonSame})
	}
	return it
}

// rename makes a safe name out of what the person typed; the extension stays
// what it was.
func rename(from, typed string) string {
	ext := filepath.Ext(from)
	if n := len(typed) - len(ext); n > 0 && strings.EqualFold(typed[n:], ext) {
		typed = typed[:n]
	}
	return filename.Sanitise(typed, ext)
}
