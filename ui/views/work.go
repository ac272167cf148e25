package views

import (
	"context"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// Work runs what may block beside the UI goroutine. It owns the goroutines that
// it starts: Close ends them all.
type Work struct {
	ctx    context.Context
	cancel context.CancelFunc
	post   func(func())
	wg     sync.WaitGroup
	closed bool // only read and written on the UI goroutine
}

// NewWork makes one that hands results back through post.
func NewWork(post func(func())) *Work {
	ctx, cancel := context.WithCancel(context.Background())
	return &Work{ctx: ctx, cancel: cancel, post: post}
}

// Start runs call on a goroutine of its own, then what it returns on the UI
// goroutine. The context ends with Close or when stop is called, whichever is
// first; what call returns is run even so, unless the window is closed.
func (w *Work) Start(call func(ctx context.Context) (then func())) (stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(w.ctx)
	w.wg.Go(func() {
		defer cancel()
		then := call(ctx)
		w.Post(then)
	})
	return cancel
}

// Post runs f on the UI goroutine, unless the window is closed by then.
func (w *Work) Post(f func()) {
	w.post(func() {
		if !w.closed {
			f()
		}
	})
}

// Cancel ends all that is running, without waiting. It is called on the UI
// goroutine; nothing is shown any more after it.
func (w *Work) Cancel() {
	w.closed = true
	w.cancel()
}

// Wait blocks until all that was started has ended.
func (w *Work) Wait() { w.wg.Wait() }

// meter carries progress to the UI goroutine: of many steps that come faster
// than they can be shown, the last.
type meter struct {
	post func(func())
	show func(chat.Progress)
	warn func(event.Warning)

	mu   sync.Mutex
	last chat.Progress
	due  bool
}

// take is safe to call from any goroutine.
func (m *meter) take(e event.Event) {
	switch body := e.Body.(type) {
	case event.Progress:
		m.step(body.Progress)
	case event.Warning:
		m.post(func() { m.warn(body) })
	}
}

func (m *meter) step(p chat.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = p
	if m.due {
		return
	}
	m.due = true
	m.post(m.flush)
}

func (m *meter) flush() {
	m.mu.Lock()
	p := m.last
	m.due = false
	m.mu.Unlock()
	m.show(p)
}
