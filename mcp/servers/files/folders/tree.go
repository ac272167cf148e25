package folders

import (
	"container/list"
	"time"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// openFolders is how many folders a tree keeps open, more than the three that a move uses
// at once.
const openFolders = 128

// Tree opens folders of a scope by path, and keeps the most recent ones open.
type Tree struct {
	fs    safefs.FS
	Scope roots.Scope
	byAge *list.List // of *openFolder, most recently used first
	at    map[string]*list.Element

	Now    func() time.Time
	memory *memory
	known  map[string]*Names // taken from memory
	// Exact asks for the names as they are now; a plan can do with cached ones.
	Exact bool
}

type openFolder struct {
	path string
	dir  safefs.Dir
}

// Opener opens the folders of scopes, and caches their names between calls. It may be
// used from several goroutines; a tree belongs to one.
type Opener struct {
	fs     safefs.FS
	now    func() time.Time
	memory memory
}

// New returns an Opener for a disk. now is the clock that the times of folders are
// compared with.
func New(disk safefs.FS, now func() time.Time) *Opener { return &Opener{fs: disk, now: now} }

// Tree returns a tree for a scope. The caller must close it.
func (o *Opener) Tree(scope roots.Scope) *Tree {
	return &Tree{
		fs: o.fs, Scope: scope, byAge: list.New(), at: map[string]*list.Element{},
		Now: o.now, memory: &o.memory, known: map[string]*Names{},
	}
}

// ForgetOurs evicts the folders that followed our own changes, when their batch is over.
func (o *Opener) ForgetOurs() { o.memory.forgetOurs() }

// Dir opens a folder. The tree owns it and keeps it open until openFolders others have
// been opened.
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

// Names returns the names in a folder: cached ones if it has not changed, else as read on
// first use.
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
	in, err := dir.Lstat(".") // before reading, since a later change alters the time
	if err != nil {
		return nil, err
	}
	if c, err = readNames(path, dir, in.ID, now); err != nil {
		return nil, err
	}
	t.known[path] = c
	return c, nil
}

// Recall returns the names in a folder if they are cached, else nil.
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

// giveBack returns the names of a folder to the cache.
func (t *Tree) giveBack(path string) {
	if c := t.known[path]; c != nil {
		delete(t.known, path)
		t.memory.keep(c)
	}
}

// Follow applies our own changes to the known names in a folder, so that it need not be
// read again.
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

// ForgetNames drops the known names of a folder.
func (t *Tree) ForgetNames(folder string) { delete(t.known, folder) }

// Place returns path as a name in its open folder.
func (t *Tree) Place(path string) (safefs.Place, error) {
	folder, name := roots.Split(path)
	dir, err := t.Dir(folder)
	return safefs.Place{Dir: dir, Name: name}, err
}

// OnDisk returns the path on disk that a client means: names that are not UTF-8 are
// escaped for clients.
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

// Lstat returns the Info of path. A root itself is looked at from inside.
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

// drop closes a folder. Changes in it belong to the folder, not to the handle, so that
// closing can lose nothing.
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
