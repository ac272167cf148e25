package app

import (
	"context"
	"sync"
)

// turns lets one turn of a conversation run at a time: the window and a verb can
// ask in the same one. The zero value is ready.
type turns struct {
	mu      sync.Mutex
	running map[string]chan struct{} // closed when the turn has ended
}

// begin waits until no turn of the conversation runs. The caller calls end.
func (t *turns) begin(ctx context.Context, conversation string) (end func(), err error) {
	for {
		t.mu.Lock()
		before, busy := t.running[conversation]
		if !busy {
			break
		}
		t.mu.Unlock()
		select {
		case <-before:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer t.mu.Unlock()
	if t.running == nil {
		t.running = map[string]chan struct{}{}
	}
	ended := make(chan struct{})
	t.running[conversation] = ended
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.running, conversation)
		close(ended)
	}, nil
}
