package plan

import (
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
)

// Place is the state of the review of a plan in plain values, for storing.
type Place struct {
	ID      string             `json:"id"`
	Request app.ProposeRequest `json:"request"`
	Edited  bool               `json:"edited,omitempty"`
	Shown   plan.Status        `json:"shown,omitempty"`
	Group   string             `json:"group,omitempty"`
	Order   int                `json:"order,omitempty"`
	Search  string             `json:"search,omitempty"`
	File    string             `json:"file,omitempty"` // that the page at the side shows
	Scroll  float32            `json:"scroll,omitempty"`
}

// Place returns the present state.
func (r *Review) Place() Place {
	return Place{
		ID: r.plan.ID, Request: r.request, Edited: r.edited, Shown: r.wanted, Group: string(r.group), Order: int(r.order),
		Search: r.searching.Text, File: r.selected, Scroll: r.list.GetScrollOffset(),
	}
}

// Restore restores a state.
func (r *Review) Restore(p Place) {
	r.edited, r.order = p.Edited, sortOrder(p.Order)
	r.filter(p.Shown)
	if p.Group != "" {
		r.only(group(p.Group))
	}
	if p.Search != "" {
		r.searching.SetText(p.Search)
	}
	if _, ok := r.item(p.File); ok {
		r.point(p.File, "")
	}
	r.Focus()
	r.list.ScrollToOffset(p.Scroll)
}

// Busy reports whether an edit is being checked or made.
func (r *Review) Busy() bool { return r.changes.busy() || r.editing != "" }
