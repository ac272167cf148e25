//go:build unix

package safefs

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// openFlags keep an open from waiting for the other end of a pipe that was
// swapped in.
const openFlags = unix.O_NONBLOCK

func (d *dir) fd() int { return int(d.handle.Fd()) }

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

func (d *dir) describe(name string, fi fs.FileInfo) (Info, error) {
	return info(name, fi, d.online), nil
}

func describeOpen(f *os.File, fi fs.FileInfo) (Info, error) {
	return info(fi.Name(), fi, func(st *syscall.Stat_t) bool { return onlineFile(f, st) }), nil
}

func info(name string, fi fs.FileInfo, online func(*syscall.Stat_t) bool) Info {
	in := Info{Name: name, Mode: fi.Mode(), ID: Identity{Size: fi.Size(), MtimeNS: fi.ModTime().UnixNano()}}
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		in.ID.Dev, in.ID.Inode = uint64(st.Dev), uint64(st.Ino)
		in.OnlineOnly = online(st)
	}
	return in
}

// pair wraps the error of a call on two names.
func pair(op string, from *dir, name string, to *dir, newName string, err error) error {
	if err == nil {
		return nil
	}
	return &os.LinkError{Op: op, Old: from.join(name), New: to.join(newName), Err: err}
}

// unsupported says that the file system does not know the call, rather than
// that it failed.
func unsupported(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, unix.EINVAL) ||
		errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EOPNOTSUPP)
}

// noLinks says that the file system has no hard links, or not that many.
func noLinks(err error) bool {
	return unsupported(err) || errors.Is(err, unix.EPERM) || errors.Is(err, unix.EMLINK)
}

func otherDevice(err error) bool { return errors.Is(err, unix.EXDEV) }
