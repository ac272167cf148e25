package journal

import (
	"fmt"
)

// apply applies a record to the batch; a record that does not fit those before it is
// damage.
func (b *Batch) apply(r Record) error {
	if _, first := r.(Begin); first != (b.lines == 0) {
		return fmt.Errorf("%w: the batch starts in the wrong place", ErrDamaged)
	}
	switch r.(type) {
	case Folder, Intent:
		b.due = max(b.due-1, 0)
	default:
		if b.due > 0 {
			return fmt.Errorf("%w: %d intents of a page are missing", ErrDamaged, b.due)
		}
	}
	b.lines++
	_, b.Closed = r.(Close)
	switch r := r.(type) {
	case Begin:
		b.Begin = r
		b.folderAt = map[string]int{}
	case Page:
		b.due = r.Intents
		b.Asked += r.Moves
		b.Total = max(b.Total, r.Total, b.Asked)
		if r.Final {
			b.Total = b.Asked
		}
		b.Trash = append(b.Trash, r.Trash...)
		b.Roots = append(b.Roots, r.Roots...)
	case Folder, Made, Removed:
		return b.applyFolder(r)
	case Intent:
		return b.intend(r)
	case Close:
		b.close(r)
	default:
		return b.applyStep(r)
	}
	return nil
}

func (b *Batch) intend(r Intent) error {
	if r.Undoes < 0 || r.Undoes > len(b.Steps) {
		return fmt.Errorf("%w: it takes back a step that is not there", ErrDamaged)
	}
	if r.Again < 0 || r.Again > len(b.Steps) {
		return fmt.Errorf("%w: it tries a step again that is not there", ErrDamaged)
	}
	if r.Again > 0 {
		b.Steps[r.Again-1].TriedBy = len(b.Steps) + 1
	}
	b.Steps = append(b.Steps, Step{Intent: r, To: r.To})
	b.open++
	return nil
}

func (b *Batch) close(r Close) {
	receipt := r.Receipt
	b.closes++
	if r.Undo {
		b.UndoReceipt = &receipt
		return
	}
	b.Receipt, b.Covered = &receipt, len(b.Steps)
}

func (b *Batch) applyFolder(r Record) error {
	switch r := r.(type) {
	case Folder:
		b.folderAt[r.Path] = len(b.Folders)
		b.Folders = append(b.Folders, MadeFolder{Folder: r})
	case Made:
		i, known := b.folderAt[r.Path]
		if !known {
			return fmt.Errorf("%w: a folder was made that was not intended", ErrDamaged)
		}
		b.Folders[i].Made, b.Folders[i].ID = true, r.ID
	case Removed:
		i, known := b.folderAt[r.Path]
		if !known {
			return fmt.Errorf("%w: a folder was removed that was not made", ErrDamaged)
		}
		b.Folders[i].Removed = true
	}
	return nil
}

func (b *Batch) applyStep(r Record) error {
	s, err := b.stepOf(r)
	if err != nil {
		return err
	}
	wasOpen := s.Outcome == Open
	switch r := r.(type) {
	case Retarget:
		s.To, s.Copy, s.Claim = r.To, nil, nil
	case Parked:
		s.Parked = true
	case Claim:
		s.Copy, s.Claim = nil, &r // the disk may reuse the number of the last copy
	case Copied:
		s.Copy = &r
	case Done:
		s.Outcome, s.At, s.AtBorn, s.Hash, s.Parked, s.Why, s.Code = Finished, r.ID, r.Born, r.Hash, false, "", ""
		if s.Undoes > 0 {
			b.Steps[s.Undoes-1].UndoneBy = r.Step + 1
		}
	case Failed:
		s.Outcome, s.Why, s.Code, s.Stopped, s.Parked = Aborted, r.Why, r.Code, r.Stopped, false
		if r.Conflict {
			s.Outcome = Unclear
		}
	}
	if wasOpen && s.Outcome != Open {
		b.open--
	}
	return nil
}

func (b *Batch) stepOf(r Record) (*Step, error) {
	n := -1
	switch r := r.(type) {
	case Retarget:
		n = r.Step
	case Parked:
		n = r.Step
	case Claim:
		n = r.Step
	case Copied:
		n = r.Step
	case Done:
		n = r.Step
	case Failed:
		n = r.Step
	}
	if n < 0 || n >= len(b.Steps) {
		return nil, fmt.Errorf("%w: no step %d", ErrDamaged, n)
	}
	return &b.Steps[n], nil
}
