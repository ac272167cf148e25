package mover

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// UndoReport is the outcome of an undo.
type UndoReport struct {
	Batch    string
	Restored int
	// Of is how many files were to be restored; Unknown is for how many of them the
	// record is lost, so that nothing can be done.
	Of, Unknown int
	// Kept are the moves that could not be undone: From is where the file is, To where it
	// was. They stay undoable.
	Kept []files.Outcome
	// Noted are files restored with a difference: next to a file that took their name, or
	// with edits.
	Noted []files.Outcome
	// Outcomes are all steps of it.
	Outcomes []files.Outcome
	Receipt  files.Receipt
	// Adds reports that the batch only created files, which the undo removed.
	Adds bool
}

// ErrNothing means that there is nothing to undo.
var ErrNothing = &chat.Failure{Class: chat.ErrInvalidArgs, Code: chat.CodeNothingToUndo, Message: "There is nothing to undo."}

// Undo undoes a batch, or the newest undoable one if id is empty; with only, just these
// files of it, while the others stay undoable. With a hash it runs only if the plan still
// has that hash.
func (m *Mover) Undo(ctx context.Context, scope roots.Scope, id, hash string, progress find.Progress, only ...string) (report UndoReport, err error) {
	end, err := m.begin(ctx)
	if err != nil {
		return UndoReport{}, err
	}
	defer end()
	b, inner, err := m.undoable(scope, id, only)
	if err != nil {
		return UndoReport{}, err
	}
	err = m.resumed(b, inner, func(t *folders.Tree, log *journal.Log) (err error) {
		report, err = m.undo(ctx, t, log, hash, progress, only)
		return err
	})
	return report, err
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

// ErrMovedOn means that a plan is no longer what was approved.
var ErrMovedOn = &chat.Failure{
	Class:   chat.ErrBlocked,
	Code:    chat.CodeChanged,
	Message: "The files are not as they were when this was planned, so nothing was done.",
	Advice:  chat.Advice{Code: chat.AdvisePlanAgain, Text: "Plan again and look at the new plan."},
}

// undoable returns the batch to undo, or to undo in part, and the scope to do it in.
func (m *Mover) undoable(scope roots.Scope, id string, only []string) (*journal.Batch, roots.Scope, error) {
	b, err := m.batchToUndo(scope, id)
	if err == nil {
		err = inParts(b, only)
	}
	if err != nil {
		return nil, roots.Scope{}, err
	}
	inner, err := undoScope(scope, b)
	return b, inner, err
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

// undoScope confines an undo to the roots of its batch, all of which must be in the
// call's scope, if it has one.
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

// removeFolders removes the empty folders that the batch created, innermost first. One
// that was itself opened as a root is reached from its parent.
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

// removeFolder reports whether the folder is gone; the system refuses to remove one that
// is not empty.
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

// undone returns the report of an undo.
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

// resumed runs do on the log of a batch, which this process may still have open.
func (m *Mover) resumed(b *journal.Batch, inner roots.Scope, do func(*folders.Tree, *journal.Log) error) error {
	log := m.take(b.Batch)
	if log == nil {
		var err error
		if log, err = m.resume(b); err != nil {
			return err
		}
	}
	t := m.folders.Tree(inner)
	defer t.Close()
	return errors.Join(do(t, log), log.Close())
}

// batchToUndo returns a batch, or the newest one that can be undone if id is empty.
func (m *Mover) batchToUndo(scope roots.Scope, id string) (*journal.Batch, error) {
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
			continue // removed meanwhile, or never begun
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
