package agentcore

import (
	"context"
	"fmt"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// breaker disables a tool that failed several times in a row in one turn. For this to
// hold for concurrent calls too, no more of them run at a time than may still fail.
type breaker struct {
	limit int // 0: never

	mu      sync.Mutex
	tools   map[string]*health
	changed chan struct{} // closed and replaced when a call has ended
}

// health counts a tool's failures and running calls.
type health struct{ failures, running int }

func newBreaker(limit int) *breaker {
	return &breaker{limit: limit, tools: map[string]*health{}, changed: make(chan struct{})}
}

// enter reports whether a call of the tool may run. It blocks while that is undecided; if
// ctx ends meanwhile the call may run, to be answered as cancelled. A call that may run
// must leave.
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

// try returns a channel to wait for if it is undecided.
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

// leave records how a call ended. Only failures count, and only success resets them: a
// denied call says nothing about its tool.
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

// refusal is the answer to a call of a disabled tool.
func (b *breaker) refusal(tool string) chat.ToolResult {
	return chat.Failed(tool, chat.ErrCircuitBreaker,
		fmt.Sprintf("%s failed %d times in a row, so it is not called again in this turn.", tool, b.limit)).
		Advised("Go another way, or say what could not be done.")
}
