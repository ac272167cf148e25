//go:build !windows

package safefs

import "syscall"

// unreachableHere are those of this system's own.
func unreachableHere() []syscall.Errno { return nil }
