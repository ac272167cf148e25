package mcp

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// process is a server under its reaper, with our ends of its pipes.
type process struct {
	cmd *exec.Cmd
	in  *os.File // its stdin
	out *os.File // its stdout
	err *os.File // its stderr
	// life is our end of the lifeline; nobody else holds one.
	life *os.File
}

// launch starts argv behind the reaper in dir; empty means our own directory. Our ends of
// the pipes are close-on-exec, so that no other server inherits them.
func launch(reaper, argv, env []string, dir string) (*process, error) {
	full := append(append([]string(nil), reaper...), argv...)
	if len(full) == 0 || len(argv) == 0 {
		return nil, fmt.Errorf("start a server: %w", exec.ErrNotFound)
	}
	var pipes pipeSet
	p := &process{}
	var theirIn, theirOut, theirErr, theirLife *os.File
	theirIn, p.in = pipes.open()
	p.out, theirOut = pipes.open()
	p.err, theirErr = pipes.open()
	theirLife, p.life = pipes.open()
	if pipes.failed != nil {
		pipes.closeAll()
		return nil, fmt.Errorf("open the pipes of %s: %w", argv[0], pipes.failed)
	}
	p.cmd = exec.Command(full[0], full[1:]...)
	p.cmd.Env, p.cmd.Dir = env, dir
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirIn, theirOut, theirErr
	detach(p.cmd, theirLife)
	if err := p.cmd.Start(); err != nil {
		pipes.closeAll()
		return nil, fmt.Errorf("start %s: %w", argv[0], err)
	}
	for _, f := range []io.Closer{theirIn, theirOut, theirErr, theirLife} {
		_ = f.Close()
	}
	return p, nil
}

// pipeSet opens pipes until one fails, and can close them all.
type pipeSet struct {
	files  []*os.File
	failed error
}

func (s *pipeSet) open() (r, w *os.File) {
	if s.failed != nil {
		return nil, nil
	}
	r, w, s.failed = os.Pipe()
	if s.failed == nil {
		s.files = append(s.files, r, w)
	}
	return r, w
}

func (s *pipeSet) closeAll() {
	for _, f := range s.files {
		_ = f.Close()
	}
}

// reaperSignal is what a reaper adds to the number of the signal that ended its server,
// as shells do; maxSignal is the highest signal number.
const reaperSignal, maxSignal = 128, 64

// exitOf returns how a process ended that we did not end.
func exitOf(p *os.ProcessState) entry.End {
	if ws, ok := p.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return entry.End{Code: entry.EndKilled, Signal: int(ws.Signal())}
	}
	code := p.ExitCode()
	if signal := code - reaperSignal; signal > 0 && signal <= maxSignal {
		return entry.End{Code: entry.EndKilled, Signal: signal}
	}
	return entry.End{Code: entry.EndExited, Exit: code}
}
