package mover

import (
	"container/list"
	"io/fs"
	"path/filepath"

	"github.com/deskhand/deskhand/mcp/servers/files/recognise"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// openFolders is how many folders a tree keeps open. It is more than the three
// that a move has in hand at once.
const openFolders = 128

// tree opens folders of a scope by their paths, and keeps the last ones open.
type tree struct {
	fs    safefs.FS
	scope Scope
	byAge *list.List // of *openFolder, the last used first
	at    map[string]*list.Element
	read  map[string][]recognise.Name
}

type openFolder struct {
	path string
	dir  safefs.Dir
}

func newTree(disk safefs.FS, scope Scope) *tree {
	return &tree{fs: disk, scope: scope, byAge: list.New(), at: map[string]*list.Element{}, read: map[string][]recognise.Name{}}
}

// dir opens a folder. It stays the tree's, and stays open while fewer than
// openFolders others are asked for.
func (t *tree) dir(path string) (safefs.Dir, error) {
	if e, open := t.at[path]; open {
		t.byAge.MoveToFront(e)
		return e.Value.(*openFolder).dir, nil
	}
	dir, err := t.reach(path)
	if err != nil {
		return nil, err
	}
	t.at[path] = t.byAge.PushFront(&openFolder{path, dir})
	if t.byAge.Len() > openFolders {
		t.drop(t.byAge.Back())
	}
	return dir, nil
}

func (t *tree) reach(path string) (safefs.Dir, error) {
	base, inside := t.scope.base(path)
	if !inside {
		return nil, t.scope.Denied(path)
	}
	if base == path {
		return t.fs.OpenRoot(path)
	}
	parent, err := t.dir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	return parent.OpenDir(filepath.Base(path))
}

// names gives the names in a folder, as they were when it was first asked for
// them.
func (t *tree) names(path string) ([]recognise.Name, error) {
	if known, done := t.read[path]; done {
		return known, nil
	}
	dir, err := t.dir(path)
	if err != nil {
		return nil, err
	}
	var names []recognise.Name
	if err := dir.List(func(name string, kind fs.FileMode) bool {
		names = append(names, recognise.Name{Name: name, Folder: kind.IsDir()})
		return true
	}); err != nil {
		return nil, err
	}
	t.read[path] = names
	return names, nil
}

// place is the name of path in its open folder.
func (t *tree) place(path string) (safefs.Place, error) {
	dir, err := t.dir(filepath.Dir(path))
	return safefs.Place{Dir: dir, Name: filepath.Base(path)}, err
}

// lstat looks at path. A root itself is looked at from inside.
func (t *tree) lstat(path string) (safefs.Info, error) {
	if base, inside := t.scope.base(path); inside && base == path {
		dir, err := t.dir(path)
		if err != nil {
			return safefs.Info{}, err
		}
		return dir.Lstat(".")
	}
	p, err := t.place(path)
	if err != nil {
		return safefs.Info{}, err
	}
	return p.Lstat()
}

// drop closes a folder. What was changed in it is the folder's own, not the
// handle's: closing has nothing to lose.
func (t *tree) drop(e *list.Element) {
	f := t.byAge.Remove(e).(*openFolder)
	delete(t.at, f.path)
	_ = f.dir.Close()
}

func (t *tree) close() {
	for e := t.byAge.Front(); e != nil; e = t.byAge.Front() {
		t.drop(e)
	}
}

// forget closes a folder, so that it can be removed.
func (t *tree) forget(path string) {
	if e, open := t.at[path]; open {
		t.drop(e)
	}
}
