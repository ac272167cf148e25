package safefs

import (
	"errors"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

func rename(from *dir, name string, to *dir, newName string) error {
	err := unix.Renameat2(from.fd(), name, to.fd(), newName, unix.RENAME_NOREPLACE)
	return pair("rename", from, name, to, newName, err)
}

// placeholders are the extended attributes by which sync clients on Linux mark
// online-only files: those of Nextcloud and OpenVFS.
func placeholders() []string {
	return []string{"user.nextcloud.hydrate_exec", "user.openvfs.hydrate_exec"}
}

// onlineOnly reports whether a sync client marks a file as a placeholder. Having no
// blocks is no sign: a local sparse file has none either. On FUSE mounts (rclone,
// onedriver) all files look local, and nothing tells otherwise.
func onlineOnly(st *unix.Stat_t, fd int, name string) bool {
	if st.Mode&unix.S_IFMT != unix.S_IFREG || st.Size == 0 || st.Size > 1 && st.Blocks*512 >= st.Size {
		return false
	}
	path := "/proc/self/fd/" + strconv.Itoa(fd)
	get := unix.Getxattr
	if name != "" {
		path, get = path+"/"+name, unix.Lgetxattr
	}
	for _, mark := range placeholders() {
		if _, err := get(path, mark, nil); err == nil {
			return true
		}
	}
	return false
}

// beingWritten tries to take a read lease, which the kernel refuses while the file is
// open for writing anywhere, and releases it at once.
func beingWritten(f *os.File) bool {
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	if err == nil {
		_, _ = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_UNLCK) // closing releases it too
	}
	return errors.Is(err, unix.EAGAIN)
}
