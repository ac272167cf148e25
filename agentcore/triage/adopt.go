package triage

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// Check says whether a plan that came out of a file may be applied as it is: it
// must be what this computer proposed, and not spent.
func (t *Triage) Check(ctx context.Context, p plan.Plan) error {
	record, err := t.Plans.Get(ctx, p.ID)
	if err != nil {
		return err
	}
	if p.Digest() != p.Hash || p.Hash != record.Plan.Hash {
		return ErrEdited
	}
	if record.State != StateProposed {
		return ErrSpent
	}
	return nil
}

// Adopt takes over an edited or foreign plan as one of our own, confined to
// roots: every file must be the one that the plan speaks of, and every name is
// computed anew. It gives the plan as it would be carried out.
func (t *Triage) Adopt(ctx context.Context, p plan.Plan, roots []string) (plan.Plan, error) {
	id := t.NewID()
	j := job{triage: t, ctx: ctx, emit: func(event.Body) {}, id: id, roots: roots}
	p.ID, p.Roots, p.Version = id, roots, plan.Version
	items := make([]plan.Item, len(p.Items))
	copy(items, p.Items)
	p.Items = items
	for i := range p.Items {
		if err := j.verify(&p.Items[i]); err != nil {
			return plan.Plan{}, err
		}
	}
	return j.settle(p)
}

// verify holds an item of a foreign plan against the disk.
func (j *job) verify(it *plan.Item) error {
	if it.Status != plan.StatusReady {
		it.Status = plan.StatusSkip
		return nil
	}
	result, err := j.call(j.ctx, "files_info", map[string]any{"path": it.From}, nil)
	if err != nil {
		return err
	}
	var now entry
	if err := decode(result, &now); err != nil {
		return err
	}
	if now.Identity != it.Identity {
		return fmt.Errorf("%w: %s", ErrWorldChanged, it.From)
	}
	it.To = filepath.Join(filepath.Dir(it.To), rename(it.From, filepath.Base(it.To)))
	return nil
}
