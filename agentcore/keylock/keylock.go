package keylock

import (
	"context"
	"sync"
)

// Locks are mutexes by a key. The zero value is ready.
type Locks struct {
	mu   sync.Mutex
	held map[string]*lock
}

type lock struct {
	free    chan struct{} // holds an entry while somebody has it
	waiting int           // callers that have it or wait for it
}

// Lock waits until nobody else has the lock of a key, or until ctx ends, which is the
// error. The caller calls unlock in either case.
func (l *Locks) Lock(ctx context.Context, key string) (unlock func(), err error) {
	of := l.of(key)
	select {
	case of.free <- struct{}{}:
	case <-ctx.Done():
		err = ctx.Err()
	}
	return func() {
		if err == nil {
			<-of.free
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if of.waiting--; of.waiting == 0 {
			delete(l.held, key)
		}
	}, err
}

func (l *Locks) of(key string) *lock {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held == nil {
		l.held = map[string]*lock{}
	}
	of := l.held[key]
	if of == nil {
		of = &lock{free: make(chan struct{}, 1)}
		l.held[key] = of
	}
	of.waiting++
	return of
}
