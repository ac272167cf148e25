package mcp

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/windows"
)

// lifelineVariable tells the reaper the inherited handle of the lifeline.
const lifelineVariable = "DESKHAND_LIFELINE"

// detach starts the reaper in a process group of its own, so that Ctrl+C does not reach
// it, without a window, and passes it the lifeline. No other process inherits the handle:
// Go lists the inherited handles for each start.
func detach(cmd *exec.Cmd, life *os.File) {
	handle := life.Fd()
	// On failure the reaper has no lifeline and relies on its server's stdin, which ends
	// with us.
	_ = windows.SetHandleInformation(windows.Handle(handle), windows.HANDLE_FLAG_INHERIT, windows.HANDLE_FLAG_INHERIT)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		HideWindow:                 true,
		CreationFlags:              windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW,
		AdditionalInheritedHandles: []syscall.Handle{syscall.Handle(handle)},
	}
	cmd.Env = append(cmd.Env, lifelineVariable+"="+strconv.FormatUint(uint64(handle), 10))
}
