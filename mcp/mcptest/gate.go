package mcptest

import (
	"bytes"
	"io"
	"sync"
)

// gate is an output that holds back what is told of changed tools until somebody
// has asked to be told: what servers of the newest protocol do.
type gate struct {
	mu   sync.Mutex
	out  io.Writer
	open bool
	held []byte
}

// Write takes whole lines.
func (g *gate) Write(line []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.open && bytes.Contains(line, []byte("notifications/tools/list_changed")) {
		g.held = append(g.held, line...)
		return len(line), nil
	}
	return g.out.Write(line)
}

// release lets out what is held, and all that comes.
func (g *gate) release() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = true
	// A host that is gone is noticed at the next answer.
	_, _ = g.out.Write(g.held)
	g.held = nil
}
