//go:build unix

package safefs

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// openFlags keep open from blocking on a pipe that was swapped in.
const openFlags = unix.O_NONBLOCK

func (d *dir) fd() int { return int(d.handle.Fd()) }

// openList opens the folder again to read its names from the start. A handle of a Root
// would also stat each name, which takes most of the time.
func openList(d *dir) (*os.File, error) {
	fd, err := unix.Openat(d.fd(), ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: d.path, Err: err}
	}
	return os.NewFile(uintptr(fd), d.path), nil
}

func link(from *dir, name string, to *dir, newName string) error {
	err := unix.Linkat(from.fd(), name, to.fd(), newName, 0)
	return pair("link", from, name, to, newName, err)
}

func removeFile(d *dir, name string) error { return unlink(d, name, 0) }

func removeDir(d *dir, name string) error { return unlink(d, name, unix.AT_REMOVEDIR) }

func unlink(d *dir, name string, flags int) error {
	if err := unix.Unlinkat(d.fd(), name, flags); err != nil {
		return &fs.PathError{Op: "remove", Path: d.join(name), Err: err}
	}
	return nil
}

func syncDir(handle *os.File) error { return handle.Sync() }

func tryLock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// Lstat bypasses the Root, which costs several times the call itself: one component that
// is not followed cannot lead out of the folder.
func (d *dir) Lstat(name string) (Info, error) {
	if name == "" || name == ".." || strings.ContainsRune(name, '/') {
		return Info{}, &fs.PathError{Op: "lstat", Path: d.join(name), Err: fs.ErrInvalid}
	}
	st, born, err := statAt(d.fd(), name)
	for errors.Is(err, unix.EINTR) {
		st, born, err = statAt(d.fd(), name)
	}
	if err != nil {
		return Info{}, &fs.PathError{Op: "lstat", Path: d.join(name), Err: err}
	}
	return info(name, &st, born, onlineOnly(&st, d.fd(), name)), nil
}

func describeOpen(f *os.File, fi fs.FileInfo) (Info, error) {
	st, born, err := statOpen(int(f.Fd()))
	if err != nil {
		return Info{}, &fs.PathError{Op: "stat", Path: f.Name(), Err: err}
	}
	return info(fi.Name(), &st, born, onlineOnly(&st, int(f.Fd()), "")), nil
}

// info builds an Info.
func info(name string, st *unix.Stat_t, born int64, onlineOnly bool) Info {
	return Info{
		Name: name, Mode: modeOf(uint32(st.Mode)), OnlineOnly: onlineOnly, Born: born,
		Mtime:  time.Unix(st.Mtim.Unix()),
		Sparse: st.Size > sparseMin && st.Blocks*512 < st.Size/2,
		ID: Identity{
			Dev: uint64(st.Dev), Inode: st.Ino, Size: st.Size,
			MtimeNS: st.Mtim.Nano(),
		},
	}
}

// Restamp bypasses the Root too, whose times end in 2262.
func (d *dir) Restamp(name string, mtime time.Time) error {
	var read, changed unix.Timespec // the access time is not kept
	read.Sec, changed.Sec, changed.Nsec = time.Now().Unix(), mtime.Unix(), int64(mtime.Nanosecond())
	if err := unix.UtimesNanoAt(d.fd(), name, []unix.Timespec{read, changed}, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return &fs.PathError{Op: "chtimes", Path: d.join(name), Err: err}
	}
	return nil
}

func modeOf(st uint32) fs.FileMode {
	mode := fs.FileMode(st & 0o777)
	switch st & unix.S_IFMT {
	case unix.S_IFREG:
	case unix.S_IFDIR:
		mode |= fs.ModeDir
	case unix.S_IFLNK:
		mode |= fs.ModeSymlink
	case unix.S_IFIFO:
		mode |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		mode |= fs.ModeSocket
	case unix.S_IFCHR:
		mode |= fs.ModeDevice | fs.ModeCharDevice
	case unix.S_IFBLK:
		mode |= fs.ModeDevice
	default:
		mode |= fs.ModeIrregular
	}
	return mode
}

// pair wraps the error of a call on two names.
func pair(op string, from *dir, name string, to *dir, newName string, err error) error {
	if err == nil {
		return nil
	}
	return &os.LinkError{Op: op, Old: from.join(name), New: to.join(newName), Err: err}
}

// unsupported reports whether the file system lacks the call, rather than failed.
func unsupported(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, unix.EINVAL) ||
		errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EOPNOTSUPP)
}

// noLinks reports whether the file system has no hard links, or no more for this file.
func noLinks(err error) bool {
	return unsupported(err) || errors.Is(err, unix.EPERM) || errors.Is(err, unix.EMLINK)
}

func otherDevice(err error) bool { return errors.Is(err, unix.EXDEV) }
