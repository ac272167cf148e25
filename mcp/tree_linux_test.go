package mcp

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// watched is a process that can be waited for by others than its parent.
type watched struct{ pid, fd int }

func watch(t *testing.T, pid int) watched {
	t.Helper()
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatalf("process %d: %v", pid, err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	return watched{pid, fd}
}

// endsBy fails the test if the process still runs at the deadline.
func (w watched) endsBy(t *testing.T, deadline time.Time) {
	t.Helper()
	for {
		left := max(0, time.Until(deadline).Milliseconds())
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(w.fd), Events: unix.POLLIN}}, int(left))
		if err == unix.EINTR {
			continue
		}
		if n != 1 {
			t.Errorf("process %d is still there", w.pid)
			_ = unix.Kill(w.pid, unix.SIGKILL)
		}
		return
	}
}

// broodOf watches the server and all processes that its brood tool has left.
func broodOf(t *testing.T, dir, server string) []watched {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Fatalf("the brood has %d members: %v", len(entries), err)
	}
	var all []watched
	for _, name := range []string{server, entries[0].Name(), entries[1].Name()} {
		pid, err := strconv.Atoi(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, watch(t, pid))
	}
	return all
}

func TestCloseLeavesNoDescendant(t *testing.T) {
	h, dir := started(t, config(well())), t.TempDir()
	r := h.Call(limited(t), invocation("s_brood", fmt.Sprintf(`{"dir":%q}`, dir)))
	if !r.OK {
		t.Fatalf("got %+v", r)
	}
	all := append(broodOf(t, dir, r.Text), watch(t, h.States()[0].PID))
	began := time.Now()
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("Close took %s", took)
	}
	for _, w := range all {
		w.endsBy(t, time.Now())
	}
}

func TestACrashLeavesNoDescendant(t *testing.T) {
	h, dir := started(t, config(well())), t.TempDir()
	r := h.Call(limited(t), invocation("s_brood", fmt.Sprintf(`{"dir":%q}`, dir)))
	all := broodOf(t, dir, r.Text)
	if r := h.Call(limited(t), invocation("s_crash", `{}`)); r.Failure.Class != chat.ErrServerDown {
		t.Errorf("got %+v", r)
	}
	for _, w := range all {
		w.endsBy(t, time.Now().Add(time.Second))
	}
}

func TestAServerThatIgnoresACancelEndsWithItsWholeTree(t *testing.T) {
	h, dir := started(t, config(well())), t.TempDir()
	r := h.Call(limited(t), invocation("s_brood", fmt.Sprintf(`{"dir":%q}`, dir)))
	all := append(broodOf(t, dir, r.Text), watch(t, h.States()[0].PID))
	ctx, cancel := context.WithCancel(limited(t))
	inv := invocation("s_hang", `{}`)
	inv.Progress = func(chat.Progress) { cancel() }
	if r := h.Call(ctx, inv); r.Failure.Class != chat.ErrCancelled {
		t.Errorf("got %+v", r)
	}
	for _, w := range all {
		w.endsBy(t, time.Now().Add(time.Second))
	}
	alive(t, h)
}

func TestAServerThatIsStoppedLeavesNoDescendant(t *testing.T) {
	h, dir := started(t, config(well())), t.TempDir()
	r := h.Call(limited(t), invocation("s_brood", fmt.Sprintf(`{"dir":%q}`, dir)))
	all := append(broodOf(t, dir, r.Text), watch(t, h.States()[0].PID))
	h.StopServer("s")
	for _, w := range all {
		w.endsBy(t, time.Now())
	}
	if r := h.Call(limited(t), invocation("s_echo", `{"text":"x"}`)); r.Failure.Class != chat.ErrToolNotFound {
		t.Errorf("a tool of a server that was stopped: %+v", r)
	}
}

func TestAKilledHostLeavesNoDescendant(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.Command(self, roleHost, dir)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stdin.Close() }()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatalf("the host says nothing: %v", err)
	}
	var reaper int
	var server string
	if _, err := fmt.Sscan(line, new(string), &reaper, &server); err != nil {
		t.Fatalf("%v in %q", err, line)
	}
	all := append(broodOf(t, dir, server), watch(t, reaper))
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	for _, w := range all {
		w.endsBy(t, killed.Add(time.Second))
	}
	_ = cmd.Wait()
}
