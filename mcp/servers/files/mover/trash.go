package mover

import (
	"context"
	"path/filepath"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// PlanTrash computes what moving files to the trash would do. It writes nothing.
func (m *Mover) PlanTrash(ctx context.Context, scope roots.Scope, paths []string) (*Plan, error) {
	t := m.folders.Tree(scope)
	defer t.Close()
	p := newPlanner(m, t)
	p.reserved.Exact = true
	items, _, err := planEach(ctx, paths, p.discard)
	if err != nil {
		return nil, err
	}
	plan := &Plan{Scope: t.Scope, Items: items}
	p.lookAgain(plan.Items)
	return plan, p.resolve(ctx, plan)
}

// discard plans the move of a file into the trash.
func (p *planner) discard(path string) (Item, error) {
	path, err := p.tree.Scope.Readable(path)
	if err == nil {
		err = p.guarded(path)
	}
	if err != nil {
		return Item{}, err
	}
	item, in := p.find(path)
	p.flag(&item, in)
	if item.Note != "" {
		return item, nil
	}
	return item, p.toTrash(&item)
}

// toTrash gives an item a place in the trash of its disk.
func (p *planner) toTrash(it *Item) error {
	bin, err := p.trashes.Of(it.From, it.ID)
	if err != nil {
		return err
	}
	p.tree.Scope.AddWay(trash.Base(bin), bin)
	it.Kind = journal.Trash
	it.To = filepath.Join(trash.FilesOf(bin), filepath.Base(it.From))
	it.Label = trash.NewLabel(bin, it.From, p.m.now())
	return nil
}
