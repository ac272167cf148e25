package chat

import (
	"sync"

	"github.com/deskhand/deskhand/agentcore/event"
)

// inbox passes the events of a turn to the UI goroutine, in order and without loss.
// Waiting pieces of one text are merged; of waiting progress only the last counts.
type inbox struct {
	post func(func())
	open func([]event.Body)

	mu    sync.Mutex
	held  []event.Body
	piece []byte // pieces of the text that held ends with, if it does
	due   bool
}

// take may be called from any goroutine.
func (in *inbox) take(e event.Event) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.add(e.Body)
	if in.due {
		return
	}
	in.due = true
	in.post(in.flush)
}

func (in *inbox) add(body event.Body) {
	last := len(in.held) - 1
	switch e := body.(type) {
	case event.TextDelta:
		if last >= 0 {
			if d, ok := in.held[last].(event.TextDelta); ok && d.Index == e.Index {
				in.piece = append(in.piece, e.Text...)
				return
			}
		}
		in.seal()
		in.piece = append(in.piece[:0], e.Text...)
	case event.Progress:
		if last >= 0 {
			if p, ok := in.held[last].(event.Progress); ok && p.CallID == e.CallID {
				in.held[last] = e
				return
			}
		}
		in.seal()
	default:
		in.seal()
	}
	in.held = append(in.held, body)
}

// seal merges the gathered text into its piece.
func (in *inbox) seal() {
	last := len(in.held) - 1
	if last < 0 {
		return
	}
	if d, ok := in.held[last].(event.TextDelta); ok {
		d.Text = string(in.piece)
		in.held[last] = d
	}
}

func (in *inbox) flush() {
	in.mu.Lock()
	in.seal()
	bodies := in.held
	in.held, in.due = nil, false
	in.mu.Unlock()
	in.open(bodies)
}
