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

// lastLines gives up to n of the last lines that say something.
func (r *ring) lastLines(n int) []string {
	r.mu.Lock()
	text := strings.ToValidUTF8(string(r.buf), "\uFFFD")
	r.mu.Unlock()
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-n):]
}
