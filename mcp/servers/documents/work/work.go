package work

import (
	"context"
	"os"
	"time"
)

// look is how often a process is looked at.
const look = 50 * time.Millisecond

// Limit calls over, once, when the process has computed for most, or has done nothing at
// all for idle, though it has something to do: on a busy machine others come first, but
// not for that long. A machine that stood still looks at nobody, so that this is not
// idleness. The caller stops it.
func Limit(p *os.Process, most, idle time.Duration, over func()) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	go watch(ctx, p, most, idle, over)
	return cancel
}

func watch(ctx context.Context, p *os.Process, most, idle time.Duration, over func()) {
	before, known := done(p)
	started, last := time.Now(), before
	var still time.Duration // as far as the process was looked at
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now, ok := done(p)
		if still += look; now != last {
			last, still = now, 0
		}
		spent := time.Duration(now-before) * time.Millisecond
		if !known || !ok {
			spent = time.Since(started)
		}
		if spent > most || still > idle {
			over()
			return
		}
	}
}
