package app

import (
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// reporting is the sink of a turn that tells a plan and a receipt that a call
// came to as a batch does, in events of their own right behind the call's end:
// when that is announced, both are on record. Only what our own servers answer is
// believed.
type reporting struct {
	agentcore.Sink
	specs func() []chat.ToolSpec
	// own are the running calls of our own tools. Only the goroutine of the turn
	// starts and ends calls, so that nothing guards it.
	own map[string]bool
}

func newReporting(to agentcore.Sink, specs func() []chat.ToolSpec) *reporting {
	return &reporting{Sink: to, specs: specs, own: map[string]bool{}}
}

// Emit hands an event on, and what it comes to behind it.
func (r *reporting) Emit(b event.Body) {
	r.Sink.Emit(b)
	switch e := b.(type) {
	case event.ToolStarted:
		r.own[e.CallID] = isOurs(e.Tool, r.specs())
	case event.ToolFinished:
		if r.own[e.CallID] {
			r.tell(e.Tool, e.Result.Data)
		}
		delete(r.own, e.CallID)
	}
}

func isOurs(tool string, specs []chat.ToolSpec) bool {
	for _, s := range specs {
		if s.Name == tool {
			return s.Own
		}
	}
	return false
}

// tell emits what the structured result of a call of ours holds.
func (r *reporting) tell(tool string, data json.RawMessage) {
	switch tool {
	case triage.ToolPropose:
		if p, err := decode[plan.Plan](data); err == nil && p.ID != "" {
			r.Sink.Emit(event.PlanProposed{Plan: p})
		}
	case triage.ToolApply:
		if receipt, err := decode[plan.Receipt](data); err == nil && receipt.Batch != "" {
			r.Sink.Emit(event.Receipt{Receipt: receipt})
		}
	default:
		moved, err := decode[struct{ Receipt plan.Receipt }](data)
		if err == nil && moved.Receipt.Batch != "" {
			r.Sink.Emit(event.Receipt{Receipt: moved.Receipt})
		}
	}
}

func decode[T any](raw json.RawMessage) (T, error) {
	var v T
	err := json.Unmarshal(raw, &v)
	return v, err
}
