package folders

import (
	"container/list"
	"time"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// openFolders is how many folders a tree keeps open. It is more than the three
// that a move has in hand at once.
const openFolders = 128

// Tree opens folders of a scope by their paths, and keeps the last ones open.
type Tree struct {
	fs    safefs.FS
	Scope roots.Scope
	byAge *list.List // of *openFolder, the last used first
	at    map[string]*list.Element

	Now    func() time.Time
	memory *memory
	known  map[string]*Names // what memory lent
	// Exact says that names are needed as the folder has them now, not as a plan
	// can do with.
	Exact bool
}

type openFolder struct {
	path string
	dir  safefs.Dir
}

// Opener opens the folders of scopes, and remembers between calls what is in
// them. It may be called from several goroutines; a tree belongs to one.
type Opener struct {
	fs     safefs.FS
	now    func() time.Time
	memory memory
}

// New opens folders of a disk. now is the clock that the times of folders
// are compared to.
func New(disk safefs.FS, now func() time.Time) *Opener { return &Opener{fs: disk, now: now} }

// Tree opens folders of a scope. The caller closes it.
func (o *Opener) Tree(scope roots.Scope) *Tree {
	return &Tree{
		fs: o.fs, Scope: scope, byAge: list.New(), at: map[string]*list.Element{},
		Now: o.now, memory: &o.memory, known: map[string]*Names{},
	}
}

// ForgetOurs forgets the folders that followed changes of our own: the batch
// that they were remembered for is over, and the next one reads them again.
func (o *Opener) ForgetOurs() { o.memory.forgetOurs() }

// Dir opens a folder. It stays the tree's, and stays open while fewer than
// openFolders others are asked for.
func (t *Tree) Dir(path string) (safefs.Dir, error) {
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

func (t *Tree) reach(path string) (safefs.Dir, error) {
	base, inside := t.Scope.Base(path)
	if !inside {
		return nil, t.Scope.Denied(path)
	}
	if base == path {
		return t.fs.OpenRoot(path)
	}
	folder, name := roots.Split(path)
	parent, err := t.Dir(folder)
	if err != nil {
		return nil, err
	}
	return parent.OpenDir(name)
}

// Names returns the names in a folder: those that are remembered, if it did not
// change since, or those that it has when it is first asked for.
func (t *Tree) Names(path string) (*Names, error) {
	if known := t.known[path]; known != nil {
		return known, nil
	}
	c, err := t.Recall(path)
	if c != nil || err != nil {
		return c, err
	}
	dir, err := t.Dir(path)
	if err != nil {
		return nil, err
	}
	now := t.Now()
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

// Recall returns the names in a folder if they are remembered, else nil.
func (t *Tree) Recall(path string) (*Names, error) {
	dir, err := t.Dir(path)
	if err != nil {
		return nil, err
	}
	in, err := dir.Lstat(".")
	if err != nil {
		return nil, err
	}
	c := t.memory.take(path, in.ID, t.Exact)
	if c != nil {
		t.known[path] = c
	}
	return c, nil
}

// giveBack returns what is known of a folder to the memory.
func (t *Tree) giveBack(path string) {
	if c := t.known[path]; c != nil {
		delete(t.known, path)
		t.memory.keep(c)
	}
}

// Follow puts changes of our own on what is known of the names in a folder, which
// is not read again for them.
func (t *Tree) Follow(folder string, leave, come []string) {
	known := t.known[folder]
	if known == nil {
		return
	}
	delete(t.known, folder)
	dir, err := t.Dir(folder)
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

// ForgetNames forgets what is known of the names in a folder.
func (t *Tree) ForgetNames(folder string) { delete(t.known, folder) }

// Place is the name of path in its open folder.
func (t *Tree) Place(path string) (safefs.Place, error) {
	folder, name := roots.Split(path)
	dir, err := t.Dir(folder)
	return safefs.Place{Dir: dir, Name: name}, err
}

// OnDisk returns the path on the disk that a client means: a name that is not
// UTF-8 is told to it, and comes back, spelled.
func (t *Tree) OnDisk(path string) string {
	raw, ok := filename.Unspell(path)
	if !ok {
		return path
	}
	if _, err := t.Lstat(path); err == nil {
		return path
	}
	return raw
}

// Lstat looks at path. A root itself is looked at from inside.
func (t *Tree) Lstat(path string) (safefs.Info, error) {
	if base, inside := t.Scope.Base(path); inside && base == path {
		dir, err := t.Dir(path)
		if err != nil {
			return safefs.Info{}, err
		}
		return dir.Lstat(".")
	}
	p, err := t.Place(path)
	if err != nil {
		return safefs.Info{}, err
	}
	return p.Lstat()
}

// drop closes a folder. What was changed in it is the folder's own, not the
// handle's: closing has nothing to lose.
func (t *Tree) drop(e *list.Element) {
	f := t.byAge.Remove(e).(*openFolder)
	delete(t.at, f.path)
	_ = f.dir.Close()
}

func (t *Tree) Close() {
	for path := range t.known {
		t.giveBack(path)
	}
	for e := t.byAge.Front(); e != nil; e = t.byAge.Front() {
		t.drop(e)
	}
}

// Forget closes a folder, so that it can be removed.
func (t *Tree) Forget(path string) {
	if e, open := t.at[path]; open {
		t.drop(e)
	}
}
