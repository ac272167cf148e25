package safefstest

import (
	"errors"
	"io"
	"io/fs"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Call is one call that is about to reach the disk.
type Call struct{ Op, Name string }

// Trap is a file system that asks Before in front of each call. An error of it
// is the call's; a panic leaves the disk as a dying process would.
type Trap struct {
	Inner  safefs.FS
	Before func(Call) error
	// NoSync keeps syncs from the disk: a test that only "kills" the program
	// does not need them, and runs much faster.
	NoSync bool

	open map[io.Closer]bool
}

// Bury closes what a "dead" program left open, as the system would: its locks
// are gone afterwards.
func (t *Trap) Bury() error {
	var failed error
	for c := range t.open {
		failed = errors.Join(failed, c.Close())
	}
	t.open = nil
	return failed
}

// OpenRoot implements safefs.FS.
func (t *Trap) OpenRoot(path string) (safefs.Dir, error) {
	return t.dir("OpenRoot", path, func() (safefs.Dir, error) { return t.Inner.OpenRoot(path) })
}

func (t *Trap) dir(op, name string, open func() (safefs.Dir, error)) (safefs.Dir, error) {
	if err := t.Before(Call{op, name}); err != nil {
		return nil, err
	}
	inner, err := open()
	if err != nil {
		return nil, err
	}
	t.opened(inner)
	return &dir{inner, t}, nil
}

func (t *Trap) file(op, name string, open func(string) (safefs.File, error)) (safefs.File, error) {
	if err := t.Before(Call{op, name}); err != nil {
		return nil, err
	}
	inner, err := open(name)
	if err != nil {
		return nil, err
	}
	t.opened(inner)
	return &file{inner, t, name}, nil
}

func (t *Trap) opened(c io.Closer) {
	if t.open == nil {
		t.open = map[io.Closer]bool{}
	}
	t.open[c] = true
}

func (t *Trap) closed(c io.Closer) error {
	delete(t.open, c)
	return c.Close()
}

type dir struct {
	safefs.Dir
	trap *Trap
}

func inner(d safefs.Dir) safefs.Dir {
	if wrapped, ok := d.(*dir); ok {
		return wrapped.Dir
	}
	return d
}

func (d *dir) OpenDir(name string) (safefs.Dir, error) {
	return d.trap.dir("OpenDir", name, func() (safefs.Dir, error) { return d.Dir.OpenDir(name) })
}

func (d *dir) Lstat(name string) (safefs.Info, error) {
	if err := d.trap.Before(Call{"Lstat", name}); err != nil {
		return safefs.Info{}, err
	}
	return d.Dir.Lstat(name)
}

func (d *dir) List(each func(string, fs.FileMode) bool) error {
	return d.do("List", "", func() error { return d.Dir.List(each) })
}

func (d *dir) Rename(name string, to safefs.Dir, newName string) error {
	return d.do("Rename", name, func() error { return d.Dir.Rename(name, inner(to), newName) })
}

func (d *dir) Aside(name, random string) error {
	return d.do("Aside", name, func() error { return d.Dir.Aside(name, random) })
}

func (d *dir) Link(name string, to safefs.Dir, newName string) error {
	return d.do("Link", name, func() error { return d.Dir.Link(name, inner(to), newName) })
}

func (d *dir) Mkdir(name string, mode fs.FileMode) error {
	return d.do("Mkdir", name, func() error { return d.Dir.Mkdir(name, mode) })
}

func (d *dir) RemoveFile(name string) error {
	return d.do("RemoveFile", name, func() error { return d.Dir.RemoveFile(name) })
}

func (d *dir) RemoveDir(name string) error {
	return d.do("RemoveDir", name, func() error { return d.Dir.RemoveDir(name) })
}

func (d *dir) Restamp(name string, mtime time.Time) error {
	return d.do("Restamp", name, func() error { return d.Dir.Restamp(name, mtime) })
}

func (d *dir) Sync() error { return d.do("SyncDir", "", d.trap.sync(d.Dir.Sync)) }

func (d *dir) Open(name string) (safefs.File, error) {
	return d.trap.file("Open", name, d.Dir.Open)
}

func (d *dir) OpenLog(name string) (safefs.File, error) {
	return d.trap.file("OpenLog", name, d.Dir.OpenLog)
}

func (d *dir) Create(name string) (safefs.File, error) {
	return d.trap.file("Create", name, d.Dir.Create)
}

func (d *dir) Close() error { return d.trap.closed(d.Dir) }

func (d *dir) do(op, name string, call func() error) error {
	if err := d.trap.Before(Call{op, name}); err != nil {
		return err
	}
	return call()
}

type file struct {
	safefs.File
	trap *Trap
	name string
}

func (f *file) Write(p []byte) (int, error) {
	if err := f.trap.Before(Call{"Write", f.name}); err != nil {
		return 0, err
	}
	return f.File.Write(p)
}

// Adopt implements safefs.File.
func (f *file) Adopt(from safefs.File) error {
	if wrapped, ok := from.(*file); ok {
		from = wrapped.File
	}
	return f.File.Adopt(from)
}

func (f *file) Sync() error {
	if err := f.trap.Before(Call{"Sync", f.name}); err != nil {
		return err
	}
	return f.trap.sync(f.File.Sync)()
}

func (t *Trap) sync(real func() error) func() error {
	if t.NoSync {
		return func() error { return nil }
	}
	return real
}

func (f *file) Close() error { return f.trap.closed(f.File) }
