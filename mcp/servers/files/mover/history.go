package mover

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// recovered is how many of the newest batches are checked on start. An older open one is
// recovered when it is undone.
const recovered = 50

// shownFailures is how many failures the history lists for a single batch; in a list of
// batches it is shownMoves.
const shownFailures = 1000

// shownMoves is how many moves of a batch its history lists.
const shownMoves = 100

// History returns the last batches that touch the scope, newest first; or the named one.
// Nothing outside the scope is reported; an empty scope has no outside. It reads only the
// journals, unless a batch was interrupted or its journal is damaged: then the disk is
// counted.
func (m *Mover) History(ctx context.Context, scope roots.Scope, limit int, batch string) ([]files.Batch, error) {
	if batch != "" {
		b, err := m.read(batch)
		if err != nil {
			return nil, err
		}
		p, inside := m.past(ctx, scope, b, shownFailures)
		if !inside {
			return nil, journal.ErrUnknown
		}
		return []files.Batch{p}, nil
	}
	heads, err := m.store.List()
	if err != nil {
		return nil, err
	}
	var all []files.Batch
	for _, h := range heads {
		if len(all) == limit {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b, err := m.read(h.Batch)
		if errors.Is(err, journal.ErrUnknown) {
			continue // removed meanwhile, or never begun
		}
		if err != nil {
			return nil, err
		}
		if p, inside := m.past(ctx, scope, b, shownMoves); inside {
			all = append(all, p)
		}
	}
	return all, nil
}

// past describes the part of a batch inside the scope. inside reports whether there is
// any.
func (m *Mover) past(ctx context.Context, scope roots.Scope, b *journal.Batch, failures int) (p files.Batch, inside bool) {
	lost := m.recount(ctx, b)
	p = files.Batch{ID: b.Batch, When: b.When.Truncate(time.Second), State: b.State(), Lost: lost, Adds: adds(b), Moves: []files.Change{}}
	if b.Receipt != nil {
		counted := *b.Receipt
		for _, d := range failuresIn(b, failures) {
			if d, ok := reported(scope, d, journal.Move); ok {
				counted.Failures = append(counted.Failures, d.Failure())
			}
		}
		p.Receipt = &counted
	}
	p.Done, p.Of = b.Progress()
	inFolder := map[string]int{}
	for i := range b.Steps {
		s := &b.Steps[i]
		if !s.Forward() {
			continue
		}
		if s.UndoneBy > 0 {
			p.Undone++
		}
		d, ok := reported(scope, outcomeOf(s), s.Kind)
		if !ok {
			continue
		}
		inside = true
		folder := filepath.Dir(cmp.Or(d.From, d.To))
		if p.Adds {
			folder = filepath.Dir(d.To)
		}
		if inFolder[folder]++; inFolder[folder] > inFolder[p.Folder] {
			p.Folder = folder
		}
		if len(p.Moves) < shownMoves {
			p.Moves = append(p.Moves, d.Change())
		}
	}
	for _, f := range b.Folders {
		if scope.Tells(f.Path) && p.Folder == "" {
			p.Folder = filepath.Dir(f.Path)
		}
		inside = inside || scope.Tells(f.Path)
	}
	return p, inside || slices.ContainsFunc(b.Roots, scope.Tells)
}

// adds reports whether a batch only created new files.
func adds(b *journal.Batch) bool {
	return len(b.Steps) > 0 && !slices.ContainsFunc(b.Steps, func(s journal.Step) bool { return s.Forward() && !s.Kind.Makes() })
}

func outcomeOf(s *journal.Step) files.Outcome {
	d := files.Outcome{From: s.From, To: s.To, Status: files.Moved}
	switch {
	case s.UndoneBy > 0:
		d.Code, d.Note = chat.CodeUndone, "undone"
	case s.Outcome == journal.Open:
		d.Status, d.Code, d.Note = files.Skipped, chat.CodeUnclear, "the program ended before it was done for sure"
	case s.Outcome != journal.Finished:
		d.Status, d.Code, d.Note = files.Failed, s.Code, s.Why
	}
	return d
}

// Recover ends what a crash left half done in batches whose roots the scope contains. It
// never continues a batch. Live batches of other processes are left alone, and damaged
// ones until they are undone.
func (m *Mover) Recover(ctx context.Context, scope roots.Scope) error {
	end, err := m.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	heads, failed := m.store.List()
	for _, h := range heads[:min(recovered, len(heads))] {
		if err := ctx.Err(); err != nil {
			return err
		}
		failed = errors.Join(failed, m.recover(ctx, scope, h.Batch))
	}
	return failed
}

func (m *Mover) recover(ctx context.Context, scope roots.Scope, id string) error {
	b, err := m.read(id)
	if errors.Is(err, journal.ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	inner, err := undoScope(scope, b)
	if err != nil || b.Live || b.Damaged || b.Complete() {
		return nil
	}
	log, err := m.store.Resume(id)
	if errors.Is(err, journal.ErrLive) {
		return nil
	}
	if err != nil {
		return err
	}
	t := m.folders.Tree(inner)
	defer t.Close()
	return errors.Join(m.recoverSteps(ctx, t, log), log.Close())
}
