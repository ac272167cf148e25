//go:build unix

package mcp

import (
	"os"
	"os/exec"
	"syscall"
)

// detach starts the reaper in a session of its own, so that Ctrl+C does not reach it and
// the server cannot reach the terminal, and passes it the lifeline as file descriptor 3.
func detach(cmd *exec.Cmd, life *os.File) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.ExtraFiles = []*os.File{life}
}
