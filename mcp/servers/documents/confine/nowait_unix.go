//go:build unix

package confine

import "syscall"

// noWait lets opening a pipe return at once.
const noWait = syscall.O_NONBLOCK
