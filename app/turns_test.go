package app

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
)

func TestTurnsOfAConversationRunOneAfterTheOther(t *testing.T) {
	var all turns
	var inside sync.Mutex // held by the turn that runs
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() {
			end, err := all.begin(t.Context(), "a")
			if err != nil {
				t.Error(err)
				return
			}
			defer end()
			if !inside.TryLock() {
				t.Error("two turns run at once")
				return
			}
			runtime.Gosched()
			inside.Unlock()
		})
	}
	wait.Wait()

	end, err := all.begin(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	other, err := all.begin(t.Context(), "b")
	if err != nil {
		t.Fatal("another conversation has to wait")
	}
	other()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := all.begin(cancelled, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("a turn that is called off goes on waiting: %v", err)
	}
	end()
	if len(all.running) != 0 {
		t.Errorf("%d turns are left", len(all.running))
	}
}

func TestAConversationThatStartsInTheSameSecondHasAnIDOfItsOwn(t *testing.T) {
	d := newFixture(t, &willing{})
	drawn := []string{"20261120-140233-7f3a", "20261120-140233-7f3a", "20261120-140233-0b1c"}
	ids := func() string {
		id := drawn[0]
		drawn = drawn[1:]
		return id
	}
	first, err := d.core.begin(t.Context(), "one", ids)
	must(t, err)
	second, err := d.core.begin(t.Context(), "two", ids)
	must(t, err)
	if first.ID == second.ID || second.ID != "20261120-140233-0b1c" {
		t.Errorf("the two conversations are %s and %s", first.ID, second.ID)
	}
}
