package engine

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/cache"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/child"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
	"github.com/deskhand/deskhand/mcp/servers/documents/work"
)

// What can go wrong with a page.
var (
	// ErrNoEngine: neither deskhand-ocr with tesseract nor the program
	// tesseract was found, and none is built in.
	ErrNoEngine = errors.New("no OCR engine")
	// ErrNoLanguage: there is an engine, but none of its language data.
	ErrNoLanguage = errors.New("no OCR language")
	// ErrTimeout: the page took more work than Config.PageTime.
	ErrTimeout = errors.New("the page took too long to read")
	// ErrCrashed: the process ended, again after it was restarted.
	ErrCrashed = errors.New("the OCR engine crashed")
	// ErrFailed: the engine could not read the picture.
	ErrFailed = errors.New("the OCR engine failed")
	// ErrClosed: the pool was closed.
	ErrClosed = errors.New("the OCR engine is closed")
)

// The names that Status gives to the engines.
const (
	Library = "tesseract library"
	Program = "tesseract program"
	BuiltIn = "built in"
	None    = "none"
)

const (
	maxWorkers      = 8
	defaultPageTime = 60 * time.Second
	cacheBytes      = 64 << 20
	// defaultIdle is how long an idle process is kept.
	defaultIdle = 30 * time.Second
)

// Config says where the engines are. The zero value is right outside of tests.
type Config struct {
	// Library is the path of deskhand-ocr; empty: next to this program.
	Library string
	// Program is the path of the program tesseract; empty: it is looked for.
	Program string
	// BuiltIn is the command of the engine that needs nothing installed; empty:
	// there is none.
	BuiltIn []string
	// Workers is how many pages are read at a time; 0: one for each core.
	Workers int
	// PageTime is how long a page may be computed on, and how long nothing at all
	// may happen; 0: 60 s.
	PageTime time.Duration
	// Idle is how long an idle process is kept; 0: 30 s.
	Idle time.Duration
	// CacheDir is the folder of the cache; empty: nothing is kept.
	CacheDir string
	// Compiled is the folder of the compiled code of the engine that is built in;
	// empty: each process compiles it.
	Compiled string
}

// Status says what reads pictures here.
type Status struct {
	Engine    string   // Library, Program, BuiltIn or None
	Version   string   // tesseract's
	Languages []string // without osd
	// Turned says that the orientation of pages can be detected: "osd" is there, or
	// each page that reads weakly is tried in the other orientations.
	Turned bool
	// Confined says that our process of the engine can open nothing but its own
	// data.
	Confined bool
}

// Advice says what to install, if anything.
func (s Status) Advice() string {
	switch {
	case s.Engine == None:
		return documents.InstallReader()
	case len(s.Languages) == 0:
		return documents.InstallLanguage()
	case !s.Turned:
		return documents.InstallTurning()
	}
	return ""
}

// runner reads one picture after the other with one process or program. It is
// used by one goroutine at a time.
type runner interface {
	// run gives the words of a picture; limit is called with the process that
	// works. After any error but ErrFailed the runner is not used again.
	run(ctx context.Context, request wire.Request, pixels []byte, limit func(*os.Process) (stop func())) ([]wire.Word, error)
	// Close ends what the runner left running.
	Close()
}

// Pool is a bounded set of OCR processes.
type Pool struct {
	config Config
	cache  *cache.Store
	slots  chan struct{} // holds a token for each page that is being read
	ctx    context.Context
	cancel context.CancelFunc
	once   sync.Once

	look  sync.Mutex // held while the engine is looked for
	found *found

	idle child.Idle[runner]
}

// New returns a pool; nothing is started before it is needed. The caller
// closes it.
func New(config Config) *Pool {
	if config.Workers <= 0 {
		config.Workers = min(runtime.NumCPU(), maxWorkers)
	}
	if config.PageTime <= 0 {
		config.PageTime = defaultPageTime
	}
	if config.Idle <= 0 {
		config.Idle = defaultIdle
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Pool{
		config: config,
		cache:  cache.New(config.CacheDir, cacheBytes),
		slots:  make(chan struct{}, config.Workers),
		ctx:    ctx, cancel: cancel,
		idle: child.Idle[runner]{Rest: config.Idle},
	}
}

// Close stops the pages that are being read and ends every process. It waits
// until they are gone.
func (p *Pool) Close() {
	p.once.Do(func() {
		p.cancel()
		p.idle.Close()
		for range cap(p.slots) {
			p.slots <- struct{}{} // each page under way gives its token back when its process is gone
		}
	})
}

// Status looks for the engine, if that was not done yet.
func (p *Pool) Status() Status {
	found := p.find()
	return Status{
		Engine: found.engine, Version: found.version,
		Languages: found.languages, Turned: found.osd || found.engine == BuiltIn, Confined: found.confined,
	}
}

// recognize reads one picture with a process of the pool; a process that
// crashes on it is replaced, and the picture tried once more.
func (p *Pool) recognize(ctx context.Context, request wire.Request, pixels []byte) ([]wire.Word, error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.ctx.Done():
		return nil, ErrClosed
	}
	words, err := p.attempt(ctx, request, pixels)
	if errors.Is(err, ErrCrashed) {
		words, err = p.attempt(ctx, request, pixels)
	}
	return words, err
}

// attempt reads one picture within the time of a page.
func (p *Pool) attempt(ctx context.Context, request wire.Request, pixels []byte) ([]wire.Word, error) {
	runner, err := p.take()
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(p.ctx, func() { cancel(ErrClosed) })()

	words, err := runner.run(limited, request, pixels, func(process *os.Process) (stop func()) {
		return work.Limit(process, p.config.PageTime, p.config.PageTime, func() { cancel(ErrTimeout) })
	})
	if err == nil || errors.Is(err, ErrFailed) {
		p.idle.Give(runner)
		return words, err
	}
	runner.Close()
	switch {
	case p.ctx.Err() != nil:
		return nil, ErrClosed
	case limited.Err() != nil:
		return nil, context.Cause(limited)
	default:
		return nil, err
	}
}

// take returns an idle runner or a new one.
func (p *Pool) take() (runner, error) {
	if r, ok := p.idle.Take(func(runner) bool { return true }); ok {
		return r, nil
	}
	return p.find().start()
}
