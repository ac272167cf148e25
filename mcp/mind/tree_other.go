//go:build !unix

package mind

import (
	"os"
	"os/exec"
)

func endSignals() []os.Signal { return []os.Signal{os.Interrupt} }

// lifeline cannot be handed over here; the server's standard input ends with
// the host, and that has to do.
func lifeline() <-chan struct{} { return nil }

func plant(path string, args []string) (*tree, error) {
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

// terminate does nothing: there is no gentle signal to send.
func (t *tree) terminate() {}

func (t *tree) kill() {
	if p, err := os.FindProcess(t.pid); err == nil {
		_ = p.Kill()
	}
}
