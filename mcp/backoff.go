package mcp

import "time"

// backoff computes the delay before a server is restarted.
type backoff struct {
	limits Limits
	random func() float64
	ends   []time.Time // within span
}

// next records an exit at now and returns the delay before the restart; false means that
// the server has exited too often.
func (b *backoff) next(now time.Time) (time.Duration, bool) {
	kept := b.ends[:0]
	for _, t := range b.ends {
		if now.Sub(t) < b.limits.RestartSpan {
			kept = append(kept, t)
		}
	}
	b.ends = append(kept, now)
	if len(b.ends) > b.limits.Restarts {
		return 0, false
	}
	ceiling := b.limits.RestartDelay
	for range len(b.ends) - 1 {
		ceiling = min(2*ceiling, b.limits.RestartMax)
	}
	return time.Duration(b.random() * float64(ceiling)), true
}
