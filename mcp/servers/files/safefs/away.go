package safefs

import (
	"errors"
	"slices"
	"syscall"
)

// Away reports whether a disk could not be reached which another computer has: what
// the system answers for a share whose server is gone, or the way to it.
func Away(err error) bool {
	var no syscall.Errno
	return errors.As(err, &no) && (slices.Contains(unreachable(), no) || slices.Contains(unreachableHere(), no))
}

// unreachable are the errors for it that systems have in common.
func unreachable() []syscall.Errno {
	return []syscall.Errno{
		syscall.ENETDOWN, syscall.ENETUNREACH, syscall.ENETRESET, syscall.ECONNABORTED, syscall.ECONNRESET, syscall.ECONNREFUSED,
		syscall.ENOTCONN, syscall.ETIMEDOUT, syscall.EHOSTDOWN, syscall.EHOSTUNREACH, syscall.ESTALE,
	}
}
