package reaper

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"unsafe"

	"golang.org/x/sys/windows"
)

// lifelineVariable holds the inherited handle of the lifeline. The server gets neither.
const lifelineVariable = "DESKHAND_LIFELINE"

func endSignals() []os.Signal { return []os.Signal{os.Interrupt} }

// lifeline returns a channel that is closed when the host is gone; nil, which is never
// ready, if the reaper was started without one.
func lifeline() <-chan struct{} {
	handle, err := strconv.ParseUint(os.Getenv(lifelineVariable), 10, 64)
	_ = os.Unsetenv(lifelineVariable)
	if err != nil {
		return nil
	}
	line := os.NewFile(uintptr(handle), "life-line")
	broken := make(chan struct{})
	go func() {
		defer close(broken)
		_, _ = io.Copy(io.Discard, line)
	}()
	return broken
}

// startTree starts the server in a job whose first member is the reaper. The reaper holds
// its only handle: however it ends, the kernel then ends every process in the job, which
// is all that the server has started.
func startTree(path string, args []string) (*tree, error) {
	if err := enterJob(); err != nil {
		return nil, fmt.Errorf("set up a job: %w", err)
	}
	cmd := exec.Command(path, args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t := &tree{pid: cmd.Process.Pid, exited: make(chan struct{}), gone: make(chan struct{})}
	go func() {
		_ = cmd.Wait()
		t.status = cmd.ProcessState.ExitCode()
		close(t.exited)
		close(t.gone)
	}()
	return t, nil
}

// enterJob creates a job that ends with its last handle and puts the reaper into it. The
// handle is left open on purpose.
func enterJob() error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
		},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		return err
	}
	return windows.AssignProcessToJobObject(job, windows.CurrentProcess())
}

// terminate does nothing: Windows has no gentle signal. The server sees the end of its
// stdin.
func (t *tree) terminate() {}

// kill ends the server; the rest of the job ends with the reaper.
func (t *tree) kill() {
	if p, err := os.FindProcess(t.pid); err == nil {
		_ = p.Kill()
	}
}
