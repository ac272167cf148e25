package mcp

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/windows"
)

// lifelineVariable tells the reaper which handle it has inherited as the
// life-line.
const lifelineVariable = "DESKHAND_LIFELINE"

// detach puts the reaper into a process group of its own, out of reach of the
// console's Ctrl+C and without a window, and hands it the life-line. No other
// process inherits the handle: Go names those of each start.
func detach(cmd *exec.Cmd, life *os.File) {
	handle := life.Fd()
	// Where it fails the reaper has no life-line, and its server's standard
	// input, which ends with us, has to do.
	_ = windows.SetHandleInformation(windows.Handle(handle), windows.HANDLE_FLAG_INHERIT, windows.HANDLE_FLAG_INHERIT)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		HideWindow:                 true,
		CreationFlags:              windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW,
		AdditionalInheritedHandles: []syscall.Handle{syscall.Handle(handle)},
	}
	cmd.Env = append(cmd.Env, lifelineVariable+"="+strconv.FormatUint(uint64(handle), 10))
}
