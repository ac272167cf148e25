package mover

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

const (
	// fresh is how long after a change a file is looked at twice.
	fresh = 5 * time.Second
	// writtenTo is how long after a change a list asks whether a file is open
	// for writing; a plan always asks.
	writtenTo = 2 * time.Minute
	// marksMax is how many names of a folder are looked at to tell a project.
	marksMax = 2000
)

// marks know what to be careful with. A folder is read once.
type marks struct {
	tree    *tree
	now     func() time.Time
	folders map[string]*recognise.Folder
	project map[string]bool
}

func newMarks(t *tree, now func() time.Time) *marks {
	return &marks{tree: t, now: now, folders: map[string]*recognise.Folder{}, project: map[string]bool{}}
}

// of gives the flags of what is at path, but for what only its contents tell.
func (k *marks) of(path string, in safefs.Info) []string {
	folder, name := parts(path)
	flags := k.folder(folder).Flags(name, in.Mode.IsDir())
	if recognise.Group(flags) == "" && k.tree.scope.MayRead(folder) {
		// What is in a page's folder of pictures belongs to the page.
		if group := recognise.Group(k.folder(filepath.Dir(folder)).Flags(filepath.Base(folder), true)); group != "" {
			flags = append(flags, "group:"+group)
		}
	}
	if in.OnlineOnly && !slices.Contains(flags, recognise.OnlineOnly) {
		flags = append(flags, recognise.OnlineOnly)
	}
	if k.inProject(folder) || in.Mode.IsDir() && k.isProject(path) {
		flags = append(flags, recognise.Project)
	}
	return flags
}

// folder reads the names of a folder. One that cannot be read has none.
func (k *marks) folder(path string) *recognise.Folder {
	if known := k.folders[path]; known != nil {
		return known
	}
	names, err := k.tree.names(path)
	if err != nil {
		names = &folderNames{}
	}
	f := names.recognised()
	k.folders[path], k.project[path] = f, f.Project()
	return f
}

// isProject says that a folder is a project. Of a huge one that was not read
// yet, some names are looked at.
func (k *marks) isProject(path string) bool {
	if known, done := k.project[path]; done {
		return known
	}
	found, seen := false, 0
	if dir, err := k.tree.dir(path); err == nil {
		_ = dir.List(func(name string, _ fs.FileMode) bool {
			found = recognise.ProjectMark(name)
			seen++
			return !found && seen < marksMax
		})
	}
	k.project[path] = found
	return found
}

// inProject says that a folder, or one around it within the scope, is a project.
func (k *marks) inProject(folder string) bool {
	if k.isProject(folder) {
		return true
	}
	base, inside := k.tree.scope.base(folder)
	return inside && base != folder && k.inProject(filepath.Dir(folder))
}

// recent says that a file was changed within d.
func (k *marks) recent(id safefs.Identity, d time.Duration) bool {
	age := k.now().Sub(time.Unix(0, id.MtimeNS))
	return age >= 0 && age < d
}

// open says that another process has a file open for writing.
func (k *marks) open(path string) bool {
	p, err := k.tree.place(path)
	if err != nil {
		return false
	}
	f, err := p.Dir.Open(p.Name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	return f.BeingWritten()
}

// beware puts the flags of a file on its item, and keeps one where it is that
// cannot be moved as a whole now.
func (p *planner) beware(it *Item, in safefs.Info) {
	if it.Note != "" {
		return
	}
	it.Flags = p.marks.of(it.From, in)
	if !slices.Contains(it.Flags, recognise.BeingWritten) && !in.OnlineOnly && p.marks.open(it.From) {
		it.Flags = append(it.Flags, recognise.BeingWritten)
	}
	for _, f := range []struct{ flag, code string }{{recognise.OnlineOnly, OnlineOnly}, {recognise.BeingWritten, BeingWritten}} {
		if slices.Contains(it.Flags, f.flag) {
			*it = it.stays(f.code, recognise.Words([]string{f.flag}))
			return
		}
	}
}

// lookAgain finds the files that changed while the plan was made: somebody is
// writing to them.
func (p *planner) lookAgain(items []Item) {
	for i := range items {
		it := &items[i]
		if !it.Moves() || !it.Exists || !p.marks.recent(it.ID, fresh) {
			continue
		}
		in, err := p.tree.lstat(it.From)
		if err == nil && in.ID != it.ID || errors.Is(err, fs.ErrNotExist) {
			it.Flags = append(it.Flags, recognise.BeingWritten)
			*it = it.stays(BeingWritten, recognise.Words([]string{recognise.BeingWritten}))
		}
	}
}

// remark notes which moves part what belongs together, or touch a project.
func (p *planner) remark(items []Item) {
	type bond struct{ folder, group, to string }
	along := map[bond]int{}
	bondOf := func(it Item) (bond, bool) {
		group := recognise.Group(it.Flags)
		return bond{filepath.Dir(it.From), group, filepath.Dir(it.To)}, group != "" && it.Moves() && it.Kind == journal.Move
	}
	for _, it := range items {
		if b, ok := bondOf(it); ok {
			along[b]++
		}
	}
	for i := range items {
		it := &items[i]
		if b, ok := bondOf(*it); ok && along[b] < p.marks.folder(b.folder).Size(b.group) {
			it.Note = joinNotes(it.Note, "it "+recognise.Words([]string{"group:" + b.group})+", some of which stay behind")
		}
		if it.Moves() && slices.Contains(it.Flags, recognise.Project) {
			it.Note = joinNotes(it.Note, recognise.Words([]string{recognise.Project}))
		}
	}
}
