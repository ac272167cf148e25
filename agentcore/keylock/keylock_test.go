package keylock

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
)

func TestWhoHasALockOfOneKeyIsAlone(t *testing.T) {
	var all Locks
	var inside sync.Mutex // held by who has the lock
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() {
			end, err := all.Lock(t.Context(), "a")
			if err != nil {
				t.Error(err)
				return
			}
			defer end()
			if !inside.TryLock() {
				t.Error("two have it at once")
				return
			}
			runtime.Gosched()
			inside.Unlock()
		})
	}
	wait.Wait()

	end, err := all.Lock(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	other, err := all.Lock(t.Context(), "b")
	if err != nil {
		t.Fatal("another key has to wait")
	}
	other()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	gone, err := all.Lock(cancelled, "a")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("who is called off goes on waiting: %v", err)
	}
	gone()
	end()
	if len(all.held) != 0 {
		t.Errorf("%d locks are left", len(all.held))
	}
}
