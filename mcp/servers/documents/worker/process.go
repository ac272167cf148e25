package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/documents/child"
	"github.com/deskhand/deskhand/mcp/servers/documents/work"
)

// process is one worker.
type process struct {
	*child.Process
	kind  string
	errs  *tail
	over  atomic.Bool // it was killed for its work
	ready Ready
	files int
}

// start starts a process that may take so much memory, and waits until it is
// ready.
func (p *Pool) start(ctx context.Context, kind string, memory uint64) (*process, error) {
	command := append(append([]string{}, p.config.Command...), kind, p.config.Compiled, strconv.FormatUint(memory, 10))
	errs := &tail{}
	env := child.Environ([]string{"LC_ALL=C", "TZ=UTC", "GOTRACEBACK=none"}, "SystemRoot") // where Windows is
	started, err := child.Start(env, errs, command...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	w := &process{Process: started, kind: kind, errs: errs}
	stop := context.AfterFunc(ctx, w.Kill)
	defer stop()
	var first answer
	if _, err := readFrame(w.Out, &first); err != nil || first.Ready == nil {
		w.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%w: %s", ErrUnavailable, w.errs.text())
	}
	w.ready = *first.Ready
	return w, nil
}

// call has a step done within the work that it may cost. After any error but a
// fault the process is not used again.
func (w *process) call(ctx context.Context, asked request, data []byte, most time.Duration) (answer, []byte, error) {
	defer context.AfterFunc(ctx, w.Kill)()
	defer work.Limit(w.OS(), most, idle, func() { w.over.Store(true); w.Kill() })()
	err := writeFrame(w.In, asked, data)
	var told answer
	var pixels []byte
	if err == nil {
		pixels, err = readFrame(w.Out, &told)
	}
	switch {
	case err == nil:
		return told, pixels, nil
	case ctx.Err() != nil:
		return answer{}, nil, ctx.Err()
	case w.over.Load():
		return answer{}, nil, ErrTooMuchWork
	}
	w.Close() // so that all of its stderr is there
	if w.errs.saysMemory() {
		return answer{}, nil, ErrTooMuchMemory
	}
	return answer{}, nil, fmt.Errorf("%w: %w", ErrCrashed, err)
}

// idle is how long a process that has something to do may use no CPU at all.
const idle = 60 * time.Second

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
