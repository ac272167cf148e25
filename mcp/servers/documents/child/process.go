package child

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"time"
)

// Process is a running program.
type Process struct {
	In   io.WriteCloser
	Out  *bufio.Reader // reads from pipe
	cmd  *exec.Cmd
	pipe io.ReadCloser
}

// Start starts a program with this environment. What it writes to stderr goes to errs.
func Start(env []string, errs io.Writer, command ...string) (*Process, error) {
	p := &Process{cmd: exec.Command(command[0], command[1:]...)} //nolint:gosec // ours
	p.cmd.Env = env
	p.cmd.Stderr = errs
	p.cmd.WaitDelay = time.Second
	var err error
	if p.In, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.pipe, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	p.Out = bufio.NewReaderSize(p.pipe, 1<<16)
	return p, p.cmd.Start()
}

// OS returns the process as the operating system knows it.
func (p *Process) OS() *os.Process { return p.cmd.Process }

// Kill ends the process and closes its pipes, which ends the reading and writing even if
// something else has the pipes' other ends. It may be called at any time from any
// goroutine.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	_ = p.In.Close()
	_ = p.pipe.Close()
}

// Close kills the process and waits until it is gone.
func (p *Process) Close() {
	p.Kill()
	_ = p.cmd.Wait() // its error is that it was killed
}

// Environ returns an environment: these variables, and our own of these names.
func Environ(variables []string, kept ...string) []string {
	for _, name := range kept {
		if value, ok := os.LookupEnv(name); ok {
			variables = append(variables, name+"="+value)
		}
	}
	return variables
}
