package mover

import (
	"context"
	"errors"
	"io/fs"
	"strconv"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// tempName is a name that nobody knows before it is in the journal.
func tempName(token string, step int) string {
	return ".deskhand-" + token + "-" + strconv.Itoa(step)
}

// traces are what is found on the disk of a step that was cut short.
type traces struct {
	from, to safefs.Place
	// At the source, at the target, and under the temporary names in both
	// folders; nil: nothing is there.
	source, target, parked, aside, partial *safefs.Info
}

// look collects the traces of a step. Folders that are gone hold nothing.
func look(t *tree, s journal.Step) (traces, error) {
	var tr traces
	for _, spot := range []struct {
		path  string
		place *safefs.Place
		name  string
		found **safefs.Info
	}{
		{s.From, &tr.from, "", &tr.source},
		{s.To, &tr.to, "", &tr.target},
		{s.From, &tr.from, s.Temp, &tr.parked},
		{s.From, &tr.from, s.Temp + "x", &tr.aside},
		{s.To, &tr.to, s.Temp + "x", &tr.partial},
	} {
		if spot.path == "" {
			continue // a written file has no source
		}
		p, err := t.place(spot.path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return traces{}, err
		}
		*spot.place = p
		if spot.name != "" {
			p = p.Beside(spot.name)
		}
		in, err := p.Lstat()
		if err == nil {
			*spot.found = &in
		} else if !errors.Is(err, fs.ErrNotExist) {
			return traces{}, err
		}
	}
	return tr, nil
}

func is(in *safefs.Info, id safefs.Identity) bool { return in != nil && in.ID.SameFile(id) }

// isCopy says that in is the whole copy that the step wrote down.
func isCopy(in *safefs.Info, s journal.Step) bool { return s.Copy != nil && is(in, s.Copy.ID) }

// arrived says that the file of the step is at its target, as a whole.
func (tr traces) arrived(s journal.Step) bool {
	return is(tr.target, s.ID) || isCopy(tr.target, s)
}

// settle ends the steps of a batch that a crash left open, without going on
// with the batch: what was half done is brought to one side. Where the traces
// fit no half-done step, nothing is touched and the step is a conflict.
func (m *Mover) settle(ctx context.Context, t *tree, log *journal.Log) error {
	settleFolders(t, log)
	settled := false
	for n := len(log.Batch.Steps) - 1; n >= 0; n-- {
		if log.Batch.Steps[n].Outcome != journal.Open {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		outcome, err := m.settleStep(ctx, t, log, n)
		if log.Err() != nil {
			return log.Err()
		}
		if err != nil {
			continue // it stays open: its folder cannot be looked into now
		}
		if err := log.Append(outcome); err != nil {
			return err
		}
		settled = true
	}
	if !settled {
		return nil
	}
	return log.Sync()
}

// settleFolders removes folders that did not get their names. They are empty,
// and the system refuses to remove others.
func settleFolders(t *tree, log *journal.Log) {
	for _, f := range log.Batch.Folders {
		if f.Removed {
			continue
		}
		if p, err := t.place(f.Path); err == nil && !p.Beside(f.Temp).Free() {
			_ = p.Dir.RemoveDir(f.Temp)
		}
	}
}

// settleStep brings one step to one side and gives the record of it.
func (m *Mover) settleStep(ctx context.Context, t *tree, log *journal.Log, n int) (journal.Record, error) {
	s := log.Batch.Steps[n]
	tr, err := look(t, s)
	if err != nil {
		return nil, err
	}
	if s.Kind.Makes() {
		return tr.settleMade(n, s)
	}
	record, err := m.settleMove(ctx, t, log, n, tr)
	if err != nil {
		return nil, err
	}
	return record, settleLabel(t, log.Batch.Steps[n], record)
}

// settleMove brings a step that moves a file to one side.
func (m *Mover) settleMove(ctx context.Context, t *tree, log *journal.Log, n int, tr traces) (journal.Record, error) {
	s := log.Batch.Steps[n]
	if err := tr.dropPartial(s); err != nil {
		return nil, err
	}
	switch {
	case is(tr.aside, s.ID) && tr.arrived(s):
		// A link or a copy whose first name was being dropped.
		return tr.dropAside(ctx, n, s)
	case is(tr.aside, s.ID):
		return m.putBack(tr, n, s, tr.from.Beside(s.Temp+"x"))
	case is(tr.parked, s.ID) && is(tr.target, s.ID):
		return done(n, s, tr), tr.from.Dir.RemoveFile(s.Temp)
	case is(tr.parked, s.ID):
		return m.unpark(t, log, n)
	case is(tr.source, s.ID):
		return m.settleAtSource(ctx, n, s, tr)
	case tr.arrived(s):
		return done(n, s, tr), nil
	}
	return journal.Failed{Step: n, Conflict: true, Why: "it is at neither of its places; nothing was touched"}, nil
}

// settleMade ends a step that makes a file: it is there as a whole, or what was
// made of it is removed. A whole copy whose original is gone is left alone.
func (tr traces) settleMade(n int, s journal.Step) (journal.Record, error) {
	if tr.partial != nil {
		if s.Kind == journal.Copy && isCopy(tr.partial, s) && !isCopy(tr.target, s) && !is(tr.source, s.ID) {
			return journal.Failed{Step: n, Conflict: true, Why: "its original is gone; nothing was touched"}, nil
		}
		if err := tr.to.Dir.RemoveFile(s.Temp + "x"); err != nil {
			return nil, err
		}
	}
	if isCopy(tr.target, s) {
		return done(n, s, tr), nil
	}
	return notDone(n), nil
}

// settleAtSource is for a step whose file still has its first name.
func (m *Mover) settleAtSource(ctx context.Context, n int, s journal.Step, tr traces) (journal.Record, error) {
	if !tr.arrived(s) {
		return notDone(n), nil
	}
	err := tr.secure(ctx, tr.from, s)
	if errors.Is(err, safefs.ErrCopyDiffers) {
		return journal.Failed{Step: n, Conflict: true, Why: "there are two versions of it; nothing was touched"}, nil
	}
	if err == nil {
		err = safefs.Retire(tr.from, tr.source.ID, s.Temp+"x")
	}
	return done(n, s, tr), err
}

// dropPartial removes a copy under its temporary name: it is ours alone, and
// its original is still here.
func (tr traces) dropPartial(s journal.Step) error {
	original := is(tr.source, s.ID) || is(tr.parked, s.ID) || is(tr.aside, s.ID)
	if tr.partial == nil || is(tr.partial, s.ID) || !original {
		return nil
	}
	return tr.to.Dir.RemoveFile(s.Temp + "x")
}

// secure makes sure that the file lives on at its target before the name p of
// it is dropped: a link does, a copy if it is synced and both have the contents
// that were copied.
func (tr traces) secure(ctx context.Context, p safefs.Place, s journal.Step) error {
	if err := tr.to.Dir.Sync(); err != nil || is(tr.target, s.ID) {
		return err
	}
	for _, both := range []safefs.Place{p, tr.to} {
		hash, err := safefs.Hash(ctx, both)
		if err != nil {
			return err
		}
		if hash != s.Copy.Hash {
			return safefs.ErrCopyDiffers
		}
	}
	return nil
}

// dropAside removes the first name of a file that was set aside under a
// temporary one, and lives on at its target.
func (tr traces) dropAside(ctx context.Context, n int, s journal.Step) (journal.Record, error) {
	aside := tr.from.Beside(s.Temp + "x")
	err := tr.secure(ctx, aside, s)
	if err == nil {
		err = aside.Dir.RemoveFile(aside.Name)
	}
	return done(n, s, tr), err
}

// unpark brings a parked file back to its name, or to its target, or to a free
// name beside that.
func (m *Mover) unpark(t *tree, log *journal.Log, n int) (journal.Record, error) {
	s := log.Batch.Steps[n]
	tr, err := look(t, s)
	if err != nil {
		return nil, err
	}
	parked := tr.from.Beside(s.Temp)
	if s.Undoes > 0 {
		return m.unparkUndo(t, log, n, tr)
	}
	record, err := m.putBack(tr, n, s, parked)
	for try := 0; errors.Is(err, fs.ErrExist) && try < maxTries; try++ {
		free, ferr := newShelves(t).reserve(s.To)
		if ferr != nil {
			return nil, ferr
		}
		if err := errors.Join(log.Append(journal.Retarget{Step: n, To: free}), log.Sync()); err != nil {
			return nil, err
		}
		s.To = free
		if tr, err = look(t, s); err != nil {
			return nil, err
		}
		record, err = m.putBack(tr, n, s, parked)
	}
	return record, err
}

// unparkUndo is unpark for a step of an undo. If both names are taken, the file
// gets a free one beside where it was, and the step that is being undone is
// told, so that another undo brings it home from there.
func (m *Mover) unparkUndo(t *tree, log *journal.Log, n int, tr traces) (journal.Record, error) {
	s := log.Batch.Steps[n]
	parked := tr.from.Beside(s.Temp)
	if err := standsAt(log, s.Undoes-1, s.From); err != nil {
		return nil, err
	}
	record, err := m.putBack(tr, n, s, parked)
	for try := 0; errors.Is(err, fs.ErrExist) && try < maxTries; try++ {
		free, ferr := newShelves(t).reserve(s.From)
		if ferr != nil {
			return nil, ferr
		}
		if err := standsAt(log, s.Undoes-1, free); err != nil {
			return nil, err
		}
		place, perr := t.place(free)
		if perr != nil {
			return nil, perr
		}
		if err = restore(parked, place, s); err == nil {
			record = notDone(n)
		}
	}
	return record, err
}

// standsAt writes down where the file of a step that was made is now.
func standsAt(log *journal.Log, step int, path string) error {
	if log.Batch.Steps[step].To == path {
		return nil
	}
	return errors.Join(log.Append(journal.Retarget{Step: step, To: path}), log.Sync())
}

// putBack brings a file from a temporary name to its first name or to its
// target, and fails with fs.ErrExist if both are taken.
func (m *Mover) putBack(tr traces, n int, s journal.Step, temp safefs.Place) (journal.Record, error) {
	err := restore(temp, tr.from, s)
	if err == nil {
		return notDone(n), nil
	}
	if tr.to.Dir == nil || !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if err := restore(temp, tr.to, s); err != nil {
		return nil, err
	}
	in, err := tr.to.Lstat()
	return journal.Done{Step: n, ID: in.ID}, err
}

// restore moves a file out of a temporary name, whatever was written to it.
func restore(temp, to safefs.Place, s journal.Step) error {
	in, err := temp.Lstat()
	if err != nil {
		return err
	}
	if !in.ID.SameFile(s.ID) {
		return safefs.ErrChanged
	}
	_, err = safefs.Move{From: temp, To: to, ID: in.ID, Temp: s.Temp + "y"}.Do(context.Background())
	return err
}

func done(n int, s journal.Step, tr traces) journal.Record {
	d := journal.Done{Step: n, ID: tr.target.ID}
	if isCopy(tr.target, s) {
		d.Hash = s.Copy.Hash
	}
	return d
}

func notDone(n int) journal.Record {
	return journal.Failed{Step: n, Stopped: true, Why: "the program ended before it was its turn"}
}
