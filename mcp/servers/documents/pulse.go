package documents

import (
	"sync"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/call"
)

// defaultPulse is how often a call reports that it is still running: much shorter than
// the time after which hosts give up on a silent call.
const defaultPulse = 20 * time.Second

// pulse reports the progress of a call, also between two pages: on a busy computer a
// page may take minutes and is read all the same. A page that makes no progress is ended
// by the limits of the processes that read. The reported progress only grows.
type pulse struct {
	progress call.Progress
	stopped  chan struct{}

	mu          sync.Mutex
	done, total int
	what        string
	beats       int // since done grew
}

// startPulse starts reporting; the caller stops it.
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

// tell reports that done of total pages are done.
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
