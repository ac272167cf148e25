package mover

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/names"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/trash"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// planner computes a plan in one pass over the requests and one over the folders that
// they lead to.
type planner struct {
	m        *Mover
	tree     *folders.Tree
	reserved *names.Reserved
	trashes  *trash.PerDisk
	flags    *find.Flags
	// keepNames is for an undo, which restores exact names.
	keepNames bool
	folders   []string
	planned   map[string]bool // of folders
	real      map[string]string
}

func newPlanner(m *Mover, t *folders.Tree) *planner {
	return &planner{
		m: m, tree: t, reserved: names.New(t), planned: map[string]bool{}, real: map[string]string{},
		trashes: trash.NewPerDisk(m.bins), flags: find.NewFlags(t),
	}
}

// Plan computes what a batch would do. It writes nothing.
func (m *Mover) Plan(ctx context.Context, scope roots.Scope, moves []files.Move, stay []string) (*Plan, error) {
	t := m.folders.Tree(scope)
	defer t.Close()
	p := newPlanner(m, t)
	items, seen, err := planEach(ctx, moves, p.look)
	if err != nil {
		return nil, err
	}
	plan := &Plan{Scope: scope, Items: items}
	p.lookAgain(plan.Items)
	if err := p.resolve(ctx, plan); err != nil {
		return nil, err
	}
	p.noteParted(plan.Items)
	return plan, p.addStaying(plan, stay, seen)
}

// look checks one request and finds its file. To is still the requested folder and name.
func (p *planner) look(r files.Move) (Item, error) {
	from, err := p.tree.Scope.Readable(r.From)
	if err != nil {
		return Item{}, err
	}
	item, in := p.find(from)
	p.flag(&item, in)
	if item.To, err = p.destination(from, r.To); err != nil {
		return Item{}, err
	}
	if !p.tree.Scope.MayWrite(item.To) {
		return Item{}, p.tree.Scope.Denied(item.To)
	}
	if err := p.guarded(from, item.To); err != nil {
		return Item{}, err
	}
	if item.Note != "" {
		return item.stays(item.Code, item.Note), nil
	}
	return item, nil
}

// find looks up a file. The note says why it cannot be moved.
func (p *planner) find(path string) (Item, safefs.Info) {
	item := Item{From: path, To: path}
	in, err := p.tree.Lstat(path)
	switch {
	case err != nil:
		item = item.stays(fault.CodeOf(err), fault.Words(err))
		item.Missing = errors.Is(err, fs.ErrNotExist)
	case in.Mode.IsDir():
		item = item.stays(chat.CodeNotRegular, "it is a folder, and only files are moved")
	case in.Mode&fs.ModeSymlink != 0:
		item = item.stays(chat.CodeLink, "it is a link, and links are left alone")
	case !in.Mode.IsRegular():
		item = item.stays(chat.CodeNotRegular, fault.Words(safefs.ErrNotRegular))
	default:
		item.ID, item.born, item.Exists = in.ID, in.Born, true
	}
	return item, in
}

// destination returns the absolute path of a requested target: a bare name means the
// file's own folder, a folder means its own name in there.
func (p *planner) destination(from, to string) (string, error) {
	if to != "" && !filepath.IsAbs(to) && filepath.Base(to) == to && to != "." && to != ".." {
		return filepath.Join(filepath.Dir(from), to), nil
	}
	path, err := p.tree.Scope.Resolve(to)
	if err != nil {
		return "", err
	}
	if path == from {
		return path, nil
	}
	if err := p.tree.Scope.TooDeep(filepath.Dir(path)); err != nil {
		return "", err
	}
	slash := to[len(to)-1] == '/' || to[len(to)-1] == filepath.Separator
	if in, err := p.tree.Lstat(path); slash || err == nil && in.Mode.IsDir() {
		path = filepath.Join(path, filepath.Base(from))
	}
	return path, p.tree.Scope.TooDeep(filepath.Dir(path))
}

// keepsName is the note of a file that already has its new name.
const keepsName = "it keeps its name"

