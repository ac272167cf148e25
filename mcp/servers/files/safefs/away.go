package safefs

import (
	"errors"
	"slices"
	"syscall"
)

// Away reports whether a network share could not be reached, because its server or the
// network is down.
func Away(err error) bool {
	var no syscall.Errno
	return errors.As(err, &no) && (slices.Contains(unreachable(), no) || slices.Contains(unreachableHere(), no))
}

// unreachable returns the errors for that which all systems share.
func unreachable() []syscall.Errno {
	return []syscall.Errno{
		syscall.ENETDOWN, syscall.ENETUNREACH, syscall.ENETRESET, syscall.ECONNABORTED, syscall.ECONNRESET, syscall.ECONNREFUSED,
		syscall.ENOTCONN, syscall.ETIMEDOUT, syscall.EHOSTDOWN, syscall.EHOSTUNREACH, syscall.ESTALE,
	}
}
