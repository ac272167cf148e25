package mcp

import "time"

// backoff decides when a server that ended is started again.
type backoff struct {
	limits Limits
	random func() float64
	ends   []time.Time // within the span
}

// next records an end at now and gives the delay of the restart; false: it has
// ended too often.
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
