package worker

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/documents/work"
)

// process is one worker.
type process struct {
	cmd   *exec.Cmd
	kind  string
	in    io.WriteCloser
	pipe  io.ReadCloser
	out   *bufio.Reader // reads from pipe
	errs  *tail
	over  atomic.Bool // it was killed for its work
	ready Ready
	files int
}

// start starts a process that may take so much memory, and waits until it is
// ready.
func (p *Pool) start(ctx context.Context, kind string, memory uint64) (*process, error) {
	command := append(append([]string{}, p.config.Command...), kind, p.config.Compiled, strconv.FormatUint(memory, 10))
	w := &process{cmd: exec.Command(command[0], command[1:]...), kind: kind, errs: &tail{}} //nolint:gosec // ourselves
	w.cmd.Env = append([]string{"LC_ALL=C", "TZ=UTC", "GOTRACEBACK=none"}, kept()...)
	w.cmd.WaitDelay = time.Second
	w.cmd.Stderr = w.errs
	var err error
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if w.pipe, err = w.cmd.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	w.out = bufio.NewReaderSize(w.pipe, 1<<16)
	if err := w.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	stop := context.AfterFunc(ctx, w.kill)
	defer stop()
	var first answer
	if _, err := readFrame(w.out, &first); err != nil || first.Ready == nil {
		w.close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%w: %s", ErrUnavailable, w.errs.text())
	}
	w.ready = *first.Ready
	return w, nil
}

// kept is what a process needs of our environment: where Windows is.
func kept() []string {
	var env []string
	for _, name := range []string{"SystemRoot"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// call has a step done within the work that it may cost. After any error but a
// fault the process is not used again.
func (w *process) call(ctx context.Context, asked request, data []byte, most time.Duration) (answer, []byte, error) {
	defer context.AfterFunc(ctx, w.kill)()
	defer work.Limit(w.cmd.Process, most, idle, func() { w.over.Store(true); w.kill() })()
	err := writeFrame(w.in, asked, data)
	var told answer
	var pixels []byte
	if err == nil {
		pixels, err = readFrame(w.out, &told)
	}
	switch {
	case err == nil:
		return told, pixels, nil
	case ctx.Err() != nil:
		return answer{}, nil, ctx.Err()
	case w.over.Load():
		return answer{}, nil, ErrTooMuchWork
	}
	w.close() // so that all of its stderr is there
	if w.errs.saysMemory() {
		return answer{}, nil, ErrTooMuchMemory
	}
	return answer{}, nil, fmt.Errorf("%w: %w", ErrCrashed, err)
}

// idle is how long a process that has something to do may use no CPU at all.
const idle = 60 * time.Second

// kill ends the process; it may be called at any time from any goroutine.
func (w *process) kill() {
	_ = w.cmd.Process.Kill()
	_ = w.in.Close()
	_ = w.pipe.Close()
}

// close ends the process and waits until it is gone.
func (w *process) close() {
	w.kill()
	_ = w.cmd.Wait() // its error is that it was killed
}

// tail keeps the start of what a process writes to stderr.
type tail struct{ kept bytes.Buffer }

const maxTail = 8 << 10

func (t *tail) Write(p []byte) (int, error) {
	if left := maxTail - t.kept.Len(); left > 0 {
		t.kept.Write(p[:min(left, len(p))])
	}
	return len(p), nil
}

func (t *tail) text() string { return string(bytes.TrimSpace(t.kept.Bytes())) }

// saysMemory reports whether Go's last words are that there was no memory left.
// Its collector does not say so: it takes what it did not get, on a stack of its
// own, where nothing of ours runs.
func (t *tail) saysMemory() bool {
	has := func(words string) bool { return bytes.Contains(t.kept.Bytes(), []byte(words)) }
	return has("out of memory") || has("cannot allocate memory") || has("failed to allocate") ||
		has("SIGSEGV") && has("goroutine 0 gp=")
}

var errNoPixels = errors.New("the pixels do not fit the size")
