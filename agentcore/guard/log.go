package guard

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// groupSize is how many reads are written in one step.
	groupSize = 32
	// groupAge is how long a read waits for others, as seen at the next call.
	groupAge = 5 * time.Second
	// mostHeld is how many reads wait while the audit cannot be written.
	mostHeld = 1024
)

var errNoAuditor = errors.New("there is no audit to write to")

// log writes records: reads in groups, everything else at once. Records reach
// the Auditor in the order that they came in.
type log struct {
	auditor Auditor
	now     func() time.Time

	mu    sync.Mutex
	reads []Record
	since time.Time // when the oldest of reads came in
}

// read takes the record of a call that changed nothing.
func (l *log) read(ctx context.Context, r Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.reads) == 0 {
		l.since = l.now()
	}
	l.reads = append(l.reads, r)
	if len(l.reads) < groupSize && l.now().Sub(l.since) < groupAge {
		return nil
	}
	return l.write(ctx)
}

// change writes a record, and the reads before it, before it returns.
func (l *log) change(ctx context.Context, r Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(ctx, r)
}

func (l *log) flush(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(ctx)
}

// write is called with mu held. A call that was cancelled is on record all the
// same, so ctx only lends its values.
func (l *log) write(ctx context.Context, more ...Record) error {
	records := append(l.reads[:len(l.reads):len(l.reads)], more...)
	if len(records) == 0 {
		return nil
	}
	if l.auditor == nil {
		l.reads = nil
		return errNoAuditor
	}
	if err := l.auditor.Audit(context.WithoutCancel(ctx), records...); err != nil {
		l.reads = l.reads[max(0, len(l.reads)-mostHeld):]
		return err
	}
	l.reads = nil
	return nil
}
