package app

import (
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/event"
)

// relayEvery is how often progress reaches a window: as often as it can be
// seen.
const relayEvery = 30 * time.Millisecond

// Relay hands events on and leaves out progress that comes faster than it can
// be seen; the last of it always arrives, before whatever follows. It is safe
// for concurrent use.
type Relay struct {
	emit func(event.Event)
	now  func() time.Time

	mu   sync.Mutex
	last time.Time
	held *event.Event
}

// NewRelay hands events on to emit.
func NewRelay(emit func(event.Event), now func() time.Time) *Relay {
	return &Relay{emit: emit, now: now}
}

// Emit takes an event.
func (r *Relay) Emit(e event.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p, ok := e.Body.(event.Progress); ok && p.Done != p.Total && r.now().Sub(r.last) < relayEvery {
		r.held = &e
		return
	}
	r.flush(e)
	r.emit(e)
	if _, ok := e.Body.(event.Progress); ok {
		r.last = r.now()
	}
}

// flush hands on what is held, unless e is newer progress that replaces it.
func (r *Relay) flush(e event.Event) {
	held := r.held
	r.held = nil
	if _, newer := e.Body.(event.Progress); held != nil && !newer {
		r.emit(*held)
	}
}
