package mover

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// PlanTrash computes what putting files into the trash would do. Nothing is
// written.
func (m *Mover) PlanTrash(ctx context.Context, scope Scope, paths []string) (*Plan, error) {
	t := m.tree(scope)
	defer t.close()
	p := newPlanner(m, t)
	p.shelves.exact = true
	plan := &Plan{}
	seen := map[string]bool{}
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		item, err := p.discard(path)
		if err != nil {
			return nil, err
		}
		if seen[item.From] {
			item = item.stays(Twice, "it is in the list twice")
			item.Exists = false
		}
		seen[item.From] = true
		plan.Items = append(plan.Items, item)
	}
	plan.Scope = t.scope
	p.lookAgain(plan.Items)
	return plan, p.settle(ctx, plan)
}

// discard plans the way of a file into the trash.
func (p *planner) discard(path string) (Item, error) {
	path, err := p.tree.scope.Resolve(path)
	if err != nil {
		return Item{}, err
	}
	if !p.tree.scope.MayRead(path) {
		return Item{}, p.tree.scope.Denied(path)
	}
	if err := p.guarded(path); err != nil {
		return Item{}, err
	}
	item, in := p.find(path)
	p.beware(&item, in)
	if item.Note != "" {
		return item, nil
	}
	return item, p.toTrash(&item)
}

// toTrash gives an item a place in the trash of its disk.
func (p *planner) toTrash(it *Item) error {
	trash, err := p.trashes.of(it.From, it.ID)
	if err != nil {
		return err
	}
	if !slices.Contains(p.tree.scope.trash, trash) {
		p.tree.scope.trash = append(p.tree.scope.trash, trash)
	}
	it.Kind = journal.Trash
	it.To = filepath.Join(filesOf(trash), filepath.Base(it.From))
	it.Label = label(trash, it.From, p.trashes.m.now())
	return nil
}

// trash moves a file into a trash, behind its label.
func (r *run) trash(ctx context.Context, move safefs.Move, s journal.Step) (safefs.Outcome, error) {
	if s.Label == "" {
		return move.Do(ctx)
	}
	note, err := r.tree.place(labelOf(s.To))
	if err != nil {
		return safefs.Outcome{}, err
	}
	if err := writeLabel(note, s.Label); err != nil {
		return safefs.Outcome{}, err
	}
	out, err := move.Do(ctx)
	if errors.Is(err, fs.ErrExist) && !errors.Is(err, safefs.ErrUncertain) {
		if stays := dropLabel(note, s.Label); stays != nil {
			return out, fmt.Errorf("%w: %v", safefs.ErrUncertain, stays)
		}
	}
	return out, err
}

// untrash moves a file out of a trash, and then removes its label. A power cut
// must not leave a label without a file, nor a file without a label: the one is
// synced before the other is touched, and both before the step is written down.
func (r *run) untrash(ctx context.Context, move safefs.Move, s journal.Step) (safefs.Outcome, error) {
	out, err := move.Do(ctx)
	if err != nil || s.Label == "" {
		return out, err
	}
	note, err := r.tree.place(labelOf(s.From))
	if err == nil {
		err = move.To.Dir.Sync()
	}
	if err == nil {
		err = dropLabel(note, s.Label)
	}
	if err == nil {
		err = note.Dir.Sync()
	}
	if err != nil {
		return out, fmt.Errorf("%w: %v", safefs.ErrUncertain, err)
	}
	return out, nil
}
