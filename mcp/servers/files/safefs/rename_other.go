//go:build unix && !linux && !darwin

package safefs

import (
	"errors"
	"os"
	"syscall"
)

// rename is not offered: these systems have no rename that keeps its hands off
// what is there.
func rename(from *dir, name string, to *dir, newName string) error {
	return pair("rename", from, name, to, newName, errors.ErrUnsupported)
}

func (d *dir) online(*syscall.Stat_t) bool { return false }

func onlineFile(*os.File, *syscall.Stat_t) bool { return false }

func beingWritten(*os.File) bool { return false }
