package documents

import (
	"sync"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/call"
)

// defaultPulse is how often a call says that it goes on: far more often than a host
// gives up on one that says nothing.
const defaultPulse = 20 * time.Second

// pulse tells how far a call is, and between two pages that it goes on: on a busy
// computer a page may take minutes, and is read all the same. What does not go on
// is ended by the limits of the processes that read. What is told only grows.
type pulse struct {
	progress call.Progress
	stopped  chan struct{}

	mu          sync.Mutex
	done, total int
	what        string
	beats       int // since done grew
}

// startPulse starts telling; the caller stops it.
func startPulse(progress call.Progress, every time.Duration) *pulse {
	if every <= 0 {
		every = defaultPulse
	}
	p := &pulse{progress: progress, stopped: make(chan struct{}), what: "reading"}
	go p.run(every)
	return p
}

func (p *pulse) stop() { close(p.stopped) }

func (p *pulse) run(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-p.stopped:
			return
		case <-ticker.C:
			p.beat()
		}
	}
}

func (p *pulse) beat() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.beats++
	p.progress.TellPart(float64(p.done)+float64(p.beats)/float64(p.beats+1), p.total, p.what)
}

// tell says that done of total pages are done.
func (p *pulse) tell(done, total int, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total, p.what = total, what
	if done > p.done {
		p.done, p.beats = done, 0
	}
	if p.beats == 0 {
		p.progress.Tell(done, total, what)
	}
}
