package safefs

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func rename(from *dir, name string, to *dir, newName string) error {
	err := unix.Renameat2(from.fd(), name, to.fd(), newName, unix.RENAME_NOREPLACE)
	return pair("rename", from, name, to, newName, err)
}

// smallest is the size in bytes from which on a file needs blocks of its own: a
// shorter one may be kept in its inode.
const smallest = 4096

// onlineOnly says that a file has a size and no blocks, on a file system that
// gives blocks to each file. Linux has no other mark of such files.
func onlineOnly(st *unix.Stat_t, fd int) bool {
	if st.Mode&unix.S_IFMT != unix.S_IFREG || st.Blocks != 0 || st.Size < smallest {
		return false
	}
	var fs unix.Statfs_t
	if err := unix.Fstatfs(fd, &fs); err != nil {
		return false
	}
	switch int64(fs.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC, unix.TMPFS_MAGIC:
		return true
	}
	return false
}

// beingWritten asks for a read lease, which the kernel refuses while the file is
// open for writing anywhere, and gives it back at once.
func beingWritten(f *os.File) bool {
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	if err == nil {
		_, _ = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_UNLCK) // closing gives it back too
	}
	return errors.Is(err, unix.EAGAIN)
}
