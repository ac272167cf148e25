package child

import (
	"slices"
	"sync"
	"time"
)

// Idle are the processes that have nothing to do. They are closed when nothing was given
// back for Rest.
type Idle[T interface{ Close() }] struct {
	Rest time.Duration

	mu     sync.Mutex
	list   []T // the one that was given back last is the last
	sweep  *time.Timer
	closed bool
}

// Take returns a process that fits.
func (i *Idle[T]) Take(fits func(T) bool) (p T, ok bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for at, p := range slices.Backward(i.list) {
		if fits(p) {
			i.list = slices.Delete(i.list, at, at+1)
			return p, true
		}
	}
	return p, false
}

// Give keeps a process for a while.
func (i *Idle[T]) Give(p T) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.closed {
		p.Close()
		return
	}
	i.list = append(i.list, p)
	if i.sweep == nil {
		i.sweep = time.AfterFunc(i.Rest, func() { i.Keep(0) })
	}
	i.sweep.Reset(i.Rest)
}

// Keep closes all processes but n.
func (i *Idle[T]) Keep(n int) {
	i.mu.Lock()
	extra := i.list[:max(0, len(i.list)-n)]
	i.list = slices.Clone(i.list[len(extra):])
	i.mu.Unlock()
	for _, p := range extra {
		p.Close()
	}
}

// Close closes all processes, and those that are given back later.
func (i *Idle[T]) Close() {
	i.mu.Lock()
	i.closed = true
	i.mu.Unlock()
	i.Keep(0)
}
