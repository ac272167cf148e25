package kit

import (
	"context"
	"sync"
	"time"
)

// Work runs blocking calls off the UI goroutine. It owns the goroutines that it starts:
// Close ends them all.
type Work struct {
	ctx    context.Context
	cancel context.CancelFunc
	post   func(func())
	wg     sync.WaitGroup
	closed bool // used on the UI goroutine only
}

// NewWork returns a Work that passes results back through post.
func NewWork(post func(func())) *Work {
	ctx, cancel := context.WithCancel(context.Background())
	return &Work{ctx: ctx, cancel: cancel, post: post}
}

// Start runs call on a goroutine of its own, then what it returns on the UI goroutine.
// The context ends with Close or stop, whichever is first; what call returns is run even
// so, unless the window is closed.
func (w *Work) Start(call func(ctx context.Context) (then func())) (stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(w.ctx)
	w.wg.Go(func() {
		defer cancel()
		then := call(ctx)
		w.Post(then)
	})
	return cancel
}

// After runs f on the UI goroutine once d has passed, unless it is stopped before.
func (w *Work) After(d time.Duration, f func()) (stop context.CancelFunc) {
	return w.Start(func(ctx context.Context) func() {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
			return f
		case <-ctx.Done():
			return func() {}
		}
	})
}

// Post runs f on the UI goroutine, unless the window is closed by then.
func (w *Work) Post(f func()) {
	w.post(func() {
		if !w.closed {
			f()
		}
	})
}

// Cancel ends all running calls, without waiting. It must be called on the UI goroutine;
// nothing is shown after it.
func (w *Work) Cancel() {
	w.closed = true
	w.cancel()
}

// Wait blocks until all started calls have ended.
func (w *Work) Wait() { w.wg.Wait() }

// askAttempts is how often the servers are asked: right after the start they are not up
// yet, and each attempt may take a second.
const askAttempts = 30

// Patiently asks until there is an answer, once per pulse and at most askAttempts times.
// It blocks.
func Patiently[T any](ctx context.Context, pulse time.Duration, ask func(context.Context) (T, error)) (T, error) {
	for attempts := 1; ; attempts++ {
		answer, err := ask(ctx)
		if err == nil || attempts == askAttempts || ctx.Err() != nil {
			return answer, err
		}
		moment := time.NewTimer(pulse)
		select {
		case <-moment.C:
		case <-ctx.Done():
			moment.Stop()
		}
	}
}

// Latest passes values to the UI goroutine that come faster than they can be shown: only
// the last counts.
type Latest[T any] struct {
	Post func(func())
	Show func(T)

	mu   sync.Mutex
	last T
	due  bool
}

// Take may be called from any goroutine.
func (l *Latest[T]) Take(v T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = v
	if l.due {
		return
	}
	l.due = true
	l.Post(l.flush)
}

func (l *Latest[T]) flush() {
	l.mu.Lock()
	v := l.last
	l.due = false
	l.mu.Unlock()
	l.Show(v)
}

// Batches passes values to the UI goroutine that come faster than they can be shown: all
// of them, many at a time.
type Batches[T any] struct {
	Post func(func())
	Show func([]T)

	mu   sync.Mutex
	held []T
}

// Take may be called from any goroutine.
func (b *Batches[T]) Take(v T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held = append(b.held, v)
	if len(b.held) == 1 {
		b.Post(b.flush)
	}
}

func (b *Batches[T]) flush() {
	b.mu.Lock()
	held := b.held
	b.held = nil
	b.mu.Unlock()
	b.Show(held)
}
