//go:build ollama && linux

package real

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Server is a running Ollama server.
type Server struct {
	host  string
	cmd   *exec.Cmd
	log   string
	ended sync.Once
}

// Env names the variable that says where the server's program is.
const Env = "OLLAMA_SERVER"

// program is the server to test, as scripts/ollama.sh built it.
func program(t testing.TB) string {
	t.Helper()
	path := os.Getenv(Env)
	if path == "" {
		t.Fatalf("%s does not name an Ollama server to test with: run make test-ollama", Env)
	}
	return path
}

// Start runs a server until the test ends; settings are environment variables,
// as "OLLAMA_MAX_QUEUE=1".
func Start(t testing.TB, settings ...string) *Server {
	t.Helper()
	dir := t.TempDir()
	s := &Server{cmd: exec.Command(program(t)), log: filepath.Join(dir, "server.log")}
	s.cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "OLLAMA_MODELS=" + filepath.Join(dir, "models"),
		"OLLAMA_HOST=127.0.0.1:0", "OLLAMA_NO_CLOUD=1", "OLLAMA_NOPRUNE=1", "GIN_MODE=release",
	}, settings...)
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := s.start(); err != nil {
		t.Fatalf("start %s: %v", s.cmd.Path, err)
	}
	t.Cleanup(func() {
		s.Stop()
		if t.Failed() {
			said, _ := os.ReadFile(s.log) // to help; the test has failed already
			t.Logf("the server's log ends:\n%s", tail(said))
		}
	})
	return s
}

// start waits for the address that the server prints first.
func (s *Server) start() error {
	log, err := os.Create(s.log)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }() // the server has its own hold of it
	s.cmd.Stderr = log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.cmd.Start(); err != nil {
		return err
	}
	said := bufio.NewReader(out)
	line, err := said.ReadString('\n')
	if err != nil {
		s.Stop()
		return fmt.Errorf("it ended without an address: %w", err)
	}
	s.host = strings.TrimSpace(line)
	go func() { _, _ = io.Copy(io.Discard, said) }() // ends with the server
	return nil
}

// Host is the server's address, as OLLAMA_HOST names it.
func (s *Server) Host() string { return s.host }

// Stop kills the server and its runners, in mid-sentence, and waits for them.
func (s *Server) Stop() {
	s.ended.Do(func() {
		_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) // a group that is gone is what is wanted
		_ = s.cmd.Wait()                                      // killed, as it says
	})
}

// SignalRunners sends a signal to the processes that compute, and leaves the
// server.
func (s *Server) SignalRunners(t testing.TB, signal syscall.Signal) {
	t.Helper()
	runners := s.Runners(t)
	if len(runners) == 0 {
		t.Error("the server has no runner")
	}
	for _, pid := range runners {
		if err := syscall.Kill(pid, signal); err != nil {
			t.Errorf("send %v to runner %d: %v", signal, pid, err)
		}
	}
}

// Runners are the process ids of the runners.
func (s *Server) Runners(t testing.TB) (pids []int) {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if err != nil {
			continue // a thread that has ended
		}
		for _, field := range strings.Fields(string(children)) {
			if pid, err := strconv.Atoi(field); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// tail is the end of a log.
func tail(log []byte) []byte { return log[max(0, len(log)-4<<10):] }
