package mcp

import (
	"strings"
	"sync"
)

// ring keeps the last bytes that were written to it. Write never fails and
// never blocks.
type ring struct {
	mu    sync.Mutex
	limit int
	buf   []byte
}

func (r *ring) Write(p []byte) (int, error) {
	n := len(p)
	if len(p) > r.limit {
		p = p[len(p)-r.limit:]
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if over := len(r.buf) + len(p) - r.limit; over > 0 {
		r.buf = append(r.buf[:0], r.buf[over:]...)
	}
	r.buf = append(r.buf, p...)
	return n, nil
}

// text is what is kept, as far as it is text.
func (r *ring) text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.ToValidUTF8(string(r.buf), "\uFFFD")
}

// lastLines gives up to n of the last lines that say something.
func (r *ring) lastLines(n int) []string {
	var lines []string
	for line := range strings.Lines(r.text()) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-n):]
}
