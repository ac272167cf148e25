//go:build unix

package mcp

import (
	"os"
	"os/exec"
	"syscall"
)

// detach puts the minder into a process group of its own, out of reach of the
// terminal's Ctrl+C, and hands it the life-line as file descriptor 3.
func detach(cmd *exec.Cmd, life *os.File) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.ExtraFiles = []*os.File{life}
}
