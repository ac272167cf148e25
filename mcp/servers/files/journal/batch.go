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

// Outcome is how far a step got.
type Outcome string

// The outcomes of a step. An open one was intended; nothing more is known.
const (
	Open     Outcome = ""
	Finished Outcome = "done"
	Aborted  Outcome = "failed"
	Unclear  Outcome = "conflict"
)

// Step is one move of a batch or of its undo.
type Step struct {
	Intent
	// To is the actual target, after retargeting; it shadows the intended one.
	To      string
	Outcome Outcome
	Parked  bool
	// Copy is the copy that was made, if the file could not be renamed.
	Copy *Copied
	// Claim is the name that was claimed for a copy, or nil.
	Claim *Claim
	// At is the file at the target once the step is Finished.
	At     safefs.Identity
	AtBorn int64
	Hash   string
	// Why is the reason of a failure in words, Code the same for programs.
	Why     string
	Code    chat.Code
	Stopped bool
	// UndoneBy is 1 + the number of the step that undid this one; 0 if none did.
	UndoneBy int
	// TriedBy is 1 + the number of the step that retries this one; 0 if none does.
	TriedBy int
}

// Forward reports whether the step belongs to the batch, not to its undo.
func (s *Step) Forward() bool { return s.Undoes == 0 }

// Left reports whether the step was not carried out, for no fault of its own, so that it can
// be retried.
func (s *Step) Left() bool {
	return s.Forward() && s.TriedBy == 0 && s.Kind != Write && (s.Outcome == Open || s.Outcome == Aborted && s.Stopped)
}

// InEffect reports whether the step was done and not undone.
func (s *Step) InEffect() bool {
	return s.Forward() && s.Outcome == Finished && s.UndoneBy == 0
}

// MadeFolder is a folder that the batch intended to create.
type MadeFolder struct {
	Folder
	Made    bool
	Removed bool
	ID      safefs.Identity
}

// Batch is the state that a journal describes.
type Batch struct {
	Begin
	// Asked counts the moves requested so far, Total those requested once all pages have
	// come.
	Asked   int
	Total   int
	Steps   []Step
	Folders []MadeFolder
	// Trash are the trash folders in use.
	Trash []string
	// Covered is how many steps the last receipt has counted.
	Covered int
	// Receipt and UndoReceipt are the last ones counted; nil before the first.
	Receipt     *files.Receipt
	UndoReceipt *files.Receipt
	// Closed means that the last record closes a page or an undo.
	Closed bool
	// Damaged means that a part of what was written is missing or changed.
	Damaged bool
	// Missing are the lines of the restore list without a record in an unfinished
	// journal: the records are damaged, or a crash came before them. Only the disk can
	// tell.
	Missing []Line
	// Unknown is how many missing intents have no such line either.
	Unknown int
	// Headless means that the journal lost its first record, which was rebuilt from the
	// restore list.
	Headless bool
	// Added is what Repair added to a damaged journal.
	Added []Record
	// Live means that a process holds the journal's lock.
	Live bool

	folderAt map[string]int
	open     int // steps
	lines    int
	closes   int // Close records
	due      int // intents of the last page still to come
	framing  framing
	size     int64 // bytes up to the end of the last whole record
}

// State derives the state of the batch. A live, unfinished one counts as stopped: it does
// not wait for a decision.
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

// Progress counts the moves done and the moves to do.
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

// Lost counts the moves of a repaired batch about which nothing is known.
func (b *Batch) Lost() int {
	if !b.Repaired {
		return 0
	}
	return b.Total - b.Asked
}

// CanFinish reports whether moves were left undone and can be retried.
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

// CanUndo reports whether a move is, or may be, in effect.
func (b *Batch) CanUndo() bool {
	for i := range b.Steps {
		s := &b.Steps[i]
		if s.InEffect() || s.Outcome == Open {
			return true
		}
	}
	return slices.ContainsFunc(b.Folders, func(f MadeFolder) bool { return f.Made && !f.Removed && !b.undone() })
}

// Complete reports whether the last page or undo was closed and each step has an outcome.
func (b *Batch) Complete() bool { return b.Closed && b.open == 0 }

// Folder returns the last intent for a folder, which must exist.
func (b *Batch) Folder(path string) MadeFolder { return b.Folders[b.folderAt[path]] }

// undone reports whether an undo of the batch was completed.
func (b *Batch) undone() bool { return b.UndoReceipt != nil }

// read folds a journal. The batch is complete up to the last good record; the error is
// ErrDamaged or the disk's. A journal that ends within its first record gives a batch
// without an id.
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

// scan calls each first for the start of a journal, without a record, and then for every
// record, with the framing and the file size after it.
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
