package app

import (
	"encoding/json"
	"slices"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
)

// reporting is the sink of a turn that emits a plan or receipt resulting from a call as
// an event of its own, right after the call's end: both are recorded by then. Only our
// own servers are trusted.
type reporting struct {
	agentcore.Sink
	specs func() []chat.ToolSpec
	// own are the running calls of our own tools. It needs no lock: only the goroutine of
	// the turn starts and ends calls.
	own map[string]bool
}

func newReporting(to agentcore.Sink, specs func() []chat.ToolSpec) *reporting {
	return &reporting{Sink: to, specs: specs, own: map[string]bool{}}
}

// Emit passes an event on, followed by the events that result from it.
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
	return slices.ContainsFunc(specs, func(s chat.ToolSpec) bool { return s.Name == tool && s.Own })
}

// tell emits the plan or receipt in the result of a call of ours.
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
