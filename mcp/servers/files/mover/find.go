package mover

import (
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// finder finds the files of a batch by what they are, at their place or under
// another name in the same folder. A folder is searched once.
type finder struct {
	tree    *tree
	targets map[string]bool // where files of the batch belong
	folders map[string]map[fileKey][]safefs.Info
}

type fileKey struct{ dev, inode uint64 }

func keyOf(id safefs.Identity) fileKey { return fileKey{id.Dev, id.Inode} }

func newFinder(t *tree, b *journal.Batch) *finder {
	f := &finder{tree: t, targets: map[string]bool{}, folders: map[string]map[fileKey][]safefs.Info{}}
	for i := range b.Steps {
		if b.Steps[i].Standing() {
			f.targets[b.Steps[i].To] = true
		}
	}
	return f
}

// find gives the way back of a step's file, or why there is none.
func (f *finder) find(s journal.Step) (item Item, why string) {
	in, err := f.tree.lstat(s.To)
	if err == nil && in.Mode.IsRegular() && in.ID.SameFile(s.At) {
		return Item{From: s.To, To: s.From, ID: in.ID, Exists: true}, ""
	}
	twins := f.folder(filepath.Dir(s.To))[keyOf(s.At)]
	switch {
	case len(twins) == 1 && twins[0].ID.SameContents(s.At):
		path := filepath.Join(filepath.Dir(s.To), twins[0].Name)
		return Item{From: path, To: s.From, ID: twins[0].ID, Exists: true}, ""
	case err == nil:
		return Item{}, "another file has its name now; neither was touched"
	}
	return Item{}, "it is not there any more"
}

// folder gives the files of a folder that are at none of the batch's places. A
// folder that cannot be read holds none.
func (f *finder) folder(path string) map[fileKey][]safefs.Info {
	if known, done := f.folders[path]; done {
		return known
	}
	found := map[fileKey][]safefs.Info{}
	f.folders[path] = found
	dir, err := f.tree.dir(path)
	if err != nil {
		return found
	}
	_ = dir.List(func(name string, kind fs.FileMode) bool {
		if !kind.IsRegular() || f.targets[filepath.Join(path, name)] {
			return true
		}
		if in, err := dir.Lstat(name); err == nil {
			found[keyOf(in.ID)] = append(found[keyOf(in.ID)], in)
		}
		return true
	})
	return found
}
