package mover

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// Trash lists what is in the trashes of the scope's disks and was inside the
// scope, the newest first.
func (m *Mover) Trash(ctx context.Context, scope roots.Scope) ([]trash.Entry, error) {
	t := m.folders.Tree(scope)
	defer t.Close()
	return m.inTrashes(ctx, t)
}

func (m *Mover) inTrashes(ctx context.Context, t *folders.Tree) ([]trash.Entry, error) {
	var all []trash.Entry
	for _, bin := range m.bins.In(t.Scope) {
		t.Scope.AddWay(trash.Base(bin), bin)
		found, err := m.inTrash(ctx, t, bin)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b trash.Entry) int {
		if order := b.When.Compare(a.When); order != 0 {
			return order
		}
		return strings.Compare(a.Path, b.Path)
	})
	return all, nil
}

// inTrash returns what is in a trash and was inside the scope.
func (m *Mover) inTrash(ctx context.Context, t *folders.Tree, bin string) ([]trash.Entry, error) {
	if trash.Flat(bin) {
		return m.journalled(ctx, t, bin)
	}
	return trash.List(ctx, t, bin)
}

// journalled returns what the newest batches put into a trash that has no labels,
// and what is still there.
func (m *Mover) journalled(ctx context.Context, t *folders.Tree, bin string) ([]trash.Entry, error) {
	heads, err := m.store.List()
	if err != nil {
		return nil, err
	}
	var found []trash.Entry
	seen := map[string]bool{} // the newest file of a path is the one that is there
	for _, h := range heads[:min(recovered, len(heads))] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b, err := m.read(h.Batch)
		if err != nil {
			continue // somebody removed it meanwhile, or it cannot be read
		}
		for _, s := range b.Steps {
			if s.Kind != journal.Trash || s.Outcome != journal.Finished || s.UndoneBy > 0 || filepath.Dir(s.To) != bin || !t.Scope.MayWrite(s.From) || seen[s.To] {
				continue
			}
			if in, err := t.Lstat(s.To); err == nil && in.ID.SameFile(s.At) {
				seen[s.To] = true
				found = append(found, trash.Entry{Path: s.To, Was: s.From, When: b.When})
			}
		}
	}
	return found, nil
}

// PlanRestore computes what bringing files back from the trash would do. An
// entry is named by its path in the trash, or by the path that it had; of
// several that had it, the newest is meant. Nothing is written.
func (m *Mover) PlanRestore(ctx context.Context, scope roots.Scope, entries []string) (*Plan, error) {
	t := m.folders.Tree(scope)
	defer t.Close()
	all, err := m.inTrashes(ctx, t)
	if err != nil {
		return nil, err
	}
	by := map[string]trash.Entry{}
	for _, e := range slices.Backward(all) {
		by[e.Path], by[e.Was] = e, e
	}
	p := newPlanner(m, t)
	p.keepNames, p.reserved.Exact = true, true
	plan := &Plan{}
	seen := map[string]bool{}
	for _, entry := range entries {
		e, known := by[filepath.Clean(entry)]
		if !known {
			return nil, &chat.Failure{
				Class: chat.ErrInvalidArgs, Code: chat.CodeNotInTrash, Path: entry, Message: "This is not in the trash.",
				Advice: chat.Advice{Code: chat.AdviseLook, Text: "Call list_trash to see what is."},
			}
		}
		if seen[e.Path] {
			continue
		}
		seen[e.Path] = true
		if err := p.guarded(e.Was); err != nil {
			return nil, err
		}
		item, _ := p.find(e.Path)
		if item.Note == "" {
			item.To = e.Was
		}
		item.Kind, item.Label = journal.Restore, e.Label
		plan.Items = append(plan.Items, item)
	}
	plan.Scope = t.Scope
	return plan, p.resolve(ctx, plan)
}
