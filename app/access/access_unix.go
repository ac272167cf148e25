//go:build unix

package access

import (
	"errors"
	"syscall"
)

// MayWrite reports whether this user may change what is in a folder, as far as can
// be told without doing it.
func MayWrite(folder string) bool {
	const write, search = 2, 1
	err := syscall.Access(folder, write|search)
	return !errors.Is(err, syscall.EACCES) && !errors.Is(err, syscall.EROFS) && !errors.Is(err, syscall.EPERM)
}
