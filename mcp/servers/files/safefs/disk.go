package safefs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// listChunk is how many entries of a folder are held in memory at a time.
const listChunk = 1024

// Disk is the real file system.
type Disk struct{}

// OpenRoot implements FS.
func (Disk) OpenRoot(path string) (Dir, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return newDir(root, path)
}

// dir is an open folder of the real file system. path is where it was when opened, used
// only where the system has no calls on handles.
type dir struct {
	root   *os.Root
	handle *os.File
	path   string
}

func newDir(root *os.Root, path string) (*dir, error) {
	handle, err := root.Open(".")
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return &dir{root: root, handle: handle, path: path}, nil
}

func (d *dir) OpenDir(name string) (Dir, error) {
	before, err := d.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if before.Mode()&fs.ModeSymlink != 0 {
		return nil, &fs.PathError{Op: "open", Path: d.join(name), Err: ErrLink}
	}
	if !before.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: d.join(name), Err: ErrNotFolder}
	}
	root, err := d.root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	sub, err := newDir(root, d.join(name))
	if err != nil {
		return nil, err
	}
	// Detects a link that was swapped in after the Lstat above.
	if after, err := sub.handle.Stat(); err != nil || !os.SameFile(before, after) {
		return nil, errors.Join(&fs.PathError{Op: "open", Path: d.join(name), Err: ErrLink}, sub.Close())
	}
	return sub, nil
}

func (d *dir) List(each func(name string, kind fs.FileMode) bool) error {
	handle, err := openList(d)
	if err != nil {
		return err
	}
	defer func() { _ = handle.Close() }()
	for {
		entries, err := handle.ReadDir(listChunk)
		for _, e := range entries {
			if !each(e.Name(), e.Type()) {
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (d *dir) Rename(name string, to Dir, newName string) error {
	target, err := onDisk(to)
	if err != nil {
		return err
	}
	return rename(d, name, target, newName)
}

func (d *dir) Aside(name, random string) error {
	err := rename(d, name, d, random)
	if !unsupported(err) {
		return err
	}
	if _, err := d.root.Lstat(random); err == nil {
		return &fs.PathError{Op: "rename", Path: d.join(random), Err: fs.ErrExist}
	}
	return d.root.Rename(name, random)
}

func (d *dir) Link(name string, to Dir, newName string) error {
	target, err := onDisk(to)
	if err != nil {
		return err
	}
	return link(d, name, target, newName)
}

func (d *dir) Mkdir(name string, mode fs.FileMode) error { return d.root.Mkdir(name, mode) }
func (d *dir) RemoveFile(name string) error              { return removeFile(d, name) }
func (d *dir) RemoveDir(name string) error               { return removeDir(d, name) }
func (d *dir) Sync() error                               { return syncDir(d.handle) }
func (d *dir) join(name string) string                   { return filepath.Join(d.path, name) }
func (d *dir) Open(name string) (File, error)            { return d.open(name, os.O_RDONLY|openFlags) }

func (d *dir) OpenLog(name string) (File, error) {
	return d.open(name, os.O_RDWR|os.O_APPEND|openFlags)
}

func (d *dir) Create(name string) (File, error) {
	return d.open(name, os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND|openFlags)
}

func (d *dir) open(name string, flags int) (File, error) {
	f, err := d.root.OpenFile(name, flags, 0o600)
	if err != nil {
		return nil, err
	}
	fi, err := f.Stat()
	if err == nil && !fi.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: d.join(name), Err: ErrNotRegular}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return file{f}, nil
}

func (d *dir) Close() error {
	err := d.handle.Close()
	if e := d.root.Close(); err == nil {
		err = e
	}
	return err
}

// file is an open file of the real file system.
type file struct{ *os.File }

func (f file) Stat() (Info, error) {
	fi, err := f.File.Stat()
	if err != nil {
		return Info{}, err
	}
	return describeOpen(f.File, fi)
}

func (f file) BeingWritten() bool { return beingWritten(f.File) }

func (f file) Adopt(from File) error {
	if source, ok := from.(file); ok {
		return adopt(f.File, source.File)
	}
	return nil
}

func (f file) TryLock() error { return tryLock(f.File) }

func onDisk(d Dir) (*dir, error) {
	target, ok := d.(*dir)
	if !ok {
		return nil, fmt.Errorf("folder of another file system: %T", d)
	}
	return target, nil
}
