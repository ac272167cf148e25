package mover

import (
	"container/list"
	"time"

	"github.com/deskhand/deskhand/agentcore/filename"
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

	now    func() time.Time
	memory *remembered
	known  map[string]*folderNames // what memory lent
	// exact says that names are wanted as the folder has them now, not as a plan
	// can do with.
	exact bool
}

type openFolder struct {
	path string
	dir  safefs.Dir
}

// opener opens the folders of scopes, and remembers between calls what is in
// them. It may be called from several goroutines; a tree belongs to one.
type opener struct {
	fs     safefs.FS
	now    func() time.Time
	memory remembered
}

// newOpener opens folders of a disk. now is the clock that the times of folders
// are compared to.
func newOpener(disk safefs.FS, now func() time.Time) *opener { return &opener{fs: disk, now: now} }

// tree opens folders of a scope. The caller closes it.
func (o *opener) tree(scope Scope) *tree {
	return &tree{
		fs: o.fs, scope: scope, byAge: list.New(), at: map[string]*list.Element{},
		now: o.now, memory: &o.memory, known: map[string]*folderNames{},
	}
}

// forgetOurs forgets the folders that followed changes of our own: the batch
// that they were remembered for is over, and the next one reads them again.
func (o *opener) forgetOurs() { o.memory.forgetOurs() }

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
	folder, name := parts(path)
	parent, err := t.dir(folder)
	if err != nil {
		return nil, err
	}
	return parent.OpenDir(name)
}

// names gives the names in a folder: those that are remembered, if it did not
// change since, or those that it has when it is first asked for.
func (t *tree) names(path string) (*folderNames, error) {
	if known := t.known[path]; known != nil {
		return known, nil
	}
	c, err := t.recall(path)
	if c != nil || err != nil {
		return c, err
	}
	dir, err := t.dir(path)
	if err != nil {
		return nil, err
	}
	now := t.now()
	in, err := dir.Lstat(".") // before it is read: what comes later changes the time
	if err != nil {
		return nil, err
	}
	if c, err = readNames(path, dir, in.ID, now); err != nil {
		return nil, err
	}
	t.known[path] = c
	return c, nil
}

// recall gives the names in a folder if they are remembered, else nil.
func (t *tree) recall(path string) (*folderNames, error) {
	dir, err := t.dir(path)
	if err != nil {
		return nil, err
	}
	in, err := dir.Lstat(".")
	if err != nil {
		return nil, err
	}
	c := t.memory.take(path, in.ID, t.exact)
	if c != nil {
		t.known[path] = c
	}
	return c, nil
}

// giveBack returns what is known of a folder to the memory.
func (t *tree) giveBack(path string) {
	if c := t.known[path]; c != nil {
		delete(t.known, path)
		t.memory.keep(c)
	}
}

// follow puts changes of our own on what is known of the names in a folder, which
// is not read again for them.
func (t *tree) follow(folder string, leave, come []string) {
	known := t.known[folder]
	if known == nil {
		return
	}
	delete(t.known, folder)
	dir, err := t.dir(folder)
	if err != nil {
		return
	}
	in, err := dir.Lstat(".")
	if err != nil {
		return
	}
	known.follow(leave, come)
	known.id = in.ID
	t.known[folder] = known
}

// forgetNames forgets what is known of the names in a folder.
func (t *tree) forgetNames(folder string) { delete(t.known, folder) }

// place is the name of path in its open folder.
func (t *tree) place(path string) (safefs.Place, error) {
	folder, name := parts(path)
	dir, err := t.dir(folder)
	return safefs.Place{Dir: dir, Name: name}, err
}

// onDisk returns the path on the disk that a client means: a name that is not
// UTF-8 is told to it, and comes back, spelled.
func (t *tree) onDisk(path string) string {
	raw, ok := filename.Unspell(path)
	if !ok {
		return path
	}
	if _, err := t.lstat(path); err == nil {
		return path
	}
	return raw
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
	for path := range t.known {
		t.giveBack(path)
	}
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
