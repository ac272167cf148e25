//go:build unix && !linux && !darwin

package safefs

import (
	"errors"
	"syscall"
)

// rename is not offered: these systems have no rename that keeps its hands off
// what is there.
func rename(from *dir, name string, to *dir, newName string) error {
	return pair("rename", from, name, to, newName, errors.ErrUnsupported)
}

func onlineOnly(*syscall.Stat_t) bool { return false }
