//go:build unix

package reaper

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// lifelineFD is the reading end of the lifeline.
const lifelineFD = 3

func endSignals() []os.Signal {
	return []os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}
}

// lifeline returns a channel that is closed when the host is gone; nil, which is never
// ready, if the reaper was started without one.
func lifeline() <-chan struct{} {
	var st unix.Stat_t
	if unix.Fstat(lifelineFD, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFIFO {
		return nil
	}
	unix.CloseOnExec(lifelineFD)
	broken := make(chan struct{})
	go func() {
		defer close(broken)
		buf := make([]byte, 16)
		for {
			n, err := unix.Read(lifelineFD, buf)
			if n > 0 || errors.Is(err, unix.EINTR) {
				continue
			}
			return
		}
	}()
	return broken
}

// startTree starts the server in a process group of its own, and the goroutine that reaps
// the tree.
func startTree(path string, args []string) (*tree, error) {
	if err := adopt(); err != nil {
		return nil, err
	}
	pid, err := syscall.ForkExec(path, args, &syscall.ProcAttr{
		Env:   os.Environ(),
		Files: []uintptr{0, 1, 2},
		Sys:   childAttr(),
	})
	if err != nil {
		return nil, err
	}
	t := &tree{pid: pid, exited: make(chan struct{}), gone: make(chan struct{})}
	go t.reap()
	return t, nil
}

// recordEnd records how the server ended.
func (t *tree) recordEnd(ws syscall.WaitStatus) {
	t.status = ws.ExitStatus()
	if ws.Signaled() {
		t.status = exitSignal + int(ws.Signal())
	}
	close(t.exited)
}

// signalGroup also reaches the server's process group when the process list cannot be
// read.
func (t *tree) signalGroup(sig syscall.Signal) { _ = syscall.Kill(-t.pid, sig) }
