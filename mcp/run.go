package mcp

import (
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// keepPause is how often the words of a run that goes on are handed on at most.
const keepPause = 2 * time.Second

// Run is what one run of a server said on stderr.
type Run struct {
	// Server is the configuration that it ran with.
	Server Server
	// Began and Ended are when it was started and when it was gone; Ended is
	// zero while it runs.
	Began, Ended time.Time
	// End says how it ended, without its words; zero while it runs.
	End entry.End
	// Words are the end of what it said, as far as it is text. Cut says that
	// they had a beginning.
	Words string
	Cut   bool
}

// run is a Run that its supervisor writes to, under the lock of the server.
type run struct {
	words        *ring
	began, ended time.Time
	end          entry.End
}

// listen returns a new run a place for what it says on stderr. That of the run
// before is kept next to it.
func (s *server) listen() *ring {
	r := &run{words: newRing(s.limits.Stderr), began: s.now()}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs = append(s.runs[max(0, len(s.runs)-1):], r)
	return r.words
}

// gone notes how the last run ended, once it is gone, and hands its words on.
func (s *server) gone(c *conn) {
	end := endOf(c.whyGone())
	end.Words = ""
	s.mu.Lock()
	last := s.runs[len(s.runs)-1]
	last.ended, last.end = s.now(), end
	s.mu.Unlock()
	s.hand()
}

// hand hands on what the last run has said so far.
func (s *server) hand() {
	if s.keep == nil {
		return
	}
	if runs := s.told(); len(runs) > 0 {
		s.keep(runs[len(runs)-1])
	}
}

// told are the runs that are kept, the newest last.
func (s *server) told() []Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	told := make([]Run, len(s.runs))
	for i, r := range s.runs {
		words, cut := r.words.text()
		told[i] = Run{Server: s.cfg, Began: r.began, Ended: r.ended, End: r.end, Words: words, Cut: cut}
	}
	return told
}

// Runs returns the run of a server that goes on or went last, and the one before,
// the newest last.
func (h *Host) Runs(name string) []Run {
	if s := h.named(name); s != nil {
		return slices.Clip(s.told())
	}
	return nil
}
