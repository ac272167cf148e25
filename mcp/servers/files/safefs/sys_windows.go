package safefs

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

const openFlags = 0

// cloudMarks are the attributes of files whose contents are elsewhere.
const cloudMarks = windows.FILE_ATTRIBUTE_OFFLINE | windows.FILE_ATTRIBUTE_RECALL_ON_OPEN |
	windows.FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS

func rename(from *dir, name string, to *dir, newName string) error {
	err := onPaths(from.join(name), to.join(newName), func(a, b *uint16) error {
		// Without REPLACE_EXISTING and COPY_ALLOWED.
		return windows.MoveFileEx(a, b, windows.MOVEFILE_WRITE_THROUGH)
	})
	return pair("rename", from, name, to, newName, err)
}

func openList(d *dir) (*os.File, error) { return d.root.Open(".") }

func link(from *dir, name string, to *dir, newName string) error {
	err := onPaths(from.join(name), to.join(newName), func(a, b *uint16) error {
		return windows.CreateHardLink(b, a, 0)
	})
	return pair("link", from, name, to, newName, err)
}

func onPaths(old, fresh string, call func(a, b *uint16) error) error {
	a, err := windows.UTF16PtrFromString(old)
	if err != nil {
		return err
	}
	b, err := windows.UTF16PtrFromString(fresh)
	if err != nil {
		return err
	}
	return call(a, b)
}

func removeFile(d *dir, name string) error { return remove(d, name, windows.DeleteFile) }

func removeDir(d *dir, name string) error { return remove(d, name, windows.RemoveDirectory) }

func remove(d *dir, name string, call func(*uint16) error) error {
	path, err := windows.UTF16PtrFromString(d.join(name))
	if err == nil {
		err = call(path)
	}
	if err != nil {
		return &fs.PathError{Op: "remove", Path: d.join(name), Err: err}
	}
	return nil
}

// syncDir has nothing to do: names are written through with each rename.
func syncDir(*os.File) error { return nil }

// Restamp sets times between 1678 and 2262: Go's own call knows no others here.
func (d *dir) Restamp(name string, mtime time.Time) error {
	return d.root.Chtimes(name, time.Time{}, mtime)
}

// adopt leaves a copy to the person who makes it, with the rights of its folder,
// as copies are made on this system.
func adopt(_, _ *os.File) {}

func tryLock(f *os.File) error {
	const all = ^uint32(0)
	// One byte far behind the end: readers are not kept out.
	at := &windows.Overlapped{OffsetHigh: all >> 1}
	flags := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY)
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}

func (d *dir) Lstat(name string) (Info, error) {
	fi, err := d.root.Lstat(name)
	if err != nil {
		return Info{}, err
	}
	in := Info{Name: name, Mode: fi.Mode(), Mtime: fi.ModTime(), ID: Identity{Size: fi.Size(), MtimeNS: fi.ModTime().UnixNano()}}
	if fi.Mode()&fs.ModeSymlink != 0 {
		return in, nil
	}
	f, err := d.root.Open(name)
	if err != nil {
		return Info{}, err
	}
	defer f.Close()
	opened, err := describeOpen(f, fi)
	opened.Name = name
	return opened, err
}

func describeOpen(f *os.File, fi fs.FileInfo) (Info, error) {
	var by windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &by); err != nil {
		return Info{}, err
	}
	return Info{
		Name:       fi.Name(),
		Mode:       fi.Mode(),
		OnlineOnly: by.FileAttributes&cloudMarks != 0,
		Born:       by.CreationTime.Nanoseconds(),
		Mtime:      fi.ModTime(),
		ID: Identity{
			Dev:     uint64(by.VolumeSerialNumber),
			Inode:   uint64(by.FileIndexHigh)<<32 | uint64(by.FileIndexLow),
			Size:    fi.Size(),
			MtimeNS: fi.ModTime().UnixNano(),
		},
	}, nil
}

// beingWritten tries to open the file such that nobody else may write to it.
func beingWritten(f *os.File) bool {
	path, err := windows.UTF16PtrFromString(f.Name())
	if err != nil {
		return false
	}
	h, err := windows.CreateFile(path, windows.GENERIC_READ, windows.FILE_SHARE_READ|windows.FILE_SHARE_DELETE, nil, windows.OPEN_EXISTING, 0, 0)
	if err == nil {
		_ = windows.CloseHandle(h)
	}
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION)
}

func pair(op string, from *dir, name string, to *dir, newName string, err error) error {
	if err == nil {
		return nil
	}
	return &os.LinkError{Op: op, Old: from.join(name), New: to.join(newName), Err: err}
}

func unsupported(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, windows.ERROR_INVALID_FUNCTION)
}

func noLinks(err error) bool {
	return unsupported(err) || errors.Is(err, windows.ERROR_TOO_MANY_LINKS)
}

func otherDevice(err error) bool { return errors.Is(err, windows.ERROR_NOT_SAME_DEVICE) }
