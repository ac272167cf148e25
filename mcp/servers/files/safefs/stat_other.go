//go:build unix && !linux

package safefs

import "golang.org/x/sys/unix"

// statAt returns the stat of a name in an open folder, without following it. born is in
// nanoseconds since 1970; 0 if the disk has none.
func statAt(fd int, name string) (st unix.Stat_t, born int64, err error) {
	err = unix.Fstatat(fd, name, &st, unix.AT_SYMLINK_NOFOLLOW)
	return st, bornOf(&st), err
}

// statOpen is statAt for an open file.
func statOpen(fd int) (st unix.Stat_t, born int64, err error) {
	err = unix.Fstat(fd, &st)
	return st, bornOf(&st), err
}
