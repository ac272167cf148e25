package agentcore

import (
	"context"
	"fmt"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// breaker leaves a tool alone that failed several times in a row in one turn.
// So that this holds for calls side by side too, no more of them run at a time
// than may still fail.
type breaker struct {
	limit int // 0: never

	mu      sync.Mutex
	tools   map[string]*health
	changed chan struct{} // closed and made again when a call has ended
}

// health is how a tool does.
type health struct{ failures, running int }

func newBreaker(limit int) *breaker {
	return &breaker{limit: limit, tools: map[string]*health{}, changed: make(chan struct{})}
}

// enter reports whether a call of the tool may run. It blocks while that is open;
// when ctx ends meanwhile the call may run, to be answered as cancelled. Who may
// run has to leave.
func (b *breaker) enter(ctx context.Context, tool string) bool {
	for {
		free, wait := b.try(tool)
		if wait == nil {
			return free
		}
		select {
		case <-wait:
		case <-ctx.Done():
			b.mu.Lock()
			b.tools[tool].running++
			b.mu.Unlock()
			return true
		}
	}
}

// try returns what to wait for where it cannot be said yet.
func (b *breaker) try(tool string) (free bool, wait <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.tools[tool]
	if h == nil {
		h = &health{}
		b.tools[tool] = h
	}
	switch {
	case b.limit > 0 && h.failures >= b.limit:
		return false, nil
	case b.limit > 0 && h.running >= b.limit-h.failures:
		return false, b.changed
	}
	h.running++
	return true, nil
}

// leave takes down how a call ended. Only what failed counts, and only what
// went well makes good for it: a call that was denied says nothing of its tool.
func (b *breaker) leave(tool string, ended chat.Status) {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.tools[tool]
	h.running--
	switch ended {
	case chat.StatusError:
		h.failures++
	case chat.StatusOK:
		h.failures = 0
	}
	close(b.changed)
	b.changed = make(chan struct{})
}

// refusal is what a call of a tool is answered that is left alone.
func (b *breaker) refusal(tool string) chat.ToolResult {
	return chat.Failed(tool, chat.ErrCircuitBreaker,
		fmt.Sprintf("%s failed %d times in a row, so it is not called again in this turn.", tool, b.limit)).
		Advised("Go another way, or say what could not be done.")
}
