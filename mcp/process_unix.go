//go:build unix

package mcp

import (
	"os"
	"os/exec"
	"syscall"
)

// detach puts the reaper into a session of its own, out of reach of the
// terminal's Ctrl+C and with the terminal out of reach of the server, and hands
// it the life-line as file descriptor 3.
func detach(cmd *exec.Cmd, life *os.File) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.ExtraFiles = []*os.File{life}
}
