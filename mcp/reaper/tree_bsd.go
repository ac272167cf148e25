//go:build unix && !linux

package reaper

import (
	"errors"
	"syscall"
	"time"
)

// adopt has no counterpart here: processes that leave the process group are lost.
func adopt() error { return nil }

func childAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// reap waits for the server, then until its process group is empty.
func (t *tree) reap() {
	defer close(t.gone)
	for {
		var ws syscall.WaitStatus
		_, err := syscall.Wait4(t.pid, &ws, 0, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err == nil {
			t.recordEnd(ws)
		}
		break
	}
	for syscall.Kill(-t.pid, 0) == nil {
		time.Sleep(killEvery)
	}
}

func (t *tree) terminate() { t.signalGroup(syscall.SIGTERM) }
func (t *tree) kill()      { t.signalGroup(syscall.SIGKILL) }
