//go:build ollama && linux

package real

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/deskhand/deskhand/inference/ollama"
	"github.com/deskhand/deskhand/inference/ollamatest/contract"
)

// victimEnv tells this program that it is to be killed.
const victimEnv = "DESKHAND_TEST_VICTIM"

// A process that tests may be killed itself; nothing of the server may stay.
func TestAServerAndItsRunnersEndWithWhoeverTests(t *testing.T) {
	if os.Getenv(victimEnv) != "" {
		waitToBeKilled(t)
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	c.Env = append(os.Environ(), victimEnv+"=1")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = c.Wait() // killed, as it says
	pids := strings.Fields(line)
	if len(pids) < 2 {
		t.Fatalf("no server with a runner: %q", line)
	}
	for _, pid := range pids {
		endsSoon(t, pid)
	}
}

// waitToBeKilled runs a server with a model in memory and says which processes
// that are.
func waitToBeKilled(t *testing.T) {
	s := Start(t)
	s.Install(t, contract.Scenario{Name: "m", Steps: []contract.Step{{Text: []string{"ok"}}}})
	client, err := ollama.New(ollama.Config{Host: s.Host()})
	if err == nil {
		err = client.Preload(t.Context(), "m", 2048)
	}
	if err != nil {
		t.Fatal(err)
	}
	fmt.Print(s.cmd.Process.Pid)
	for _, pid := range s.Runners(t) {
		fmt.Print(" ", pid)
	}
	fmt.Println()
	select {}
}

// endsSoon waits for a process that is nobody's child here.
func endsSoon(t *testing.T, pid string) {
	t.Helper()
	n, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatal(err)
	}
	fd, err := unix.PidfdOpen(n, 0)
	if errors.Is(err, unix.ESRCH) {
		return // it has gone
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Close(fd) }() // nothing was written
	const patience = 10_000               // ms
	if ended, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, patience); ended == 0 || err != nil {
		t.Errorf("process %d is still there: %v", n, err)
	}
}
