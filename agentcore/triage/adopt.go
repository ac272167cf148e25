package triage

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Check reports whether a plan that came out of a file may be applied as it is: it
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
// computed again. It gives the plan as it would be carried out.
func (t *Triage) Adopt(ctx context.Context, p plan.Plan, roots []string) (plan.Plan, error) {
	was, id := p.ID, t.NewID()
	j := job{triage: t, ctx: ctx, emit: func(event.Body) {}, id: id, roots: roots}
	p.ID, p.Roots, p.Version = id, roots, plan.Version
	p.Items = slices.Clone(p.Items)
	var recorded []plan.Item
	if record, err := t.Plans.Get(ctx, was); err == nil {
		recorded, p.Template, p.Into = record.Plan.Items, record.Plan.Template, record.Plan.Into
	} else if !errors.Is(err, ErrNotOnRecord) {
		return plan.Plan{}, err
	}
	remembered(p.Items, recorded)
	if entries := unfit(p.Items, roots); len(entries) > 0 {
		return plan.Plan{}, &UnfitPlan{entries}
	}
	var changed []plan.Failure
	for i := range p.Items {
		why, err := j.verify(&p.Items[i])
		if err != nil {
			return plan.Plan{}, err
		}
		if why != "" {
			changed = append(changed, plan.Failure{Path: p.Items[i].From, Kind: why})
		}
	}
	if len(changed) > 0 {
		return plan.Plan{}, &WorldChanged{Failures: changed}
	}
	return j.resolve(p)
}

// unfit returns the ready entries of a plan that contradict it or lead out of the
// roots.
func unfit(items []plan.Item, roots []string) []plan.Failure {
	var entries []plan.Failure
	seen := map[string]bool{}
	for _, it := range items {
		if it.Status != plan.StatusReady {
			continue
		}
		from := filepath.Clean(it.From)
		switch {
		case seen[from]:
			entries = append(entries, plan.Failure{Path: it.From, Kind: chat.CodeTwice})
		case !within(it.From, roots):
			entries = append(entries, plan.Failure{Path: it.From, Kind: chat.CodeOutside})
		case !within(it.To, roots):
			entries = append(entries, plan.Failure{Path: it.To, Kind: chat.CodeTargetOutside})
		}
		seen[from] = true
	}
	return entries
}

// verify holds an item of a foreign plan against the disk. It returns why the
// file is not the one that the plan speaks of; empty if it is.
func (j *job) verify(it *plan.Item) (why chat.Code, err error) {
	if it.Status != plan.StatusReady {
		it.Status = plan.StatusSkip
		return "", nil
	}
	now, err := ask[files.Entry](j, "files_info", files.InfoRequest{Path: it.From})
	switch {
	case chat.IsVanished(err):
		return chat.CodeVanished, nil
	case err != nil:
		return "", err
	case now.Identity != it.Identity:
		return chat.CodeChanged, nil
	}
	it.To = filepath.Join(filepath.Dir(it.To), rename(it.From, filepath.Base(it.To)))
	return "", nil
}
