//go:build unix && !darwin

package trash

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// Home returns the trash of the home folder; empty if there is none.
func Home() string {
	if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, homeName)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".local", "share", homeName)
}

// ownTrash returns the user's trash at the top of a disk other than the home folder's, if
// it exists or can be created: in the shared folder that an administrator made, or next to
// it.
func ownTrash(top string) (string, bool) {
	uid := strconv.Itoa(os.Getuid())
	shared := filepath.Join(top, dotName)
	if in, err := os.Lstat(shared); err == nil && in.IsDir() && in.Mode()&fs.ModeSticky != 0 {
		if trash := filepath.Join(shared, uid); usable(trash) {
			return trash, true
		}
	}
	trash := filepath.Join(top, topPrefix+uid)
	return trash, usable(trash)
}

// usable reports whether a trash is the user's own folder, or can be created.
func usable(trash string) bool {
	in, err := os.Lstat(trash)
	if errors.Is(err, fs.ErrNotExist) {
		return unix.Access(filepath.Dir(trash), unix.W_OK|unix.X_OK) == nil
	}
	if err != nil || !in.IsDir() {
		return false
	}
	st, ok := in.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}
