package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"

	"github.com/deskhand/deskhand/mcp/servers/documents/compiled"
)

// What can be wrong with a file.
var (
	// ErrBroken: it is damaged, or no PDF.
	ErrBroken = errors.New("the PDF is damaged")
	// ErrLocked: it needs a password.
	ErrLocked = errors.New("the PDF is locked with a password")
	// ErrClosed: the reader was closed.
	ErrClosed = errors.New("the PDF reader is closed")
	// ErrUnavailable: PDFium could not be started.
	ErrUnavailable = errors.New("the PDF reader does not start")
)

const (
	defaultWorkers = 4
	// memoryPages caps the memory of one PDFium in pages of 64 KiB: 1 GiB.
	memoryPages = 16 << 10
)

// Config is how a Reader works. The zero value keeps nothing on disk.
type Config struct {
	// CacheDir is where the compiled code is kept; with it, a start takes
	// 75 ms instead of 3.6 s.
	CacheDir string
	// Workers is how many files can be open at a time; 0: 4.
	Workers int
}

// Reader opens PDF files. Each open file has a PDFium of its own.
type Reader struct {
	config Config
	slots  chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
	once   sync.Once

	mu    sync.Mutex
	cache wazero.CompilationCache
	idle  []*worker
}

// worker is one PDFium. It is used for one file at a time.
type worker struct {
	pool   pdfium.Pool
	cancel context.CancelFunc
}

// New returns a reader; nothing is started before it is needed. The caller
// closes it.
func New(config Config) *Reader {
	if config.Workers <= 0 {
		config.Workers = defaultWorkers
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Reader{config: config, slots: make(chan struct{}, config.Workers), ctx: ctx, cancel: cancel}
}

// Close stops the files that are open and waits until they were given up.
func (r *Reader) Close() { r.once.Do(r.end) }

func (r *Reader) end() {
	r.cancel()
	for range cap(r.slots) {
		r.slots <- struct{}{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, worker := range r.idle {
		worker.close()
	}
	r.idle = nil
	if r.cache != nil {
		_ = r.cache.Close(context.Background())
	}
}

// Open opens a file. The caller closes the Document; until then it holds one of
// the reader's workers.
func (r *Reader) Open(ctx context.Context, data []byte) (*Document, error) {
	select {
	case r.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-r.ctx.Done():
		return nil, ErrClosed
	}
	worker, err := r.take()
	if err != nil {
		<-r.slots
		return nil, err
	}
	document := &Document{reader: r, worker: worker}
	if err := document.open(ctx, data); err != nil {
		document.Close()
		return nil, err
	}
	return document, nil
}

// Prepare starts a PDFium for the first file, so that no file of this computer is
// needed later.
func (r *Reader) Prepare() error {
	worker, err := r.take()
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle = append(r.idle, worker)
	return nil
}

// take returns an idle worker or a new one.
func (r *Reader) take() (*worker, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last := len(r.idle) - 1; last >= 0 {
		worker := r.idle[last]
		r.idle = r.idle[:last]
		return worker, nil
	}
	r.prepare()
	worker, err := startWorker(r.ctx, r.cache)
	if err == nil || r.config.CacheDir == "" || r.ctx.Err() != nil {
		return worker, err
	}
	r.cache = nil                      // others may run on it
	compiled.Forget(r.config.CacheDir) // what is kept may be damaged
	r.prepare()
	return startWorker(r.ctx, r.cache)
}

// prepare opens the cache of compiled code. Where the folder cannot be
// written, the code is compiled in memory.
func (r *Reader) prepare() {
	if r.cache != nil {
		return
	}
	if r.config.CacheDir != "" {
		if cache, err := wazero.NewCompilationCacheWithDir(r.config.CacheDir); err == nil {
			r.cache = cache
			return
		}
	}
	r.cache = wazero.NewCompilationCache()
}

// startWorker starts a PDFium that sees no file and no terminal. Nothing stops it
// while it works: that it could be costs five times the work, so it runs where the
// whole process can be ended.
func startWorker(ctx context.Context, cache wazero.CompilationCache) (*worker, error) {
	ctx, cancel := context.WithCancel(ctx)
	pool, err := webassembly.Init(webassembly.Config{
		Context: withMemory(ctx), MinIdle: 0, MaxIdle: 1, MaxTotal: 1,
		FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
		RuntimeConfig: wazero.NewRuntimeConfig().
			WithCompilationCache(cache).
			WithMemoryLimitPages(memoryPages),
	})
	if err != nil {
		cancel()
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return &worker{pool: pool, cancel: cancel}, nil
}

func (w *worker) close() {
	w.cancel()
	_ = w.pool.Close()
}

// giveBack takes a worker back, or ends one whose file could not be given up.
func (r *Reader) giveBack(w *worker, spoilt bool) {
	r.mu.Lock()
	if spoilt || r.ctx.Err() != nil {
		w.close()
	} else {
		r.idle = append(r.idle, w)
	}
	r.mu.Unlock()
	<-r.slots
}

// openError sorts what PDFium says of a file.
func openError(err error) error {
	switch {
	case errors.Is(err, pdferrors.ErrPassword), errors.Is(err, pdferrors.ErrSecurity):
		return ErrLocked
	default:
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
}

// instanceTime is how long a new instance may take; it is made in memory.
const instanceTime = 30 * time.Second

// open loads the file.
func (d *Document) open(ctx context.Context, data []byte) error {
	return d.step(ctx, func() error {
		instance, err := d.worker.pool.GetInstance(instanceTime)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		d.instance = instance
		opened, err := instance.OpenDocument(&requests.OpenDocument{File: &data})
		if err != nil {
			return openError(err)
		}
		d.ref = opened.Document
		count, err := instance.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: d.ref})
		if err != nil {
			return openError(err)
		}
		d.pages = count.PageCount
		return nil
	})
}
