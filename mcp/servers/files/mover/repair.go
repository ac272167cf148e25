package mover

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// errDamaged is the answer to continuing a batch whose journal is damaged.
var errDamaged = &chat.Failure{
	Class: chat.ErrBlocked, Code: chat.CodeBatchDamaged, Err: journal.ErrDamaged,
	Message: "The record of this batch is damaged, so it cannot be gone on with.",
	Advice:  chat.Advice{Code: chat.AdviseUndoAll, Text: "Undo it: what can be found is taken back. Then start a new one."},
}

// read reads the journal of a batch. If it ends before its restore list, the disk tells
// whether a crash came first or the journal lost records: then it is damaged, and the
// batch is repaired in memory.
func (m *Mover) read(id string) (*journal.Batch, error) {
	b, err := m.store.Read(id)
	if err != nil || !b.Damaged && len(b.Missing) == 0 {
		return b, err
	}
	more, err := m.repairs(b)
	if err != nil {
		return nil, err
	}
	if !b.Damaged && len(more) == 0 {
		if b.Headless {
			return nil, journal.ErrUnknown // it never began
		}
		b.Missing = nil
		return b, nil
	}
	return b, b.Repair(more)
}

// resume locks a batch that was read, to continue it.
func (m *Mover) resume(b *journal.Batch) (*journal.Log, error) {
	if b.Damaged {
		return m.store.Repair(b)
	}
	return m.store.Resume(b.Batch)
}

// repairs returns the records missing in the journal of what was done, as the restore
// list and the disk tell; none, if nothing was.
func (m *Mover) repairs(b *journal.Batch) ([]journal.Record, error) {
	scope, err := undoScope(roots.Scope{}, b)
	if err != nil {
		return nil, err
	}
	page := journal.Page{Final: true}
	for _, l := range b.Missing {
		switch {
		case l.Root():
			page.Roots = append(page.Roots, l.To)
		case l.TrashFolder() && trash.Valid(l.To):
			page.Trash = append(page.Trash, l.To)
			scope.AddWay(trash.Base(l.To), l.To)
		}
	}
	roots, err := roots.Of(page.Roots)
	if err != nil {
		return nil, err
	}
	scope.Call = append(scope.Call, roots...)
	t := m.folders.Tree(scope)
	defer t.Close()
	k := repairer{tree: t, batch: b, steps: map[stepKey]int{}, from: map[string]int{}, ended: map[int]bool{}}
	k.missing()
	if !b.Damaged && len(k.records) == 0 {
		return nil, nil
	}
	k.openSteps()
	page.Moves = k.moves
	more := append([]journal.Record{page}, k.records...)
	if b.Unknown > 0 {
		more = append(more, journal.Page{Total: b.Asked + k.moves + b.Unknown})
	}
	return more, nil
}

// repairer collects the missing records of a damaged journal.
type repairer struct {
	tree    *folders.Tree
	batch   *journal.Batch
	records []journal.Record
	moves   int
	// steps are the numbers of steps by file, from by original path alone; ended are
	// those whose outcome is added.
	steps map[stepKey]int
	from  map[string]int
	ended map[int]bool
}

type stepKey struct {
	from string
	id   safefs.Identity
}

func (k *repairer) add(records ...journal.Record) { k.records = append(k.records, records...) }

// missing adds the steps of lines without records, if their files have left their places.
// A file with several target names has several lines: it is where it is found, or where
// the last one says.
func (k *repairer) missing() {
	for n, s := range k.batch.Steps {
		if s.Forward() {
			k.steps[stepKey{s.From, s.ID}], k.from[s.From] = n, n
		}
	}
	intents := len(k.batch.Steps)
	for _, l := range k.batch.Missing {
		key := stepKey{l.From, l.ID}
		n, known := k.steps[key]
		if !l.Known() {
			n, known = k.from[l.From]
		}
		switch {
		case l.Root(), l.TrashFolder():
		case known && l.Kind().Makes():
		case known:
			k.arrived(n, l)
		case k.wasMade(l):
			n, k.steps[key], k.from[l.From] = intents, intents, intents
			intents++
			k.moves++
			k.add(
				journal.Intent{Kind: l.Kind(), From: l.From, To: l.To, ID: l.ID, Born: l.Born, Temp: tempName("mended", n), Label: k.label(l)},
				journal.Done{Step: n, ID: at(l), Born: l.Born},
			)
		}
	}
}

// label returns the trash label of the file of a line; empty if it has none.
func (k *repairer) label(l journal.Line) string {
	switch l.Kind() {
	case journal.Restore:
		return trash.NewLabel(trash.OfFile(l.From), l.To, l.When)
	case journal.Trash:
		p, err := k.tree.Place(trash.LabelOf(l.To))
		if err != nil {
			return ""
		}
		text, err := trash.LabelText(p)
		if was, _, ok := trash.ReadLabel(trash.OfFile(l.To), text); err != nil || !ok || was != l.From {
			return ""
		}
		return text
	}
	return ""
}

// at returns the file that a line moved to its place, if known: a copy is another file
// than its original.
func at(l journal.Line) safefs.Identity {
	if l.Kind().Makes() {
		return safefs.Identity{}
	}
	return l.ID
}

// arrived records that the file of a known step is where a line says, if it is.
func (k *repairer) arrived(n int, l journal.Line) {
	id := l.ID
	if n < len(k.batch.Steps) {
		if k.batch.Steps[n].Outcome == journal.Finished {
			return
		}
		id = k.batch.Steps[n].ID
	}
	if in, err := k.tree.Lstat(l.To); err != nil || !in.ID.SameFile(id) {
		return
	}
	k.ended[n] = true
	k.add(journal.Retarget{Step: n, To: l.To}, journal.Done{Step: n, ID: id, Born: l.Born})
}

// wasMade reports whether the operation of a line was carried out, as far as the disk
// tells.
func (k *repairer) wasMade(l journal.Line) bool {
	_, gone := k.tree.Lstat(l.To)
	if l.Kind().Makes() {
		return gone == nil
	}
	in, err := k.tree.Lstat(l.From)
	if !l.Known() {
		return err != nil && gone == nil
	}
	return err != nil || !in.ID.SameFile(l.ID)
}

// openSteps adds the missing outcomes of steps, except for those with half-done work,
// which a recovery will handle.
func (k *repairer) openSteps() {
	for n, s := range k.batch.Steps {
		if s.Outcome != journal.Open || !s.Forward() || k.ended[n] {
			continue
		}
		tr, err := look(k.tree, s)
		_, hidden := tr.hidden(s)
		switch {
		case err != nil, hidden != nil, tr.partial != nil, tr.spare != nil, is(tr.source, s.ID) && !s.Kind.Makes():
		case s.Kind.Makes() && (tr.target == nil || isCopy(tr.target, s)):
		case s.Kind.Makes():
			k.add(journal.Done{Step: n})
		case isCopy(tr.target, s):
		default:
			k.add(journal.Done{Step: n, ID: s.ID, Born: s.Born})
		}
	}
}
