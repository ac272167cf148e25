//go:build unix

package mcptest

import (
	"os/exec"
	"syscall"
)

// newSession takes the process out of reach of signals to its parent's group.
func newSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
