package mover

import (
	"context"
	"io/fs"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// maxRecounted is how many steps of a batch the history looks up on the disk. For a
// longer one it reports what is on record.
const maxRecounted = 100_000

// recount corrects the steps of an interrupted batch by what is on the disk, with two
// lookups per step: the last records, or the last renames, may be missing. It returns how
// many files are at neither of their places.
func (m *Mover) recount(ctx context.Context, b *journal.Batch) (lost int) {
	if b.State() != files.BatchInterrupted || b.Damaged || len(b.Steps) > maxRecounted {
		return 0
	}
	scope, err := undoScope(roots.Scope{}, b)
	if err != nil {
		return 0
	}
	t := m.folders.Tree(scope)
	defer t.Close()
	for _, root := range scope.Call {
		if _, err := t.Dir(root.Base()); err != nil {
			return 0 // an unavailable disk has lost nothing
		}
	}
	back := undoing(b)
	for n := range b.Steps {
		if n%1000 == 0 && ctx.Err() != nil {
			return 0
		}
		if s := &b.Steps[n]; s.Forward() && s.TriedBy == 0 && !s.Kind.Makes() && (s.Outcome == journal.Open || s.Outcome == journal.Finished) {
			lost += relocate(t, s, back[n])
		}
	}
	return lost
}

// undoing returns the last step that undoes each step.
func undoing(b *journal.Batch) map[int]*journal.Step {
	back := map[int]*journal.Step{}
	for i := range b.Steps {
		if s := &b.Steps[i]; !s.Forward() {
			back[s.Undoes-1] = s
		}
	}
	return back
}

// relocate sets a step to where its file is. back, which may be nil, undoes it. It
// returns 1 if the file is at neither of its places.
func relocate(t *folders.Tree, s, back *journal.Step) (lost int) {
	of := func(in safefs.Info, err error) bool {
		p := &in
		ours := is(p, s.ID) || isCopy(p, *s) || s.Outcome == journal.Finished && is(p, s.At)
		return err == nil && (ours || back != nil && (isCopy(p, *back) || back.Outcome == journal.Finished && is(p, back.At)))
	}
	switch {
	case of(t.Lstat(s.To)):
		s.Outcome, s.UndoneBy = journal.Finished, 0
		return 0
	case of(t.Lstat(s.From)):
		if s.Outcome == journal.Finished {
			s.UndoneBy = max(s.UndoneBy, 1)
		}
		return 0
	case s.UndoneBy > 0 && of(t.Lstat(back.To)):
		return 0 // it came back next to a file that had its name
	}
	for _, half := range []*journal.Step{s, back} {
		if half == nil || half.Outcome != journal.Open {
			continue
		}
		if tr, err := look(t, *half); err != nil || half.Parked {
			return 0
		} else if _, in := tr.hidden(*half); in != nil {
			return 0 // under a temporary name, until it is recovered
		}
	}
	s.Outcome, s.UndoneBy, s.Code, s.Why = journal.Unclear, 0, chat.CodeVanished, fault.Words(fs.ErrNotExist)
	return 1
}
