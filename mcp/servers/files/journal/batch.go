package journal

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Outcome says how far a step got.
type Outcome string

// The outcomes of a step. An open one was intended, and no more is known.
const (
	Open     Outcome = ""
	Finished Outcome = "done"
	Aborted  Outcome = "failed"
	Unclear  Outcome = "conflict"
)

// Step is one move of a batch or of its undo.
type Step struct {
	Intent
	// To is where the step goes, after retargeting; it shadows the intended
	// place.
	To      string
	Outcome Outcome
	Parked  bool
	// Copy is the copy that was made, if the file could not be renamed.
	Copy *Copied
	// Claim is the name that was claimed for a copy; nil: none was.
	Claim *Claim
	// At is the file at the target once the step is Finished.
	At     safefs.Identity
	AtBorn int64
	Hash   string
	// Why says in words why the step failed, and Code for programs.
	Why     string
	Code    chat.Code
	Stopped bool
	// UndoneBy is 1 + the number of the step that took this one back; 0 while
	// it stands.
	UndoneBy int
	// TriedBy is 1 + the number of the step that tries this one again; 0 if
	// none does.
	TriedBy int
}

// Forward reports whether the step is a move of the batch, not of its undo.
func (s *Step) Forward() bool { return s.Undoes == 0 }

// Left reports whether the step was never made, for no fault of its own, so that it
// can be tried again.
func (s *Step) Left() bool {
	return s.Forward() && s.TriedBy == 0 && s.Kind != Write && (s.Outcome == Open || s.Outcome == Aborted && s.Stopped)
}

// InEffect reports whether the step was made and not taken back.
func (s *Step) InEffect() bool {
	return s.Forward() && s.Outcome == Finished && s.UndoneBy == 0
}

// MadeFolder is a folder that the batch intended to make.
type MadeFolder struct {
	Folder
	Made    bool
	Removed bool
	ID      safefs.Identity
}

// Batch is what a journal says.
type Batch struct {
	Begin
	// Asked and Total count the moves that came, and those that will have come
	// with the last page.
	Asked   int
	Total   int
	Steps   []Step
	Folders []MadeFolder
	// Trash are the trash folders that the batch uses.
	Trash []string
	// Covered is how many steps the last receipt of the batch has counted.
	Covered int
	// Receipt and UndoReceipt are the last ones counted; nil before the first.
	Receipt     *files.Receipt
	UndoReceipt *files.Receipt
	// Closed says that the last record closes a page or an undo.
	Closed bool
	// Damaged says that the journal is not all that was written.
	Damaged bool
	// Missing are the lines of the restore list that no record of a journal that
	// is not at rest accounts for: what is damaged lost them, or a crash came
	// before their records. Only the disk can tell.
	Missing []Line
	// Unknown is how many intents are missing that no line accounts for either.
	Unknown int
	// Headless says that the journal lost its first record, which was made again
	// from the restore list.
	Headless bool
	// Added is what Repair added to a damaged journal.
	Added []Record
	// Live says that a process holds the journal's lock.
	Live bool

	folderAt map[string]int
	open     int // steps
	lines    int
	closes   int // Close records
	due      int // intents of the last page that did not come yet
	framing  framing
	size     int64 // bytes up to the end of the last whole record
}

// State derives where the batch stands. A live one that is not finished counts
// as stopped: it waits for nobody's decision.
func (b *Batch) State() files.BatchState {
	switch {
	case b.undone() && !b.CanUndo() && b.Lost() == 0:
		return files.BatchUndone
	case b.Damaged, b.Repaired:
		return files.BatchDamaged
	case !b.Closed && b.Live:
		return files.BatchStopped
	case !b.Closed:
		return files.BatchInterrupted
	case b.Receipt != nil && b.Receipt.Stopped, b.Live && b.Asked < b.Total:
		return files.BatchStopped
	case b.Receipt == nil, b.Asked < b.Total:
		return files.BatchInterrupted
	}
	return files.BatchDone
}

// Progress counts the moves that were made, and those that were to be made.
func (b *Batch) Progress() (done, of int) {
	for i := range b.Steps {
		if !b.Steps[i].Forward() || b.Steps[i].TriedBy > 0 {
			continue
		}
		of++
		if b.Steps[i].Outcome == Finished {
			done++
		}
	}
	return done, of + b.Total - b.Asked
}

// Lost counts the moves of a repaired batch of which nothing is known.
func (b *Batch) Lost() int {
	if !b.Repaired {
		return 0
	}
	return b.Total - b.Asked
}

// CanFinish reports whether something of the batch was left undone and can be tried
// again.
func (b *Batch) CanFinish() bool {
	if b.undone() || b.Damaged || b.Repaired {
		return false
	}
	for i := range b.Steps {
		if b.Steps[i].Left() {
			return true
		}
	}
	return !b.Closed || b.Asked < b.Total
}

// CanUndo reports whether something of the batch stands, or may stand.
func (b *Batch) CanUndo() bool {
	for i := range b.Steps {
		s := &b.Steps[i]
		if s.InEffect() || s.Outcome == Open {
			return true
		}
	}
	return slices.ContainsFunc(b.Folders, func(f MadeFolder) bool { return f.Made && !f.Removed && !b.undone() })
}

// Complete reports whether the last page or undo came to its end, and each step to an
// outcome.
func (b *Batch) Complete() bool { return b.Closed && b.open == 0 }

// Folder is the last that was intended of a folder, which must have been.
func (b *Batch) Folder(path string) MadeFolder { return b.Folders[b.folderAt[path]] }

// undone reports whether an undo of the batch ended.
func (b *Batch) undone() bool { return b.UndoReceipt != nil }

// read folds a journal. What it returns is whole up to the last good record; the
// error is ErrDamaged or the disk's. A journal that ends in the middle of its
// first record makes a batch without an id.
func read(r io.Reader) (*Batch, error) {
	b := &Batch{}
	return b, scan(r, func(record Record, f framing, size int64) error {
		if record != nil {
			if err := b.apply(record); err != nil {
				return err
			}
		}
		b.framing, b.size = f, size
		return nil
	})
}

// scan calls each for the beginning of a journal, with no record, and then for
// every record, with the framing and the size of the file behind it.
func scan(r io.Reader, each func(record Record, f framing, size int64) error) error {
	f, err := readMagic(r)
	if err != nil {
		return ignoreTorn(err)
	}
	size := int64(len(magic))
	if err := each(nil, f, size); err != nil {
		return err
	}
	for n := 0; ; n++ {
		payload, err := f.next(r)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return ignoreTorn(err)
		}
		record, err := decode(n, payload)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		size += int64(f.headerSize() + len(payload))
		if err := each(record, f, size); err != nil {
			return err
		}
	}
}

func ignoreTorn(err error) error {
	if errors.Is(err, errTorn) {
		return nil
	}
	return err
}

// Head is the beginning of a journal, for a list.
type Head struct {
	Batch string
	When  time.Time
}
