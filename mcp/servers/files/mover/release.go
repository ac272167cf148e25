package mover

import (
	"errors"
	"io/fs"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/names"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// unhide moves the step's file from its temporary name back to its own, or to its target,
// or to a free name next to one of them.
func (x recovery) unhide(hidden safefs.Place) (journal.Record, error) {
	s := x.step()
	if s.Undoes > 0 {
		// So that another undo restores it from there.
		if err := recordPlace(x.log, s.Undoes-1, s.From); err != nil {
			return nil, err
		}
	}
	err := x.release(hidden, s.From)
	if err == nil {
		return x.notDone(), x.recordCopyAt(s.From)
	}
	if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if _, gone := x.tree.Place(s.To); gone == nil && s.Undoes == 0 {
		return x.toTarget(hidden)
	}
	if err = x.release(hidden, s.To); err == nil {
		return x.doneAt(s.To)
	}
	return x.notDone(), x.releaseAnywhere(hidden)
}

// releaseAnywhere gives the step's file a free name next to where it was, and records it
// for the step that is being undone, if there is one.
func (x recovery) releaseAnywhere(hidden safefs.Place) error {
	in, err := hidden.Lstat()
	if err != nil {
		return err
	}
	path, err := x.releaseNextTo(x.own(hidden, in.ID), x.step().From, func(path string) error {
		if n := x.step().Undoes; n > 0 {
			return recordPlace(x.log, n-1, path)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return x.recordCopyAt(path)
}

// recordCopyAt records for the step that is being undone which file is at path, if it was
// a copy.
func (x recovery) recordCopyAt(path string) error {
	p, err := x.tree.Place(path)
	if err != nil {
		return err
	}
	in, err := p.Lstat()
	if err != nil {
		return err
	}
	return x.recordCopy(&in)
}

func (x recovery) recordCopy(in *safefs.Info) error {
	s := x.step()
	if s.Undoes == 0 || !isCopy(in, s) {
		return nil
	}
	return errors.Join(x.log.Append(journal.Done{Step: s.Undoes - 1, ID: in.ID, Born: in.Born, Hash: s.Copy.Hash}), x.log.Sync())
}

// toTarget moves the file at p, which has a temporary name, to the step's target or to a
// free name next to it.
func (x recovery) toTarget(p safefs.Place) (journal.Record, error) {
	in, err := p.Lstat()
	if err != nil {
		return nil, err
	}
	to, err := x.releaseNextTo(x.own(p, in.ID), x.step().To, func(path string) error {
		return errors.Join(x.log.Append(journal.Retarget{Step: x.n, To: path}), x.log.Sync())
	})
	if err != nil {
		return nil, err
	}
	return x.doneAt(to)
}

// doneAt returns the record of a step whose file was moved to path.
func (x recovery) doneAt(path string) (journal.Record, error) {
	p, err := x.tree.Place(path)
	if err != nil {
		return nil, err
	}
	in, err := p.Lstat()
	record := journal.Done{Step: x.n, ID: in.ID, Born: in.Born}
	if s := x.step(); isCopy(&in, s) {
		record.Hash = s.Copy.Hash
	}
	return record, err
}

// own returns the move of the step's own file out of a temporary name, which records what
// it does.
func (x recovery) own(p safefs.Place, id safefs.Identity) safefs.Move {
	return safefs.Move{
		From: p, ID: id, Temp: copyName(x.step()),
		Copied: copied(x.log, x.n),
	}
}

// copied records the complete copy of a step.
func copied(log *journal.Log, step int) func(safefs.Outcome) error {
	return func(o safefs.Outcome) error {
		return errors.Join(log.Append(journal.Copied{Step: step, ID: o.ID, Hash: o.Hash}), log.Sync())
	}
}

// claimed records the claims of a step on path.
func claimed(log *journal.Log, step int, path string) func(safefs.Claim) error {
	return func(c safefs.Claim) error {
		return errors.Join(log.Append(journal.Claim{Step: step, Path: path, Claim: c}), log.Sync())
	}
}

// release moves the step's file at p, which has a temporary name, to path.
func (x recovery) release(p safefs.Place, path string) error {
	in, err := p.Lstat()
	if err != nil {
		return err
	}
	return x.releaseTo(x.own(p, in.ID), path)
}

func (x recovery) releaseTo(m safefs.Move, path string) error {
	to, err := x.tree.Place(path)
	if err != nil {
		return err
	}
	m.To = to
	if m.Copied != nil {
		m.Claim = claimed(x.log, x.n, path)
	}
	return m.Release(x.ctx)
}

// releaseNextTo moves the file to path, or to a free name next to it, and returns which.
// before, which may be nil, is called with a free name first.
func (x recovery) releaseNextTo(m safefs.Move, path string, before func(string) error) (string, error) {
	err := x.releaseTo(m, path)
	for try := 0; errors.Is(err, fs.ErrExist) && try < maxAttempts; try++ {
		if path, err = names.New(x.tree).Reserve(path); err != nil {
			return "", err
		}
		if before != nil {
			if err = before(path); err != nil {
				return "", err
			}
		}
		err = x.releaseTo(m, path)
	}
	return path, err
}

// recordPlace records where the file of a completed step is now.
func recordPlace(log *journal.Log, step int, path string) error {
	if log.Batch.Steps[step].To == path {
		return nil
	}
	return errors.Join(log.Append(journal.Retarget{Step: step, To: path}), log.Sync())
}
