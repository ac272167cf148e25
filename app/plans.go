package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// plans stores triage's records. The store knows only a plan's id, hash and state.
type plans struct{ db *store.Store }

// Put stores a record under its plan's id.
func (p plans) Put(ctx context.Context, r triage.Record) error {
	raw, err := json.Marshal(r.Plan)
	if err != nil {
		return fmt.Errorf("encode the plan: %w", err)
	}
	return p.db.PutPlan(ctx, store.PlanRecord{
		ID: r.Plan.ID, Hash: r.Plan.Hash, Pages: r.Pages, Plan: raw, State: string(r.State), When: r.When,
	})
}

// Get returns the record of a plan.
func (p plans) Get(ctx context.Context, id string) (triage.Record, error) {
	kept, err := p.db.Plan(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return triage.Record{}, triage.ErrNotOnRecord
	}
	if err != nil {
		return triage.Record{}, fmt.Errorf("look up the plan: %w", err)
	}
	r := triage.Record{Pages: kept.Pages, State: triage.State(kept.State), When: kept.When}
	var pl plan.Plan
	if err := json.Unmarshal(kept.Plan, &pl); err != nil {
		return r, fmt.Errorf("decode the plan: %w", err)
	}
	r.Plan = pl
	return r, nil
}

// Move changes the state of a plan, atomically.
func (p plans) Move(ctx context.Context, id string, from, to triage.State) error {
	err := p.db.MarkPlan(ctx, id, string(from), string(to))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return triage.ErrNotOnRecord
	case errors.Is(err, store.ErrState):
		return triage.ErrSpent
	}
	return err
}
