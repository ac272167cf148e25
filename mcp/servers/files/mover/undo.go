package mover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// UndoReport says what an undo brought back.
type UndoReport struct {
	Batch    string
	Restored int
	// Of is how many files were to be brought back, and Unknown of how many of
	// them the record is lost: nothing can be done about those.
	Of, Unknown int
	// Kept are the moves that could not be taken back, From being where the
	// file is and To where it was. They stay undoable.
	Kept []files.Outcome
	// Noted are those that came back otherwise than they left: next to a file
	// that took their name, or with edits.
	Noted []files.Outcome
	// Outcomes are all steps of it.
	Outcomes []files.Outcome
	Receipt  files.Receipt
	// Adds reports that the batch only made files, which are what was taken back.
	Adds bool
}

// ErrNothing says that there is nothing to undo.
var ErrNothing = &chat.Failure{Class: chat.ErrInvalidArgs, Code: chat.CodeNothingToUndo, Message: "There is nothing to undo."}

// UndoPlan is what an undo would do.
type UndoPlan struct {
	Plan
	Batch string
	// Lost are the moves whose file was not found, and Home those whose file was
	// brought back already, by somebody else.
	Lost, Home []files.Outcome

	home []journal.Record
}

// Summary says in a few words what the undo does.
func (p *UndoPlan) Summary() string { return "Move " + amount(p.Count(), "file") + " back" }

// PlanUndo computes what an undo would do. Nothing is written. An empty id
// means the newest batch that can be undone. only names files of the batch by
// where it brought them; none: all of them.
func (m *Mover) PlanUndo(ctx context.Context, scope roots.Scope, id string, only ...string) (*UndoPlan, error) {
	b, err := m.undoable(scope, id)
	if err == nil {
		err = inParts(b, only)
	}
	if err != nil {
		return nil, err
	}
	inner, err := undoScope(scope, b)
	if err != nil {
		return nil, err
	}
	t := m.folders.Tree(inner)
	defer t.Close()
	return m.planUndo(ctx, t, b, only)
}

// Undo takes a batch back: the newest one that can be, if id is empty, and of it
// the files that only names, if it names any; the others stay undoable. With a
// hash it runs only if the plan still has that hash.
func (m *Mover) Undo(ctx context.Context, scope roots.Scope, id, hash string, progress find.Progress, only ...string) (UndoReport, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return UndoReport{}, err
	}
	defer end()
	b, err := m.undoable(scope, id)
	if err == nil {
		err = inParts(b, only)
	}
	if err != nil {
		return UndoReport{}, err
	}
	inner, err := undoScope(scope, b)
	if err != nil {
		return UndoReport{}, err
	}
	log := m.take(b.Batch)
	if log == nil {
		if log, err = m.resume(b); err != nil {
			return UndoReport{}, err
		}
	}
	t := m.folders.Tree(inner)
	defer t.Close()
	report, err := m.undo(ctx, t, log, hash, progress, only)
	return report, errors.Join(err, log.Close())
}

func (m *Mover) undo(ctx context.Context, t *folders.Tree, log *journal.Log, hash string, progress find.Progress, only []string) (UndoReport, error) {
	if hash != "" {
		plan, err := m.planUndo(ctx, t, log.Batch, only)
		if err != nil {
			return UndoReport{}, err
		}
		if plan.Hash != hash {
			return UndoReport{}, ErrMovedOn
		}
	}
	if err := m.recoverSteps(ctx, t, log); err != nil {
		return UndoReport{}, err
	}
	plan, err := m.planUndo(ctx, t, log.Batch, only)
	if err != nil {
		return UndoReport{}, err
	}
	if err := log.Append(plan.home...); err != nil {
		return UndoReport{}, err
	}
	r, err := m.newRun(t, log, &plan.Plan, nil, progress)
	if err != nil {
		return UndoReport{}, err
	}
	if err := r.do(ctx); err != nil {
		return UndoReport{}, err
	}
	receipt := r.count(plan.Batch)
	receipt.Failed += len(plan.Lost)
	if !receipt.Stopped {
		if err := r.removeFolders(); err != nil {
			return UndoReport{}, err
		}
	}
	if err := errors.Join(log.Append(journal.Close{Receipt: receipt, Undo: true}), log.Sync()); err != nil {
		return UndoReport{}, err
	}
	return r.undone(plan, receipt), nil
}

// ErrMovedOn says that a plan is not what was approved any more.
var ErrMovedOn = &chat.Failure{
	Class:   chat.ErrBlocked,
	Code:    chat.CodeChanged,
	Message: "The files are not as they were when this was planned, so nothing was done.",
	Advice:  chat.Advice{Code: chat.AdvisePlanAgain, Text: "Plan again and look at the new plan."},
}

// undoable returns the batch to undo.
func (m *Mover) undoable(scope roots.Scope, id string) (*journal.Batch, error) {
	if id != "" {
		b, err := m.read(id)
		if err != nil {
			return nil, err
		}
		return b, m.mayUndo(b)
	}
	heads, err := m.store.List()
	if err != nil {
		return nil, err
	}
	for _, h := range heads {
		b, err := m.read(h.Batch)
		if errors.Is(err, journal.ErrUnknown) {
			continue // somebody removed it meanwhile, or it never began
		}
		if err != nil {
			return nil, err
		}
		if _, err := undoScope(scope, b); err == nil && m.mayUndo(b) == nil {
			return b, nil
		}
	}
	return nil, ErrNothing
}

