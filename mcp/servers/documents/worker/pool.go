package worker

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"time"
)

// What can become of a file beside what is wrong with it.
var (
	// ErrTooMuchWork: a step took more work than it may.
	ErrTooMuchWork = errors.New("the file takes too much work")
	// ErrTooMuchMemory: it takes more memory than a process has.
	ErrTooMuchMemory = errors.New("the file takes too much memory")
	// ErrCrashed: the process ended, again after the file was read once more.
	ErrCrashed = errors.New("reading the file crashed")
	// ErrUnavailable: no process starts.
	ErrUnavailable = errors.New("the reader of files does not start")
	// ErrClosed: the pool was closed.
	ErrClosed = errors.New("the readers are closed")
)

// Config is how a Pool works. The zero value is right outside of tests.
type Config struct {
	// Command starts a process; empty: this program, with Verb.
	Command []string
	// Compiled is the folder of the compiled code; empty: it is kept nowhere.
	Compiled string
	// Workers is how many files are open at a time; 0: one for each core, and one
	// more, so that a page can be shown while others are read.
	Workers int
	// Work is what one step may cost, such as a page; 0: 20 s of computing.
	Work time.Duration
}

const (
	defaultWork = 20 * time.Second
	// maxFiles is how many files a process reads before it is replaced.
	maxFiles = 200
	// rest is how long a process is kept that has nothing to do.
	rest = 30 * time.Second
)

// Pool is a bounded set of processes.
type Pool struct {
	config Config
	slots  chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
	once   sync.Once

	mu     sync.Mutex
	unused []*process
	sweep  *time.Timer
}

// New returns a pool; nothing is started before it is needed. The caller closes
// it.
func New(config Config) *Pool {
	if len(config.Command) == 0 {
		self, err := os.Executable()
		if err != nil {
			self = os.Args[0] // there is no /proc: the name that we were started with
		}
		config.Command = []string{self, Verb}
	}
	if config.Workers <= 0 {
		config.Workers = runtime.NumCPU() + 1
	}
	if config.Work <= 0 {
		config.Work = defaultWork
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Pool{config: config, slots: make(chan struct{}, config.Workers), ctx: ctx, cancel: cancel}
}

// Close ends every process. It waits until they are gone.
func (p *Pool) Close() {
	p.once.Do(func() {
		p.cancel()
		p.clear()
		for range cap(p.slots) {
			p.slots <- struct{}{} // each file that is open gives its token back when its process is gone
		}
	})
}

// clear ends the processes that have nothing to do.
func (p *Pool) clear() {
	p.mu.Lock()
	unused := p.unused
	p.unused = nil
	p.mu.Unlock()
	for _, w := range unused {
		w.close()
	}
}

// Confined starts a process and reports whether it can open nothing.
func (p *Pool) Confined(ctx context.Context) (bool, error) {
	if err := p.enter(ctx); err != nil {
		return false, err
	}
	defer func() { <-p.slots }()
	w, err := p.take(ctx, forAll)
	if err != nil {
		return false, err
	}
	p.giveBack(w)
	return w.ready.Confined, nil
}

// enter waits for a turn.
func (p *Pool) enter(ctx context.Context) error {
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-p.ctx.Done():
		return ErrClosed
	}
}

// take gives a process of that kind which has nothing to do, or a new one.
func (p *Pool) take(ctx context.Context, kind string) (*process, error) {
	p.mu.Lock()
	for i, w := range p.unused {
		if w.kind == kind {
			p.unused = append(p.unused[:i], p.unused[i+1:]...)
			p.mu.Unlock()
			return w, nil
		}
	}
	p.mu.Unlock()
	if p.ctx.Err() != nil {
		return nil, ErrClosed
	}
	return p.start(ctx, kind)
}

// giveBack keeps a process for the next file, for a while.
func (p *Pool) giveBack(w *process) {
	if w.files++; w.files >= maxFiles || p.ctx.Err() != nil {
		w.close()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unused = append(p.unused, w)
	if p.sweep == nil {
		p.sweep = time.AfterFunc(rest, p.clear)
	}
	p.sweep.Reset(rest)
}

// kindOf is the process that a file needs: one with the reader of PDF, or one
// without.
func kindOf(data []byte) string {
	if bytes.Contains(data[:min(len(data), 1<<10)], []byte("%PDF")) {
		return forPDF
	}
	return forAll
}
