package storetest

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// Plans tests a store of plans; open returns a new one.
func Plans(t *testing.T, open func(t *testing.T) triage.Plans) {
	ctx := context.Background()
	record := func(hash string) triage.Record {
		return triage.Record{
			Plan:  plan.Plan{Version: plan.Version, ID: "p", Hash: hash, Roots: []string{"/a"}, Items: []plan.Item{{From: "/a/x", To: "/a/y", Status: plan.StatusReady}}},
			Pages: []string{"h1", "h2"}, State: triage.StateProposed, When: time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC),
		}
	}
	mustHold := func(t *testing.T, s triage.Plans, want triage.Record) {
		t.Helper()
		got, err := s.Get(ctx, "p")
		must(t, err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	t.Run("the last record of a plan stands", func(t *testing.T) {
		s := open(t)
		must(t, s.Put(ctx, record("old")))
		must(t, s.Put(ctx, record("new")))
		mustHold(t, s, record("new"))
	})
	t.Run("what was put or returned can be changed and what is kept stays", func(t *testing.T) {
		s, given := open(t), record("h")
		must(t, s.Put(ctx, given))
		given.Plan.Items[0].To, given.Plan.Roots[0], given.Pages[0] = "x", "x", "x"
		got, err := s.Get(ctx, "p")
		must(t, err)
		got.Plan.Items[0].To, got.Plan.Roots[0], got.Pages[0] = "x", "x", "x"
		mustHold(t, s, record("h"))
	})
	t.Run("a plan that was not proposed is not on record", func(t *testing.T) {
		s := open(t)
		if _, err := s.Get(ctx, missing); !errors.Is(err, triage.ErrNotOnRecord) {
			t.Errorf("get: %v", err)
		}
		if err := s.Move(ctx, missing, triage.StateProposed, triage.StateApplied); !errors.Is(err, triage.ErrNotOnRecord) {
			t.Errorf("move: %v", err)
		}
	})
	t.Run("of many that apply a plan at once only one goes on", func(t *testing.T) {
		s := open(t)
		must(t, s.Put(ctx, record("h")))
		var all sync.WaitGroup
		var moved atomic.Int32
		for range 8 {
			all.Go(func() {
				switch err := s.Move(ctx, "p", triage.StateProposed, triage.StateApplied); {
				case err == nil:
					moved.Add(1)
				case !errors.Is(err, triage.ErrSpent):
					t.Error(err)
				}
			})
		}
		all.Wait()
		want := record("h")
		want.State = triage.StateApplied
		mustHold(t, s, want)
		if moved.Load() != 1 {
			t.Errorf("%d went on", moved.Load())
		}
	})
	t.Run("a cancelled call does nothing and says so", func(t *testing.T) {
		s := open(t)
		must(t, s.Put(ctx, record("h")))
		mustBeCancelled(t, "put", s.Put(cancelled(), record("other")))
		mustBeCancelled(t, "move", s.Move(cancelled(), "p", triage.StateProposed, triage.StateApplied))
		_, err := s.Get(cancelled(), "p")
		mustBeCancelled(t, "get", err)
		mustHold(t, s, record("h"))
	})
}
