package safefs

import (
	"errors"

	"golang.org/x/sys/unix"
)

// statAt returns the stat of a name in an open folder, without following it. born is in
// nanoseconds since 1970; 0 if the disk has none.
func statAt(fd int, name string) (st unix.Stat_t, born int64, err error) {
	return statx(fd, name, unix.AT_SYMLINK_NOFOLLOW, func(st *unix.Stat_t) error {
		return unix.Fstatat(fd, name, st, unix.AT_SYMLINK_NOFOLLOW)
	})
}

// statOpen is statAt for an open file.
func statOpen(fd int) (st unix.Stat_t, born int64, err error) {
	return statx(fd, "", unix.AT_EMPTY_PATH, func(st *unix.Stat_t) error { return unix.Fstat(fd, st) })
}

// statx makes the call that returns the creation time. If a sandbox forbids it, older is
// used.
func statx(fd int, name string, flags int, older func(*unix.Stat_t) error) (st unix.Stat_t, born int64, err error) {
	var x unix.Statx_t
	err = unix.Statx(fd, name, flags, unix.STATX_BASIC_STATS|unix.STATX_BTIME, &x)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) {
		err = older(&st)
		return st, 0, err
	}
	if err != nil {
		return st, 0, err
	}
	st.Dev, st.Ino = unix.Mkdev(x.Dev_major, x.Dev_minor), x.Ino
	st.Mode, st.Size, st.Blocks = uint32(x.Mode), int64(x.Size), int64(x.Blocks)
	st.Mtim.Sec, st.Mtim.Nsec = x.Mtime.Sec, int64(x.Mtime.Nsec)
	if x.Mask&unix.STATX_BTIME != 0 {
		born = x.Btime.Sec*1e9 + int64(x.Btime.Nsec)
	}
	return st, born, nil
}
