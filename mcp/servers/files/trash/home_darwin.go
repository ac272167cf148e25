package trash

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// Home returns the trash of the home folder; empty if there is none.
func Home() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, dotName)
}

// ownTrash returns the user's trash at the top of another volume. It can be created where
// the system has created the shared parent.
func ownTrash(top string) (string, bool) {
	trash := filepath.Join(top, macName, strconv.Itoa(os.Getuid()))
	in, err := os.Lstat(trash)
	if errors.Is(err, fs.ErrNotExist) {
		shared, err := os.Lstat(filepath.Dir(trash))
		return trash, err == nil && shared.IsDir() && shared.Mode()&fs.ModeSticky != 0
	}
	if err != nil || !in.IsDir() {
		return "", false
	}
	st, ok := in.Sys().(*syscall.Stat_t)
	return trash, ok && int(st.Uid) == os.Getuid()
}
