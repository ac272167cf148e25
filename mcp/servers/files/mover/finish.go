package mover

import (
	"context"
	"errors"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// FinishPlan is what finishing an interrupted batch would do.
type FinishPlan struct {
	Plan
	Batch string
	// Missing is how many moves the client never sent. They are unknown and cannot be
	// finished.
	Missing int
}

// Summary describes the finish in a few words.
func (p *FinishPlan) Summary() string {
	s := "Finish: " + p.verb() + " the remaining " + Count(p.Count(), "file")
	if p.Missing > 0 {
		s += fmt.Sprintf(" (%d more were never handed over)", p.Missing)
	}
	return s
}

// errFinished means that nothing of a batch is left to do.
var errFinished = &chat.Failure{Class: chat.ErrInvalidArgs, Code: chat.CodeNothingToFinish, Message: "There is nothing to finish in this batch."}

// PlanFinish computes the rest of a batch that a crash or a stop interrupted. It writes
// nothing.
func (m *Mover) PlanFinish(ctx context.Context, scope roots.Scope, id string) (*FinishPlan, error) {
	b, inner, err := m.finishable(scope, id)
	if err != nil {
		return nil, err
	}
	t := m.folders.Tree(inner)
	defer t.Close()
	return m.planFinish(ctx, t, b)
}

// Finish carries out the rest of a batch. With a hash it runs only if the plan still has
// that hash.
func (m *Mover) Finish(ctx context.Context, scope roots.Scope, id, hash string, progress find.Progress) (report Report, err error) {
	end, err := m.begin(ctx)
	if err != nil {
		return Report{}, err
	}
	defer end()
	b, inner, err := m.finishable(scope, id)
	if err != nil {
		return Report{}, err
	}
	err = m.resumed(b, inner, func(t *folders.Tree, log *journal.Log) (err error) {
		report, err = m.finish(ctx, t, log, hash, progress)
		return err
	})
	return report, err
}

// finishable returns a batch with steps left to do, and the scope to do them in.
func (m *Mover) finishable(scope roots.Scope, id string) (*journal.Batch, roots.Scope, error) {
	b, err := m.read(id)
	if err != nil {
		return nil, roots.Scope{}, err
	}
	inner, err := undoScope(scope, b)
	if err != nil {
		return nil, roots.Scope{}, err
	}
	if err := m.mayUndo(b); err != nil && !errors.Is(err, ErrNothing) {
		return nil, roots.Scope{}, err
	}
	switch {
	case b.Repaired:
		err = errDamaged
	case !b.CanFinish():
		err = errFinished
	}
	return b, inner, err
}

func (m *Mover) finish(ctx context.Context, t *folders.Tree, log *journal.Log, hash string, progress find.Progress) (Report, error) {
	if hash != "" {
		plan, err := m.planFinish(ctx, t, log.Batch)
		if err != nil {
			return Report{}, err
		}
		if plan.Hash != hash {
			return Report{}, ErrMovedOn
		}
	}
	if err := m.recoverSteps(ctx, t, log); err != nil {
		return Report{}, err
	}
	plan, err := m.planFinish(ctx, t, log.Batch)
	if err != nil {
		return Report{}, err
	}
	before := m.uncounted(t, log.Batch)
	last := lastReceipt(log.Batch, plan.Items)
	if err := log.Append(given(plan.Items)...); err != nil {
		return Report{}, err
	}
	r, err := m.newRun(t, log, &plan.Plan, &journal.Page{Final: true}, progress)
	if err != nil {
		return Report{}, err
	}
	if err := r.do(ctx); err != nil {
		return Report{}, err
	}
	receipt := last.Plus(before).Plus(r.count(log.Batch.Batch))
	if err := errors.Join(log.Append(journal.Close{Receipt: receipt}), log.Sync()); err != nil {
		return Report{}, err
	}
	return Report{Batch: log.Batch.Batch, Outcomes: r.outcomes(), Receipt: receipt, Failures: failuresIn(log.Batch, shownFailures)}, nil
}

// planFinish plans the remaining steps, each to its intended target. A file that has
// changed since planning is left alone.
func (m *Mover) planFinish(ctx context.Context, t *folders.Tree, b *journal.Batch) (*FinishPlan, error) {
	plan := &FinishPlan{Batch: b.Batch, Missing: b.Total - b.Asked}
	p := newPlanner(m, t)
	p.keepNames = true
	for n := range b.Steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := b.Steps[n]
		if !s.Left() {
			continue
		}
		if s.Outcome == journal.Open {
			if _, made, err := inEffect(t, s); err != nil || made {
				continue
			}
		}
		item, in := p.find(s.From)
		p.flag(&item, in)
		switch {
		case item.Note != "":
		case item.ID != s.ID:
			item = item.stays(chat.CodeChanged, "it was changed or replaced since this was planned")
		default:
			item.To = s.Intent.To
		}
		item.Kind, item.Label, item.again = s.Kind, s.Label, n+1
		if s.Kind == journal.Trash || s.Kind == journal.Restore {
			p.reserved.Exact = true
		}
		plan.Items = append(plan.Items, item)
	}
	plan.Scope = t.Scope
	return plan, p.resolve(ctx, &plan.Plan)
}

// uncounted counts the steps that ended before a crash and are in no receipt yet. Those
// that are retried are counted when they are done.
func (m *Mover) uncounted(t *folders.Tree, b *journal.Batch) files.Receipt {
	receipt := files.Receipt{Batch: b.Batch}
	r := &run{m: m, tree: t, log: &journal.Log{Batch: b}}
	for n := b.Covered; n < len(b.Steps); n++ {
		s := b.Steps[n]
		if !s.Forward() || s.Left() || s.TriedBy > 0 {
			continue
		}
		it := Item{From: s.From, To: s.To, ID: s.ID, Exists: s.Kind != journal.Write, Kind: s.Kind}
		r.tally(&receipt, it, n)
	}
	return receipt
}

// lastReceipt returns the last receipt of a batch, less the stopped moves that are
// counted again now.
func lastReceipt(b *journal.Batch, items []Item) files.Receipt {
	if b.Receipt == nil {
		return files.Receipt{}
	}
	r := *b.Receipt
	for _, it := range items {
		if it.again > b.Covered {
			continue
		}
		r.Skipped--
		r.FilesIn--
		r.FilesOut--
	}
	r.Stopped = false
	return r
}

// given returns the records that end the steps of items that stay for good.
func given(items []Item) []journal.Record {
	var records []journal.Record
	for _, it := range items {
		if !it.Moves() {
			records = append(records, journal.Failed{Step: it.again - 1, Why: it.Note, Code: it.Code})
		}
	}
	return records
}
