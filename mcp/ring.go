package mcp

import (
	"strings"
	"sync"
)

// ring keeps the last bytes written to it. Write never fails and never blocks.
type ring struct {
	limit int
	// news has capacity 1 and signals a write.
	news chan struct{}

	mu  sync.Mutex
	buf []byte
	cut bool // older bytes were dropped
}

func newRing(limit int) *ring { return &ring{limit: limit, news: make(chan struct{}, 1)} }

func (r *ring) Write(p []byte) (int, error) {
	n := len(p)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(p) > r.limit {
		p, r.cut = p[len(p)-r.limit:], true
	}
	if over := len(r.buf) + len(p) - r.limit; over > 0 {
		r.buf, r.cut = append(r.buf[:0], r.buf[over:]...), true
	}
	r.buf = append(r.buf, p...)
	signal(r.news)
	return n, nil
}

// text returns the valid UTF-8 that is kept, and whether its beginning was dropped.
func (r *ring) text() (text string, cut bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.ToValidUTF8(string(r.buf), "\uFFFD"), r.cut
}

// lastLines returns up to n of the last nonempty lines.
func (r *ring) lastLines(n int) []string {
	text, _ := r.text()
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-n):]
}
