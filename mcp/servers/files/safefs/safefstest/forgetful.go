package safefstest

import (
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Forgetful is a file system in memory that knows what a power cut would take:
// everything that was not synced. What is in a file survives from the file's
// last Sync on, a name from the last Sync of its folder on. A rename between two
// folders is one change: it survives with either of them.
type Forgetful struct {
	roots   map[string]*node
	pending []*change
	inode   uint64
	clock   int64
	// NoBirth lets the disk not tell when files were made.
	NoBirth bool
}

// node is a file or a folder. The safe ones are what a power cut leaves.
type node struct {
	id         uint64
	mode       fs.FileMode
	mtime      int64
	born       int64
	data, safe []byte
	names      map[string]*node
	safeNames  map[string]*node
}

// change is a change of names that no folder of it has synced yet.
type change struct{ edits []edit }

// edit returns a name in a folder to a node, or to none.
type edit struct {
	dir  *node
	name string
	to   *node
}

// NewForgetful returns an empty file system with these root folders.
func NewForgetful(roots ...string) *Forgetful {
	f := &Forgetful{roots: map[string]*node{}, clock: time.Now().Add(-time.Hour).UnixNano()}
	for _, r := range roots {
		f.roots[r] = f.node(fs.ModeDir | 0o755)
	}
	return f
}

func (f *Forgetful) node(mode fs.FileMode) *node {
	f.inode++
	f.clock++
	n := &node{id: f.inode, mode: mode, mtime: f.clock, born: f.clock}
	if mode.IsDir() {
		n.names, n.safeNames = map[string]*node{}, map[string]*node{}
	}
	return n
}

// Put makes a file that survives, with the folders on the way to it.
func (f *Forgetful) Put(root, name, text string) {
	dir := f.roots[root]
	if folder := filepath.Dir(name); folder != "." {
		sub := f.roots[root].names[folder]
		if sub == nil {
			sub = f.node(fs.ModeDir | 0o755)
			dir.names[folder], dir.safeNames[folder] = sub, sub
		}
		dir, name = sub, filepath.Base(name)
	}
	n := f.node(0o644)
	if f.NoBirth {
		n.born = 0
	}
	n.data, n.safe = []byte(text), []byte(text)
	dir.names[name], dir.safeNames[name] = n, n
}

// Reuse deletes a file in a root and makes another one that gets its number, and
// its time of change if sameTime says so.
func (f *Forgetful) Reuse(root, old, name, text string, sameTime bool) {
	gone := f.roots[root].names[old]
	delete(f.roots[root].names, old)
	delete(f.roots[root].safeNames, old)
	f.Put(root, name, text)
	dir := f.roots[root]
	if folder := filepath.Dir(name); folder != "." {
		dir = dir.names[folder]
	}
	n := dir.names[filepath.Base(name)]
	n.id = gone.id
	if sameTime {
		n.mtime = gone.mtime
	}
}

// Cut cuts the power. Of the changes of names that were not synced the first few
// survive, as many as keep says, and so does what was written to some files; nil:
// nothing does. Names survive in the order of their changes, as on every file
// system that keeps a log of them.
func (f *Forgetful) Cut(keep *rand.Rand) {
	if keep != nil {
		for _, c := range f.pending[:keep.IntN(len(f.pending)+1)] {
			c.sync()
		}
	}
	f.pending = nil
	for _, root := range f.roots {
		root.forget(map[*node]bool{}, keep)
	}
}

func (c *change) sync() {
	for _, e := range c.edits {
		e.put(e.dir.safeNames)
	}
}

func (e edit) put(names map[string]*node) {
	if e.to == nil {
		delete(names, e.name)
		return
	}
	names[e.name] = e.to
}

// forget puts a node back to what is safe of it.
func (n *node) forget(seen map[*node]bool, keep *rand.Rand) {
	if seen[n] {
		return
	}
	seen[n] = true
	if !n.mode.IsDir() {
		if keep == nil || keep.IntN(2) == 0 {
			n.data = n.safe
		}
		n.data, n.safe = append([]byte(nil), n.data...), append([]byte(nil), n.data...)
		return
	}
	n.names = map[string]*node{}
	for name, child := range n.safeNames {
		n.names[name] = child
		child.forget(seen, keep)
	}
}

// Files returns the files under a root by their paths, with their contents.
func (f *Forgetful) Files(root string) map[string]string {
	found := map[string]string{}
	f.roots[root].collect("", found)
	return found
}

func (n *node) collect(path string, found map[string]string) {
	for name, child := range n.names {
		if child.mode.IsDir() {
			child.collect(path+name+"/", found)
			continue
		}
		found[path+name] = string(child.data)
	}
}

// OpenRoot implements safefs.FS.
func (f *Forgetful) OpenRoot(path string) (safefs.Dir, error) {
	n, known := f.roots[path]
	if !known {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return &memDir{f, n}, nil
}

// change makes a change of names, which is safe once one of its folders is
// synced.
func (f *Forgetful) change(edits ...edit) error {
	for _, e := range edits {
		e.put(e.dir.names)
	}
	f.pending = append(f.pending, &change{edits})
	return nil
}

func (f *Forgetful) syncNames(dir *node) {
	var left []*change
	for _, c := range f.pending {
		if c.touches(dir) {
			c.sync()
			continue
		}
		left = append(left, c)
	}
	f.pending = left
}

func (c *change) touches(dir *node) bool {
	return slices.ContainsFunc(c.edits, func(e edit) bool { return e.dir == dir })
}

type memDir struct {
	fs *Forgetful
	n  *node
}

func (d *memDir) find(op, name string) (*node, error) {
	if name == "." {
		return d.n, nil
	}
	n, there := d.n.names[name]
	if !there {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return n, nil
}

func (d *memDir) free(op, name string) error {
	if _, there := d.n.names[name]; there {
		return &fs.PathError{Op: op, Path: name, Err: fs.ErrExist}
	}
	return nil
}

func (d *memDir) OpenDir(name string) (safefs.Dir, error) {
	n, err := d.find("open", name)
	if err == nil && !n.mode.IsDir() {
		err = safefs.ErrNotFolder
	}
	if err != nil {
		return nil, err
	}
	return &memDir{d.fs, n}, nil
}

func (n *node) info(name string) safefs.Info {
	return safefs.Info{Name: name, Mode: n.mode, Born: n.born, Mtime: time.Unix(0, n.mtime), ID: safefs.Identity{Dev: 1, Inode: n.id, Size: int64(len(n.data)), MtimeNS: n.mtime}}
}

func (d *memDir) Lstat(name string) (safefs.Info, error) {
	n, err := d.find("lstat", name)
	if err != nil {
		return safefs.Info{}, err
	}
	return n.info(name), nil
}

func (d *memDir) List(each func(string, fs.FileMode) bool) error {
	for name, n := range d.n.names {
		if !each(name, n.mode.Type()) {
			break
		}
	}
	return nil
}

func (d *memDir) Rename(name string, to safefs.Dir, newName string) error {
	n, err := d.find("rename", name)
	target := to.(*memDir)
	if err = errors.Join(err, target.free("rename", newName)); err != nil {
		return err
	}
	return d.fs.change(edit{d.n, name, nil}, edit{target.n, newName, n})
}

func (d *memDir) Aside(name, random string) error { return d.Rename(name, d, random) }

func (d *memDir) Link(name string, to safefs.Dir, newName string) error {
	n, err := d.find("link", name)
	target := to.(*memDir)
	if err = errors.Join(err, target.free("link", newName)); err != nil {
		return err
	}
	return d.fs.change(edit{target.n, newName, n})
}

func (d *memDir) Mkdir(name string, mode fs.FileMode) error {
	if err := d.free("mkdir", name); err != nil {
		return err
	}
	return d.fs.change(edit{d.n, name, d.fs.node(fs.ModeDir | mode.Perm())})
}

func (d *memDir) RemoveFile(name string) error {
	n, err := d.find("remove", name)
	if err == nil && n.mode.IsDir() {
		err = safefs.ErrNotRegular
	}
	if err != nil {
		return err
	}
	return d.fs.change(edit{d.n, name, nil})
}

func (d *memDir) RemoveDir(name string) error {
	n, err := d.find("remove", name)
	if err == nil && (!n.mode.IsDir() || len(n.names) > 0) {
		err = fs.ErrInvalid
	}
	if err != nil {
		return err
	}
	return d.fs.change(edit{d.n, name, nil})
}

func (d *memDir) Open(name string) (safefs.File, error) {
	n, err := d.find("open", name)
	if err == nil && n.mode.IsDir() {
		err = safefs.ErrNotRegular
	}
	if err != nil {
		return nil, err
	}
	return &memFile{fs: d.fs, n: n, name: name}, nil
}

func (d *memDir) OpenLog(name string) (safefs.File, error) { return d.Open(name) }

func (d *memDir) Create(name string) (safefs.File, error) {
	if err := d.free("create", name); err != nil {
		return nil, err
	}
	n := d.fs.node(0o600)
	return &memFile{fs: d.fs, n: n, name: name}, d.fs.change(edit{d.n, name, n})
}

func (d *memDir) Restamp(name string, mtime time.Time) error {
	n, err := d.find("restamp", name)
	if err == nil {
		n.mtime = mtime.UnixNano()
	}
	return err
}

func (d *memDir) Sync() error {
	d.fs.syncNames(d.n)
	return nil
}

func (d *memDir) Close() error { return nil }

// memFile appends what is written.
type memFile struct {
	fs   *Forgetful
	n    *node
	name string
	at   int64
}

func (f *memFile) Read(p []byte) (int, error) {
	if f.at >= int64(len(f.n.data)) {
		return 0, io.EOF
	}
	n := copy(p, f.n.data[f.at:])
	f.at += int64(n)
	return n, nil
}

func (f *memFile) Write(p []byte) (int, error) {
	f.n.data = append(f.n.data, p...)
	f.fs.clock++
	f.n.mtime = f.fs.clock
	f.at = int64(len(f.n.data))
	return len(p), nil
}

func (f *memFile) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		offset += int64(len(f.n.data))
	}
	if offset < 0 {
		return 0, fs.ErrInvalid
	}
	f.at = offset
	return offset, nil
}

func (f *memFile) Stat() (safefs.Info, error) { return f.n.info(f.name), nil }

func (f *memFile) Chmod(mode fs.FileMode) error {
	f.n.mode = mode
	return nil
}

func (f *memFile) Adopt(safefs.File) error { return nil }

func (f *memFile) Truncate(size int64) error {
	f.n.data = f.n.data[:size:size]
	return nil
}

func (f *memFile) Sync() error {
	f.n.safe = append([]byte(nil), f.n.data...)
	return nil
}

func (f *memFile) BeingWritten() bool { return false }
func (f *memFile) TryLock() error     { return nil }
func (f *memFile) Close() error       { return nil }
