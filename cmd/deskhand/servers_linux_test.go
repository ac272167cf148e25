package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// brooding is a server that leaves a child, and another in a session of its own,
// says their process ids on a pipe and then never answers.
const brooding = `#!/bin/sh
trap '' TERM HUP
setsid sleep 600 &
other=$!
sleep 600 &
echo $$ $! $other > %q
exec cat > /dev/null
`

func TestAKilledProgramLeavesNothingOfAServerBehind(t *testing.T) {
	p, dir := newPerson(t), t.TempDir()
	pipe, script := filepath.Join(dir, "pids"), filepath.Join(dir, "server")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(script, fmt.Appendf(nil, brooding, pipe), 0o700); err != nil {
		t.Fatal(err)
	}
	p.adds(fmt.Sprintf(`"brood": {"command": %q}`, script))
	p.deskhand("servers", "trust", "brood", "--yes").must(t, exitDone)

	told, err := os.OpenFile(pipe, os.O_RDWR|unix.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = told.Close() }()
	if err := told.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	c := p.command("servers", "start", "brood")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(told).ReadString('\n')
	if err != nil {
		t.Fatalf("the server was not started: %v", err)
	}
	var pids [3]int
	if _, err := fmt.Sscan(line, &pids[0], &pids[1], &pids[2]); err != nil {
		t.Fatalf("%v in %q", err, line)
	}
	var watched []unix.PollFd
	for _, pid := range pids {
		fd, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			t.Fatalf("process %d: %v", pid, err)
		}
		defer func() { _ = unix.Close(fd) }()
		watched = append(watched, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Second)
	_ = c.Wait()
	for i := range watched {
		for {
			left := max(0, time.Until(deadline).Milliseconds())
			n, err := unix.Poll(watched[i:i+1], int(left))
			if err == unix.EINTR {
				continue
			}
			if n != 1 {
				t.Errorf("process %d is still there a second after the program was killed", pids[i])
				_ = unix.Kill(pids[i], unix.SIGKILL)
			}
			break
		}
	}
}
