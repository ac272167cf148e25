package mover

import (
	"context"
	"errors"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// recoverSteps ends the steps of a batch that a crash left open, without continuing the
// batch: what is half done is completed or reverted. If the evidence matches no half-done
// step, nothing is touched and the step is a conflict.
func (m *Mover) recoverSteps(ctx context.Context, t *folders.Tree, log *journal.Log) error {
	recoverFolders(t, log)
	changed := false
	for n := len(log.Batch.Steps) - 1; n >= 0; n-- {
		if log.Batch.Steps[n].Outcome != journal.Open {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		outcome, err := recoverStep(ctx, t, log, n)
		if log.Err() != nil {
			return log.Err()
		}
		if err != nil {
			continue // stays open: its folder cannot be read now
		}
		if err := log.Append(outcome); err != nil {
			return err
		}
		changed = true
	}
	if !changed {
		return nil
	}
	return log.Sync()
}

// recoverFolders removes folders that did not get their names. They are empty, and the
// system refuses to remove others.
func recoverFolders(t *folders.Tree, log *journal.Log) {
	for _, f := range log.Batch.Folders {
		if f.Removed {
			continue
		}
		if p, err := t.Place(f.Path); err == nil && !p.Sibling(f.Temp).Free() {
			_ = p.Dir.RemoveDir(f.Temp)
		}
	}
}

// recovery completes or reverts one step.
type recovery struct {
	ctx  context.Context
	tree *folders.Tree
	log  *journal.Log
	n    int
}

// recoverStep completes or reverts one step and returns the record of it.
func recoverStep(ctx context.Context, t *folders.Tree, log *journal.Log, n int) (journal.Record, error) {
	x := recovery{ctx, t, log, n}
	if x.step().Kind.Makes() {
		return x.made()
	}
	record, err := x.moved()
	if err != nil {
		return nil, err
	}
	return record, recoverLabel(t, x.step(), record)
}

func (x recovery) step() journal.Step { return x.log.Batch.Steps[x.n] }

func (x recovery) look() (evidence, error) {
	s := x.step()
	if s.Undoes == 0 {
		return look(x.tree, s)
	}
	return lookAlso(x.tree, s, x.log.Batch.Steps[s.Undoes-1].To)
}

// moved completes or reverts a step that moves a file.
func (x recovery) moved() (journal.Record, error) {
	if err := x.freeStrangers(); err != nil {
		return nil, err
	}
	if err := x.dropSpareNames(); err != nil {
		return nil, err
	}
	if err := x.dropUnfinished(); err != nil {
		return nil, err
	}
	tr, err := x.look()
	if err != nil {
		return nil, err
	}
	s := x.step()
	_, original := tr.original(s)
	at, hidden := tr.hidden(s)
	switch {
	case original != nil && isCopy(tr.target, s):
		return x.keepCopy(tr, tr.to, x.done(tr), nil)
	case original != nil && isCopy(tr.source, s):
		return x.keepCopy(tr, tr.from, x.notDone(), x.recordCopy(tr.source))
	case original != nil && isCopy(tr.claimed, s):
		return x.keepCopy(tr, tr.claim, x.notDone(), x.recordCopy(tr.claimed))
	case is(tr.source, s.ID) && is(tr.target, s.ID):
		err := tr.to.Dir.Sync()
		if err == nil {
			err = safefs.Retire(tr.from, tr.source.ID, asideName(s))
		}
		return x.done(tr), err
	case tr.arrived(s):
		return x.done(tr), nil
	case isCopy(tr.partial, s): // its original is gone
		return x.toTarget(tr.to.Sibling(copyName(s)))
	case hidden != nil:
		return x.unhide(at)
	case is(tr.source, s.ID), is(tr.other, s.ID):
		return x.notDone(), nil
	case isCopy(tr.source, s):
		return x.notDone(), x.recordCopy(tr.source)
	case isCopy(tr.claimed, s):
		return x.notDone(), x.recordCopy(tr.claimed)
	}
	return x.conflict("it is at neither of its places; nothing was touched"), nil
}

// made ends a step that creates a file: a complete one is kept, an incomplete one
// removed. A complete copy whose original is gone gets its name.
func (x recovery) made() (journal.Record, error) {
	tr, err := x.look()
	if err != nil {
		return nil, err
	}
	s, whole := x.step(), isCopy(tr.target, x.step())
	if !whole && s.Kind == journal.Copy && isCopy(tr.partial, s) && !is(tr.source, s.ID) {
		return x.toTarget(tr.to.Sibling(copyName(s)))
	}
	if tr.partial != nil {
		if err := tr.to.Dir.RemoveFile(copyName(s)); err != nil {
			return nil, err
		}
	}
	if whole {
		return x.done(tr), nil
	}
	return x.notDone(), x.dropClaim(tr)
}

// freeStrangers moves back what another program put at the source just before its file
// was set aside, and which has a temporary name now; and what it wrote to an unfinished
// copy.
func (x recovery) freeStrangers() error {
	tr, err := x.look()
	if err != nil {
		return err
	}
	s := x.step()
	for name, in := range map[string]*safefs.Info{s.Temp: tr.parked, asideName(s): tr.aside} {
		if in == nil || is(in, s.ID) {
			continue
		}
		if err := x.giveBack(tr.from.Sibling(name), in, s.From); err != nil {
			return err
		}
	}
	return x.recoverDropped(tr)
}

// recoverDropped handles an unfinished copy that was about to be removed.
func (x recovery) recoverDropped(tr evidence) error {
	if tr.dropped == nil {
		return nil
	}
	s := x.step()
	p := tr.claim.Sibling(claimName(s))
	ours, err := x.begins(tr, p, tr.dropped)
	if err != nil {
		return err
	}
	if ours {
		err = safefs.RemoveUnused(p, tr.dropped.ID)
	}
	if !ours || errors.Is(err, safefs.ErrChanged) {
		return x.giveBack(p, tr.dropped, s.Claim.Path)
	}
	return err
}

// giveBack gives another program's file its name, or a free one next to it.
func (x recovery) giveBack(p safefs.Place, in *safefs.Info, path string) error {
	_, err := x.releaseNextTo(safefs.Move{From: p, ID: in.ID, Temp: copyName(x.step())}, path, nil)
	return err
}

// dropSpareNames removes the temporary names of a file that has its own.
func (x recovery) dropSpareNames() error {
	tr, err := x.look()
	if err != nil {
		return err
	}
	s := x.step()
	for {
		hidden, in := tr.hidden(s)
		switch {
		case in == nil:
			return nil
		case is(tr.source, s.ID):
			err = tr.from.Dir.Sync()
		case is(tr.target, s.ID):
			err = tr.to.Dir.Sync()
		case is(tr.other, s.ID):
			err = tr.otherPlace.Dir.Sync()
		default:
			return nil
		}
		if err == nil {
			err = hidden.Dir.RemoveFile(hidden.Name)
		}
		if err == nil {
			tr, err = x.look()
		}
		if err != nil {
			return err
		}
	}
}

func (x recovery) done(tr evidence) journal.Record {
	s := x.step()
	d := journal.Done{Step: x.n, ID: tr.target.ID, Born: tr.target.Born}
	if isCopy(tr.target, s) {
		d.Hash = s.Copy.Hash
	}
	return d
}

func (x recovery) notDone() journal.Record {
	return journal.Failed{Step: x.n, Stopped: true, Code: chat.CodeStopped, Why: "the program ended before it was its turn"}
}

func (x recovery) conflict(why string) journal.Record {
	return journal.Failed{Step: x.n, Conflict: true, Why: why, Code: chat.CodeUnclear}
}
