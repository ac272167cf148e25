package reaper

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// adopt makes the reaper the parent of every orphaned descendant, so that none can leave
// the tree.
func adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

func childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// reap waits for every child, own or adopted. When no child is left, no descendant is:
// orphans are adopted before their parent can be waited for.
func (t *tree) reap() {
	defer close(t.gone)
	for {
		var ws syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &ws, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return
		case pid == t.pid && (ws.Exited() || ws.Signaled()):
			t.recordEnd(ws)
		}
	}
}

func (t *tree) terminate() { t.signal(syscall.SIGTERM) }
func (t *tree) kill()      { t.signal(syscall.SIGKILL) }

func (t *tree) signal(sig syscall.Signal) {
	t.signalGroup(sig)
	for _, pid := range descendants(os.Getpid()) {
		_ = syscall.Kill(pid, sig)
	}
}

// descendants returns all processes below root, parents first.
func descendants(root int) []int {
	children := map[int][]int{}
	for _, pid := range processes() {
		if parent, ok := parentOf(pid); ok {
			children[parent] = append(children[parent], pid)
		}
	}
	var found []int
	for next := children[root]; len(next) > 0; {
		var below []int
		for _, pid := range next {
			found = append(found, pid)
			below = append(below, children[pid]...)
		}
		next = below
	}
	return found
}

func processes() []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(-1)
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// parentOf reads the fourth field of /proc/PID/stat. The second, the name in parentheses,
// may contain spaces and parentheses.
func parentOf(pid int) (int, bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return 0, false
	}
	parent, err := strconv.Atoi(string(fields[1]))
	return parent, err == nil
}
