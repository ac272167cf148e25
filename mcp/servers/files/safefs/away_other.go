//go:build !windows

package safefs

import "syscall"

// unreachableHere returns those of this system.
func unreachableHere() []syscall.Errno { return nil }
