package work

import (
	"context"
	"os"
	"time"
)

// look is how often a process is looked at.
const look = 50 * time.Millisecond

// Limit calls over, once, when the process has computed for that long, or done
// nothing at all for idle, though it has something to do: on a busy machine others
// come first, but not for that long. The caller stops it.
func Limit(p *os.Process, most, idle time.Duration, over func()) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	go watch(ctx, p, most, idle, over)
	return cancel
}

func watch(ctx context.Context, p *os.Process, most, idle time.Duration, over func()) {
	before, known := done(p)
	started, last, moved := time.Now(), before, time.Now()
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now, ok := done(p)
		if now != last {
			last, moved = now, time.Now()
		}
		spent := time.Duration(now-before) * time.Millisecond
		if !known || !ok {
			spent = time.Since(started)
		}
		if spent > most || time.Since(moved) > idle {
			over()
			return
		}
	}
}
