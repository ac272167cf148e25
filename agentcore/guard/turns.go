package guard

import (
	"context"
	"sync"
)

// turns lets the questions of a conversation be put one after the other: calls
// that only read may run side by side, and so may what is asked about them. The
// zero value is ready.
type turns struct {
	mu     sync.Mutex
	places map[string]*place
}

// place is where one of a conversation asks.
type place struct {
	free    chan struct{} // holds an entry while somebody asks
	waiting int           // callers that have the place or wait for it
}

// take waits until nobody else asks in the conversation, or for ctx. The caller
// calls give when its question is answered.
func (t *turns) take(ctx context.Context, conversation string) (give func()) {
	t.mu.Lock()
	if t.places == nil {
		t.places = map[string]*place{}
	}
	p := t.places[conversation]
	if p == nil {
		p = &place{free: make(chan struct{}, 1)}
		t.places[conversation] = p
	}
	p.waiting++
	t.mu.Unlock()
	taken := false
	select {
	case p.free <- struct{}{}:
		taken = true
	case <-ctx.Done():
	}
	return func() {
		if taken {
			<-p.free
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		if p.waiting--; p.waiting == 0 {
			delete(t.places, conversation)
		}
	}
}
