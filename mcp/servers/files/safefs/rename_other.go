//go:build unix && !linux && !darwin

package safefs

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// rename is unsupported: these systems have no rename that never replaces.
func rename(from *dir, name string, to *dir, newName string) error {
	return pair("rename", from, name, to, newName, errors.ErrUnsupported)
}

func onlineOnly(*unix.Stat_t, int, string) bool { return false }

func beingWritten(*os.File) bool { return false }

func bornOf(*unix.Stat_t) int64 { return 0 }