// resolve turns requests into targets, which are in existing or planned folders, safe,
// free, and distinct; then it orders the moves.
func (p *planner) resolve(ctx context.Context, plan *Plan) error {
	for i := range plan.Items {
		if !plan.Items[i].Moves() || plan.Items[i].Kind == journal.Trash {
			continue // a trash has its own names
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.target(&plan.Items[i]); err != nil {
			return err
		}
	}
	for _, it := range plan.Items {
		if it.Moves() && !it.Kind.Makes() {
			p.reserved.Vacate(it.From, it.ID)
		}
	}
	for _, path := range plan.spared {
		p.reserved.Hold(path)
	}
	if err := p.reserveAll(plan.Items); err != nil {
		return err
	}
	plan.Folders = p.needed(plan.Items)
	plan.order = names.Order(pairs(plan.Items))
	plan.Hash = digest(plan.Items)
	return nil
}

// target finds the folder of an item's target and makes its name safe.
func (p *planner) target(it *Item) error {
	folder, requested := roots.Split(it.To)
	folder, err := p.folder(folder)
	if errors.Is(err, safefs.ErrLink) || errors.Is(err, safefs.ErrNotFolder) || errors.Is(err, fs.ErrPermission) {
		*it = it.stays(fault.CodeOf(err), fault.Words(err))
		return nil
	}
	if err != nil {
		return err
	}
	name := requested
	if !p.keepNames && it.Kind != journal.Write {
		name = names.Safe(filepath.Base(it.From), requested)
	}
	if name != requested {
		it.Code, it.Note = chat.CodeSafeName, "the name was made safe"
	}
	it.To = roots.Join(folder, name)
	if !it.Moves() {
		it.Note = keepsName
	}
	return nil
}

// reserveAll reserves a free name for each item: first the requested names, then numbered
// ones for the rest.
func (p *planner) reserveAll(items []Item) error {
	var left []*Item
	for i := range items {
		if !items[i].Moves() {
			continue
		}
		free, err := p.reserved.Claim(items[i].To)
		if err != nil {
			return err
		}
		if !free {
			left = append(left, &items[i])
		}
	}
	for _, it := range left {
		if err := p.reserve(it); err != nil {
			return err
		}
	}
	return nil
}

// reserve gives an item another name than the requested one.
func (p *planner) reserve(it *Item) error {
	free, err := p.reserved.Reserve(it.To)
	if err != nil {
		return err
	}
	if free != it.To {
		it.To, it.Code, it.Note = free, chat.CodeOtherName, "the name was taken"
	}
	if !it.Moves() {
		it.Code, it.Note = chat.CodeTaken, "it keeps its name: the other one is taken"
	}
	return nil
}

// needed returns the missing folders that moves lead to, parents first.
func (p *planner) needed(items []Item) []string {
	used := map[string]bool{}
	for _, it := range items {
		if !it.Moves() {
			continue
		}
		for dir := filepath.Dir(it.To); p.planned[dir] && !used[dir]; dir = filepath.Dir(dir) {
			used[dir] = true
		}
	}
	return lists.Filter(p.folders, func(f string) bool { return used[f] })
}

// addStaying finds the files that keep their names.
func (p *planner) addStaying(plan *Plan, stay []string, seen map[string]bool) error {
	for _, path := range stay {
		path, err := p.tree.Scope.Readable(path)
		if err != nil {
			return err
		}
		path = p.tree.OnDisk(path)
		if it, _ := p.find(path); it.Exists && !seen[path] {
			plan.Stay = append(plan.Stay, it)
		}
		seen[path] = true
	}
	return nil
}

// planEach plans an item for each request, and returns the paths they are about. A file
// that is requested again stays, and is counted once.
func planEach[T any](ctx context.Context, requests []T, look func(T) (Item, error)) (items []Item, seen map[string]bool, err error) {
	seen = map[string]bool{}
	for _, r := range requests {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		item, err := look(r)
		if err != nil {
			return nil, nil, err
		}
		if seen[item.From] {
			item = item.stays(chat.CodeTwice, "it is in the list twice")
			item.Exists = false
		}
		seen[item.From] = true
		items = append(items, item)
	}
	return items, seen, nil
}
