//go:build unix && !darwin

package mover

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

const haveTrash = true

// ownTrash gives the trash of a disk other than the home folder's, if it is
// there and the person's own, or can be made.
func ownTrash(top string) (string, bool) {
	trash := filepath.Join(top, topTrash+strconv.Itoa(os.Getuid()))
	in, err := os.Lstat(trash)
	if errors.Is(err, fs.ErrNotExist) {
		return trash, unix.Access(top, unix.W_OK|unix.X_OK) == nil
	}
	if err != nil || !in.IsDir() {
		return "", false
	}
	st, ok := in.Sys().(*syscall.Stat_t)
	return trash, ok && int(st.Uid) == os.Getuid()
}
