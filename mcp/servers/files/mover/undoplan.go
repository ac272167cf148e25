package mover

import (
	"cmp"
	"context"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// UndoPlan is what an undo would do.
type UndoPlan struct {
	Plan
	Batch string
	// Lost are the moves whose file was not found, Home those whose file somebody else
	// has already moved back.
	Lost, Home []files.Outcome

	home []journal.Record
}

// Summary describes the undo in a few words.
func (p *UndoPlan) Summary() string { return "Move " + Count(p.Count(), "file") + " back" }

// PlanUndo computes what an undo would do. It writes nothing. An empty id means the
// newest undoable batch. only names files by where the batch put them; none means all.
func (m *Mover) PlanUndo(ctx context.Context, scope roots.Scope, id string, only ...string) (*UndoPlan, error) {
	b, inner, err := m.undoable(scope, id, only)
	if err != nil {
		return nil, err
	}
	t := m.folders.Tree(inner)
	defer t.Close()
	return m.planUndo(ctx, t, b, only)
}

// planUndo finds the files of a batch, or those in only, and plans to move them back.
func (m *Mover) planUndo(ctx context.Context, t *folders.Tree, b *journal.Batch, only []string) (*UndoPlan, error) {
	plan := &UndoPlan{Batch: b.Batch, Plan: Plan{Scope: t.Scope}}
	asked := newRequested(only)
	f := newLocator(ctx, t, b)
	p := newPlanner(m, t)
	p.keepNames, p.reserved.Exact = true, true
	for n := len(b.Steps) - 1; n >= 0; n-- {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !asked.has(b.Steps[n].To) {
			continue
		}
		s, stands, err := inEffect(t, b.Steps[n])
		if err == nil && !stands {
			continue
		}
		asked.found(s.To)
		item, code, why := f.find(s)
		if err != nil {
			code, why = fault.CodeOf(err), fault.Words(err)
		}
		if why != "" {
			plan.Lost = append(plan.Lost, files.Outcome{From: s.To, To: s.From, Status: files.Failed, Code: code, Note: why})
			continue
		}
		if item.From == s.From {
			plan.isHome(b, n, item)
			continue
		}
		item.undoes = n + 1
		if why, err := p.reverse(&item, s); err != nil || why != "" {
			code := chat.CodeEdited
			if err != nil {
				code = fault.CodeOf(err)
			}
			plan.Lost = append(plan.Lost, files.Outcome{From: item.From, To: s.From, Status: files.Failed, Code: code, Note: cmp.Or(why, fault.Words(err))})
			continue
		}
		plan.Items = append(plan.Items, item)
	}
	if err := asked.missing(); err != nil {
		return nil, err
	}
	plan.Scope = t.Scope
	plan.spare()
	return plan, p.resolve(ctx, &plan.Plan)
}

// inParts returns an error unless a batch can be undone in part: an interrupted one needs
// a decision about all of it.
func inParts(b *journal.Batch, only []string) error {
	if len(only) == 0 {
		return nil
	}
	switch b.State() {
	default:
		return nil
	case files.BatchDamaged:
		return &chat.Failure{
			Class: chat.ErrBlocked, Code: chat.CodeBatchDamaged, Err: journal.ErrDamaged,
			Message: "The record of this batch is damaged, so none of its files can be taken back alone.",
			Advice:  chat.Advice{Code: chat.AdviseUndoAll, Text: "Undo all of it: what can be found is taken back."},
		}
	case files.BatchInterrupted:
	}
	return &chat.Failure{
		Class: chat.ErrBlocked, Code: chat.CodeBatchCutShort, Message: "This batch was cut short, so none of its files can be taken back alone.",
		Advice: chat.Advice{Code: chat.AdviseFinish, Text: "Finish it or roll it back first."},
	}
}

// isHome notes that the file of a step is already back, so that the step counts as
// undone.
func (p *UndoPlan) isHome(b *journal.Batch, n int, item Item) {
	p.Home = append(p.Home, files.Outcome{From: b.Steps[n].To, To: item.From, Status: files.Skipped, Note: "it was back in its place already"})
	p.home = append(
		p.home,
		journal.Intent{From: item.From, To: item.From, ID: item.ID, Born: item.born, Undoes: n + 1},
		journal.Done{Step: len(b.Steps) + len(p.home)/2, ID: item.ID, Born: item.born},
	)
}

// spare keeps the names of missing files free, unless another file of the batch had them
// too.
func (p *UndoPlan) spare() {
	goes := map[string]bool{}
	for _, it := range p.Items {
		goes[it.To] = true
	}
	for _, lost := range p.Lost {
		if !goes[lost.To] {
			p.spared = append(p.spared, lost.To)
		}
	}
}

// reverse adapts an item to the kind of its step: what was trashed is restored, and what
// was created is trashed, unless somebody wrote to it.
func (p *planner) reverse(it *Item, s journal.Step) (why string, err error) {
	switch s.Kind {
	case journal.Trash:
		if filepath.Dir(it.From) == filepath.Dir(s.To) { // else somebody took it out
			it.Kind, it.Label = journal.Restore, s.Label
		}
	case journal.Restore:
		it.Kind, it.Label = journal.Trash, s.Label
	case journal.Copy, journal.Write:
		if !it.ID.SameContents(s.At) {
			return "it was edited since it was made, so it stays", nil
		}
		return "", p.toTrash(it)
	}
	return "", nil
}

// inEffect returns a step and whether it was made and not undone. If a crash left it
// open, the disk decides.
func inEffect(t *folders.Tree, s journal.Step) (journal.Step, bool, error) {
	if s.Outcome != journal.Open {
		return s, s.InEffect(), nil
	}
	tr, err := look(t, s)
	if err == nil && s.Kind.Makes() && isCopy(tr.target, s) {
		s.At, s.AtBorn = tr.target.ID, tr.target.Born
		return s, true, nil
	}
	if err != nil || !s.Forward() || s.Kind.Makes() || is(tr.source, s.ID) || is(tr.parked, s.ID) || !tr.arrived(s) {
		return s, false, err
	}
	s.At, s.AtBorn = tr.target.ID, tr.target.Born
	return s, true, nil
}
