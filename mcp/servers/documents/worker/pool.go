package worker

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/documents/child"
	"github.com/deskhand/deskhand/mcp/servers/documents/confine"
)

// How reading a file can fail, apart from what is wrong with the file.
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
	// Workers is how many processes there are at a time; 0: one for each core, and
	// one more, so that a page can be shown while others are read, as far as the
	// memory that they have together goes.
	Workers int
	// Work is the CPU time of one step, such as a page; 0: 20 s. A third of it at
	// first, the rest when the file is tried once more, alone.
	Work time.Duration
}

// The memory that files are read in: a quarter of the computer's within these
// limits for all processes together, and at first so much for each. A file that
// needs more is tried once more with all of it, alone.
const (
	leastMemory = 600 << 20
	mostMemory  = 900 << 20
	eachMemory  = 300 << 20
)

const (
	defaultWork = 20 * time.Second
	// maxFiles is how many files a process reads before it is replaced.
	maxFiles = 200
	// rest is how long an idle process is kept.
	rest = 30 * time.Second
)

// Pool is a bounded set of processes.
type Pool struct {
	config Config
	memory uint64        // of all processes together
	slots  chan struct{} // a token for each process that has a file
	alone  chan struct{} // a token for who wants all of slots
	starts chan struct{} // a token for who starts a reader of PDF: the first one compiles it
	ctx    context.Context
	cancel context.CancelFunc
	once   sync.Once
	unused child.Idle[*process]
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
	memory := min(max(confine.MemoryOfComputer()/4, leastMemory), mostMemory)
	if config.Workers <= 0 {
		config.Workers = min(runtime.NumCPU()+1, int(memory/eachMemory))
	}
	if config.Work <= 0 {
		config.Work = defaultWork
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Pool{
		config: config, memory: memory, ctx: ctx, cancel: cancel,
		slots: make(chan struct{}, config.Workers), alone: make(chan struct{}, 1), starts: make(chan struct{}, 1),
		unused: child.Idle[*process]{Rest: rest},
	}
}

// Close ends every process. It waits until they are gone.
func (p *Pool) Close() {
	p.once.Do(func() {
		p.cancel()
		p.unused.Close()
		for range cap(p.slots) {
			p.slots <- struct{}{} // each file gives its token back when its process is gone
		}
	})
}

// Confined starts a process and reports whether it can open nothing.
func (p *Pool) Confined(ctx context.Context) (bool, error) {
	if err := p.enter(ctx, false); err != nil {
		return false, err
	}
	defer p.leave(false)
	w, err := p.take(ctx, forAll, false)
	if err != nil {
		return false, err
	}
	p.giveBack(w)
	return w.ready.Confined, nil
}

// enter waits for a slot, or, with alone, for all of them.
func (p *Pool) enter(ctx context.Context, alone bool) error {
	if !alone {
		return p.wait(ctx, p.slots)
	}
	if err := p.wait(ctx, p.alone); err != nil {
		return err
	}
	for have := range cap(p.slots) {
		if err := p.wait(ctx, p.slots); err != nil {
			for range have {
				<-p.slots
			}
			<-p.alone
			return err
		}
	}
	p.unused.Keep(0) // their memory is for this one
	return nil
}

// wait puts a token into tokens.
func (p *Pool) wait(ctx context.Context, tokens chan struct{}) error {
	select {
	case tokens <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-p.ctx.Done():
		return ErrClosed
	}
}

// leave gives the slot, or all of them, back.
func (p *Pool) leave(alone bool) {
	if !alone {
		<-p.slots
		return
	}
	for range cap(p.slots) {
		<-p.slots
	}
	<-p.alone
}

// take returns an idle process of that kind or a new one; with alone, one that may use
// the memory of all.
func (p *Pool) take(ctx context.Context, kind string, alone bool) (*process, error) {
	if w, ok := p.unused.Take(func(w *process) bool { return w.kind == kind }); ok {
		return w, nil
	}
	p.unused.Keep(cap(p.slots) - len(p.slots)) // room for a new one
	if p.ctx.Err() != nil {
		return nil, ErrClosed
	}
	memory := p.memory / uint64(cap(p.slots))
	if alone {
		memory = p.memory
	}
	if kind == forPDF {
		if err := p.wait(ctx, p.starts); err != nil {
			return nil, err
		}
		defer func() { <-p.starts }()
	}
	return p.start(ctx, kind, memory)
}

// giveBack keeps a process for the next file for a while.
func (p *Pool) giveBack(w *process) {
	if w.files++; w.files >= maxFiles {
		w.Close()
		return
	}
	p.unused.Give(w)
}

// kindOf returns the kind of process that a file needs: with the reader of PDF or
// without.
func kindOf(data []byte) string {
	if bytes.Contains(data[:min(len(data), 1<<10)], []byte("%PDF")) {
		return forPDF
	}
	return forAll
}
