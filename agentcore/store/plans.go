package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// maxPlans is how many proposed plans are kept on record.
const maxPlans = 200

// PlanRecord is a proposed plan and its state.
type PlanRecord struct {
	ID   string `json:"id"`
	Hash string `json:"hash"`
	// Pages are the hashes of the calls that carry it out.
	Pages []string `json:"pages,omitempty"`
	// Plan is the plan as JSON, unchanged byte for byte.
	Plan json.RawMessage `json:"-"`
	// State is set by the caller ("proposed", "applied").
	State string    `json:"state"`
	When  time.Time `json:"when"`
}

// planHeader is a record with the handle of its plan's text.
type planHeader struct {
	PlanRecord
	At string `json:"at"`
}

// PutPlan records a plan, replacing an earlier one of its ID, and deletes the oldest
// beyond maxPlans.
func (s *Store) PutPlan(ctx context.Context, r PlanRecord) error {
	if r.ID == "" {
		return fmt.Errorf("put a plan on record: no id")
	}
	var gone []string
	err := s.update(ctx, "put a plan on record", func(tx *bolt.Tx) error {
		handle := s.newID()
		if err := s.putText(tx, handle, ownerPlan+r.ID, string(r.Plan)); err != nil {
			return err
		}
		if err := put(tx, bucketPlans, []byte(r.ID), planHeader{r, handle}); err != nil {
			return err
		}
		var err error
		gone, err = prunePlans(tx)
		return err
	})
	if err == nil {
		s.removeTexts(gone)
	}
	return err
}

// prunePlans deletes the oldest plans beyond maxPlans, and texts that no plan refers to
// any more.
func prunePlans(tx *bolt.Tx) ([]string, error) {
	b := bucket(tx, bucketPlans)
	var kept []planHeader
	err := b.ForEach(func(k, raw []byte) error {
		var h planHeader
		if decode(raw, &h) != nil {
			h = planHeader{PlanRecord: PlanRecord{ID: string(k)}} // first to go
		}
		kept = append(kept, h)
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(kept, func(a, b planHeader) int {
		return cmp.Or(b.When.Compare(a.When), cmp.Compare(b.ID, a.ID))
	})
	for len(kept) > maxPlans {
		last := len(kept) - 1
		if err := b.Delete([]byte(kept[last].ID)); err != nil {
			return nil, err
		}
		kept = kept[:last]
	}
	return dropStale(tx, kept)
}

// dropStale deletes the texts of plans that are not in kept.
func dropStale(tx *bolt.Tx, kept []planHeader) ([]string, error) {
	current := make(map[string]bool, len(kept))
	for _, h := range kept {
		current[h.At] = true
	}
	return dropTexts(tx, func(handle, owner string) bool {
		return !current[handle] && strings.HasPrefix(owner, ownerPlan)
	})
}

// Plan returns a recorded plan.
func (s *Store) Plan(ctx context.Context, id string) (PlanRecord, error) {
	var h planHeader
	err := s.view(ctx, "look up a plan", func(tx *bolt.Tx) error {
		if err := get(tx, bucketPlans, []byte(id), &h); err != nil {
			return err
		}
		body, err := s.readText(tx, h.At)
		h.Plan = body
		return err
	})
	return h.PlanRecord, err
}

// MarkPlan moves a plan from one state to another atomically. It fails with ErrState if
// the plan is not in the state from, so that only one of several callers succeeds.
func (s *Store) MarkPlan(ctx context.Context, id, from, to string) error {
	return s.update(ctx, "mark a plan", func(tx *bolt.Tx) error {
		var h planHeader
		if err := get(tx, bucketPlans, []byte(id), &h); err != nil {
			return err
		}
		if h.State != from {
			return fmt.Errorf("%w: %s", ErrState, h.State)
		}
		h.State = to
		return put(tx, bucketPlans, []byte(id), h)
	})
}