func (m *Mover) mayUndo(b *journal.Batch) error {
	m.mu.Lock()
	_, ours := m.live[b.Batch]
	m.mu.Unlock()
	switch {
	case b.Live && !ours:
		return &chat.Failure{
			Class: chat.ErrBlocked, Code: chat.CodeBatchLive, Err: journal.ErrLive, Message: "This batch is being worked on by another window or program.",
			Advice: chat.Advice{Code: chat.AdviseWait, Text: "Wait until it is finished."},
		}
	case !b.CanUndo():
		return ErrNothing
	}
	return nil
}

// undoScope confines an undo to the roots of its batch, all of which the call
// must be allowed to touch, if it says what it may.
func undoScope(scope roots.Scope, b *journal.Batch) (roots.Scope, error) {
	opened, err := roots.Of(b.Roots)
	if err != nil {
		return roots.Scope{}, err
	}
	for _, r := range opened {
		if !scope.Empty() && !scope.Contains(r) {
			return roots.Scope{}, scope.Denied(r.Path)
		}
	}
	inner := roots.Scope{Outer: scope.Outer, Call: opened}
	for _, tr := range b.Trash {
		if !trash.Valid(tr) {
			return roots.Scope{}, journal.ErrDamaged
		}
		inner.AddWay(trash.Base(tr), tr)
	}
	return inner, nil
}

// inParts reports whether a batch can be taken back in part: one that was cut short
// waits for a decision about all of it.
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

// planUndo finds the files of a batch, or those that only names, and plans their
// way back.
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

// isHome notes that the file of a step is back in its place already, so that the
// step counts as taken back.
func (p *UndoPlan) isHome(b *journal.Batch, n int, item Item) {
	p.Home = append(p.Home, files.Outcome{From: b.Steps[n].To, To: item.From, Status: files.Skipped, Note: "it was back in its place already"})
	p.home = append(
		p.home,
		journal.Intent{From: item.From, To: item.From, ID: item.ID, Born: item.born, Undoes: n + 1},
		journal.Done{Step: len(b.Steps) + len(p.home)/2, ID: item.ID, Born: item.born},
	)
}

// spare keeps the names of what was not found for it, unless another file of the
// batch had them too.
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

// reverse turns the way back of a step's file around: what the step put into a
// trash comes out, and what it made goes there, unless somebody wrote to it.
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

// inEffect returns a step that was made and not taken back. Of one that a crash
// left open it looks whether it was made.
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

// removeFolders removes what the batch made, if it is empty, the innermost
// first. One that was itself opened as a root is reached from the folder above it.
func (r *run) removeFolders() error {
	for _, f := range r.log.Batch.Folders {
		above := filepath.Dir(f.Path)
		if _, open := r.tree.Scope.Base(above); f.Made && !open {
			r.tree.Scope.AddWay(above, f.Path)
		}
	}
	for i := len(r.log.Batch.Folders) - 1; i >= 0; i-- {
		f := r.log.Batch.Folders[i]
		if !f.Made || f.Removed || !r.removeFolder(f) {
			continue
		}
		if err := r.log.Append(journal.Removed{Path: f.Path}); err != nil {
			return err
		}
	}
	return nil
}

// removeFolder reports whether the folder is gone; the system refuses to remove
// one that is not empty.
func (r *run) removeFolder(f journal.MadeFolder) bool {
	r.tree.Forget(f.Path)
	p, err := r.tree.Place(f.Path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	in, err := p.Lstat()
	if err != nil || !in.ID.SameFile(f.ID) {
		return errors.Is(err, fs.ErrNotExist)
	}
	return p.Dir.RemoveDir(p.Name) == nil
}

// undone says what became of an undo.
func (r *run) undone(plan *UndoPlan, receipt files.Receipt) UndoReport {
	report := UndoReport{Batch: plan.Batch, Restored: receipt.Moved, Of: len(plan.Items) + len(plan.Lost) + r.log.Batch.Lost(), Unknown: r.log.Batch.Lost(), Kept: plan.Lost, Noted: plan.Home, Receipt: receipt, Adds: adds(r.log.Batch)}
	report.Outcomes = r.outcomes()
	for i, d := range report.Outcomes {
		original := r.log.Batch.Steps[plan.Items[i].undoes-1]
		if original.Kind.Makes() && d.Status == files.Moved {
			d.Note = joinNotes("put into the trash", d.Note)
			report.Noted = append(report.Noted, d)
			continue
		}
		d.Note = joinNotes(d.Note, edited(plan.Items[i].ID, original.At))
		if d.Status != files.Moved {
			d.To = original.From
			report.Kept = append(report.Kept, d)
			continue
		}
		if d.To != original.From {
			d.Note = joinNotes(fmt.Sprintf("restored as %q next to a file that has its name", filepath.Base(d.To)), edited(plan.Items[i].ID, original.At))
		}
		if d.Note != "" {
			report.Noted = append(report.Noted, d)
		}
	}
	return report
}

func edited(now, then safefs.Identity) string {
	if now.SameContents(then) {
		return ""
	}
	return "edited since: keeps your edits"
}

func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}
