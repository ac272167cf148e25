package safefs

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

const openFlags = 0

// cloudMarks are the attributes of online-only files.
const cloudMarks = windows.FILE_ATTRIBUTE_OFFLINE | windows.FILE_ATTRIBUTE_RECALL_ON_OPEN |
	windows.FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS

func rename(from *dir, name string, to *dir, newName string) error {
	err := withOpen(from, name, windows.DELETE, windows.FILE_WRITE_THROUGH, func(h windows.Handle) error {
		return give(h, to, newName, ntRenameEx, ntRename)
	})
	return pair("rename", from, name, to, newName, err)
}

// withOpen calls use with the handle of a name in an open folder.
func withOpen(d *dir, name string, access, options uint32, use func(windows.Handle) error) error {
	h, err := openAt(d, name, access, options)
	if err != nil {
		return err
	}
	return errors.Join(use(h), windows.CloseHandle(h))
}

func openList(d *dir) (*os.File, error) { return d.root.Open(".") }

func link(from *dir, name string, to *dir, newName string) error {
	err := withOpen(from, name, windows.FILE_WRITE_ATTRIBUTES, windows.FILE_WRITE_THROUGH, func(h windows.Handle) error {
		return give(h, to, newName, ntLink)
	})
	return pair("link", from, name, to, newName, err)
}

func removeFile(d *dir, name string) error { return remove(d, name, windows.FILE_NON_DIRECTORY_FILE) }

func removeDir(d *dir, name string) error { return remove(d, name, windows.FILE_DIRECTORY_FILE) }

func remove(d *dir, name string, options uint32) error {
	const access = windows.DELETE | windows.FILE_READ_ATTRIBUTES | windows.FILE_WRITE_ATTRIBUTES
	if err := withOpen(d, name, access, options|windows.FILE_WRITE_THROUGH, unname); err != nil {
		return &fs.PathError{Op: "remove", Path: d.join(name), Err: err}
	}
	return nil
}

// syncDir does nothing: each rename is written through.
func syncDir(*os.File) error { return nil }

// Restamp bypasses Go's own call, whose times end in 2262.
func (d *dir) Restamp(name string, mtime time.Time) error {
	err := withOpen(d, name, windows.FILE_READ_ATTRIBUTES|windows.FILE_WRITE_ATTRIBUTES, 0, func(h windows.Handle) error {
		var was basicInformation
		if err := was.of(h); err != nil {
			return err
		}
		return basicInformation{Written: ticks(mtime), Attributes: was.Attributes}.set(h) // wine takes 0 for no attributes
	})
	if err != nil {
		return &fs.PathError{Op: "chtimes", Path: d.join(name), Err: err}
	}
	return nil
}

func tryLock(f *os.File) error {
	const all = ^uint32(0)
	// Lock one byte far behind the end, so that readers are not kept out.
	at := &windows.Overlapped{OffsetHigh: all >> 1}
	flags := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY)
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}

// Lstat opens a name for its attributes only, which works on files that another program
// has locked, and downloads nothing.
func (d *dir) Lstat(name string) (Info, error) {
	if name == "." {
		return describe(d.handle, name)
	}
	h, err := openAt(d, name, windows.FILE_READ_ATTRIBUTES, 0)
	if err != nil {
		return Info{}, &fs.PathError{Op: "lstat", Path: d.join(name), Err: err}
	}
	f := fileOf(h, d.join(name))
	in, err := describe(f, name)
	return in, errors.Join(err, f.Close())
}

func describe(f *os.File, name string) (Info, error) {
	fi, err := f.Stat()
	if err != nil {
		return Info{}, err
	}
	in, err := describeOpen(f, fi)
	in.Name = name
	return in, err
}

func describeOpen(f *os.File, fi fs.FileInfo) (Info, error) {
	h := windows.Handle(f.Fd())
	var by windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(h, &by); err != nil {
		return Info{}, &fs.PathError{Op: "stat", Path: f.Name(), Err: err}
	}
	mtime := timeOf(int64(by.LastWriteTime.HighDateTime)<<32 | int64(by.LastWriteTime.LowDateTime))
	in := Info{
		Name:       fi.Name(),
		Mode:       fi.Mode(),
		OnlineOnly: by.FileAttributes&cloudMarks != 0,
		Born:       by.CreationTime.Nanoseconds(),
		Mtime:      mtime,
		Sparse:     isSparse(h, by.FileAttributes, fi.Size()),
		ID:         Identity{Size: fi.Size(), MtimeNS: mtime.UnixNano()},
	}
	in.ID.Dev, in.ID.Inode = numberOf(h, &by)
	return in, nil
}

// reopen is ReOpenFile, which golang.org/x/sys/windows lacks.
var reopen = windows.NewLazySystemDLL("kernel32.dll").NewProc("ReOpenFile")

// beingWritten tries to open the same file such that nobody else may write to it.
func beingWritten(f *os.File) bool {
	h, _, err := reopen.Call(f.Fd(), windows.GENERIC_READ, windows.FILE_SHARE_READ|windows.FILE_SHARE_DELETE, 0)
	if windows.Handle(h) == windows.InvalidHandle {
		return errors.Is(err, windows.ERROR_SHARING_VIOLATION)
	}
	_ = windows.CloseHandle(windows.Handle(h))
	return false
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
