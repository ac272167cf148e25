package mcp

import (
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// keepPause is the least time between two calls of Config.Keep for a running server.
const keepPause = 2 * time.Second

// Run is one run of a server: when it was, how it ended and what it wrote to stderr.
type Run struct {
	// Server is the configuration that it ran with.
	Server Server
	// Began and Ended are when it started and ended; Ended is zero while it runs.
	Began, Ended time.Time
	// End is how it ended, without its output; zero while it runs.
	End entry.End
	// Words are the end of its stderr; Cut means that earlier text is missing.
	Words string
	Cut   bool
}

// run is a Run that its supervisor writes to, under the lock of the server.
type run struct {
	words        *ring
	began, ended time.Time
	end          entry.End
}

// listen begins a new run, keeping the one before, and returns the buffer for its stderr.
func (s *server) listen() *ring {
	r := &run{words: newRing(s.limits.Stderr), began: s.now()}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs = append(s.runs[max(0, len(s.runs)-1):], r)
	return r.words
}

// gone records how the last run ended and passes it to Config.Keep.
func (s *server) gone(c *conn) {
	end := endOf(c.whyGone())
	end.Words = ""
	s.mu.Lock()
	last := s.runs[len(s.runs)-1]
	last.ended, last.end = s.now(), end
	s.mu.Unlock()
	s.keepRun()
}

// keepRun passes the last run, as it is so far, to Config.Keep.
func (s *server) keepRun() {
	if s.keep == nil {
		return
	}
	if runs := s.keptRuns(); len(runs) > 0 {
		s.keep(runs[len(runs)-1])
	}
}

// keptRuns returns the runs kept, newest last.
func (s *server) keptRuns() []Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	told := make([]Run, len(s.runs))
	for i, r := range s.runs {
		words, cut := r.words.text()
		told[i] = Run{Server: s.cfg, Began: r.began, Ended: r.ended, End: r.end, Words: words, Cut: cut}
	}
	return told
}

// Runs returns the last two runs of a server, newest last.
func (h *Host) Runs(name string) []Run {
	if s := h.named(name); s != nil {
		return slices.Clip(s.keptRuns())
	}
	return nil
}
