package guard

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// groupSize is how many records are written in one step.
	groupSize = 32
	// groupAge is how long a record waits for others, checked at the next call.
	groupAge = 5 * time.Second
	// maxHeld is how many records wait while the audit cannot be written.
	maxHeld = 1024
)

var errNoAuditor = errors.New("there is no audit to write to")

// log writes records: the start of a change and refusals at once; reads and the ends of
// changes in groups. Records reach the Auditor in order.
type log struct {
	auditor Auditor
	now     func() time.Time

	mu    sync.Mutex
	held  []Record
	since time.Time // when the oldest of held came in
}

// soon takes a record that can wait for others.
func (l *log) soon(ctx context.Context, r Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.held) == 0 {
		l.since = l.now()
	}
	l.held = append(l.held, r)
	if len(l.held) < groupSize && l.now().Sub(l.since) < groupAge {
		return nil
	}
	return l.write(ctx)
}

// atOnce writes a record, and those before it, before it returns.
func (l *log) atOnce(ctx context.Context, r Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(ctx, r)
}

func (l *log) flush(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(ctx)
}

// write must be called with mu held. Cancelled calls are recorded too, so that ctx only
// provides its values.
func (l *log) write(ctx context.Context, more ...Record) error {
	records := append(l.held[:len(l.held):len(l.held)], more...)
	if len(records) == 0 {
		return nil
	}
	if l.auditor == nil {
		l.held = nil
		return errNoAuditor
	}
	if err := l.auditor.Audit(context.WithoutCancel(ctx), records...); err != nil {
		l.held = l.held[max(0, len(l.held)-maxHeld):]
		return err
	}
	l.held = nil
	return nil
}
