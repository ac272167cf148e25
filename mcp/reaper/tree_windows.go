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

// lifelineVariable tells which inherited handle is the life-line. The server
// gets neither.
const lifelineVariable = "DESKHAND_LIFELINE"

func endSignals() []os.Signal { return []os.Signal{os.Interrupt} }

// lifeline returns a channel that is closed when the host is gone; nil, which
// never is, when the reaper was started without one.
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

// plant starts the server in a job of which the reaper is the first member. The
// reaper holds the only handle of it: when it ends, however it ends, the kernel
// ends everything that is in there, and whatever the server starts is.
func plant(path string, args []string) (*tree, error) {
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

// enterJob makes a job that ends with its last handle and puts the reaper into
// it. The handle is left open on purpose.
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

// terminate does nothing: there is no gentle signal to send. The server sees its
// standard input end.
func (t *tree) terminate() {}

// kill ends the server; the rest of the job ends with the reaper.
func (t *tree) kill() {
	if p, err := os.FindProcess(t.pid); err == nil {
		_ = p.Kill()
	}
}
