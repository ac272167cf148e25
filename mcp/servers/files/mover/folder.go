package mover

import (
	"context"
	"errors"

	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// PlanFolder computes which folders have to be created for path to exist. It writes
// nothing.
func (m *Mover) PlanFolder(scope roots.Scope, path string) (*Plan, error) {
	path, err := scope.Writable(path)
	if err == nil {
		err = scope.TooDeep(path)
	}
	if err != nil {
		return nil, err
	}
	t := m.folders.Tree(scope)
	defer t.Close()
	p := newPlanner(m, t)
	if _, err := p.folder(path); err != nil {
		return nil, err
	}
	plan := &Plan{Scope: scope, Folders: p.folders}
	items := make([]Item, len(p.folders))
	for i, f := range p.folders {
		items[i].To = f
	}
	plan.Hash = digest(items)
	return plan, nil
}

// MakeFolders carries out a folder plan as a batch of its own.
func (m *Mover) MakeFolders(ctx context.Context, plan *Plan, batch string) (string, []string, error) {
	if len(plan.Folders) == 0 {
		return "", nil, nil
	}
	end, err := m.begin(ctx)
	if err != nil {
		return "", nil, err
	}
	defer end()
	if batch == "" {
		if batch, err = m.newID(); err != nil {
			return "", nil, err
		}
	}
	log, err := m.open(batch, plan.Scope)
	if err != nil {
		return "", nil, err
	}
	made, err := m.makeFolders(log, plan)
	return batch, made, errors.Join(err, m.release(log))
}

func (m *Mover) makeFolders(log *journal.Log, plan *Plan) ([]string, error) {
	t := m.folders.Tree(plan.Scope)
	defer t.Close()
	r, err := m.newRun(t, log, plan, &journal.Page{}, nil)
	if err != nil {
		return nil, err
	}
	var made []string
	for _, path := range plan.Folders {
		if err := r.makeFolder(log.Batch.Folder(path)); err != nil {
			return nil, errors.Join(fault.Of(err, path), r.closeFolders(log))
		}
		made = append(made, path)
	}
	r.syncFolders()
	return made, r.closeFolders(log)
}

func (r *run) closeFolders(log *journal.Log) error {
	receipt := r.count(log.Batch.Batch)
	if log.Batch.Receipt != nil {
		receipt = log.Batch.Receipt.Plus(receipt)
	}
	return errors.Join(log.Append(journal.Close{Receipt: receipt}), log.Sync())
}
