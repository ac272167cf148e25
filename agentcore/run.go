package agentcore

import (
	"context"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// roundCall is one call of a round with its block and, once it has run, its verdict.
type roundCall struct {
	call  chat.ToolCall
	read  bool
	index int
	verdict
}

// run carries out the calls of a round. Every call gets exactly one recorded result, in
// call order, whatever happens to the others.
func (t *turn) run(ctx context.Context) {
	t.rounds++
	reads := t.readOnly()
	for at := 0; at < len(t.calls); {
		group := t.group(at, reads)
		calls := t.start(group, reads)
		t.perform(ctx, calls)
		for _, d := range calls {
			if err := t.finish(ctx, d); err != nil {
				t.fail(err)
				return
			}
		}
		at += len(group)
	}
	t.calls = nil
	t.afterRound(ctx)
}

// afterRound sets the next phase once every call is answered.
func (t *turn) afterRound(ctx context.Context) {
	switch {
	case ctx.Err() != nil:
		t.end(event.ReasonCancelled, "")
	case t.discipline.looped:
		t.conclude(event.ReasonLoop)
	case t.exhausted():
		t.conclude(event.ReasonRounds)
	default:
		t.phase = phaseAsk
	}
}

// exhausted reports whether this round exceeds the limit: its calls are answered, not
// run.
func (t *turn) exhausted() bool { return t.rounds > t.agent.Config.Rounds }

// readOnly returns the tools that change nothing.
func (t *turn) readOnly() map[string]bool {
	reads := map[string]bool{}
	for _, s := range t.agent.Tools.Specs() {
		if s.Effect == chat.EffectRead {
			reads[s.Name] = true
		}
	}
	return reads
}

// group returns the calls from at on that may run concurrently: consecutive reads, or one
// call of any other kind.
func (t *turn) group(at int, reads map[string]bool) []chat.ToolCall {
	end := at
	for end < len(t.calls) && reads[t.calls[end].Name] && end-at < t.agent.Config.ParallelReads {
		end++
	}
	return t.calls[at:max(end, at+1)]
}

func (t *turn) start(group []chat.ToolCall, reads map[string]bool) []*roundCall {
	calls := make([]*roundCall, len(group))
	for i, c := range group {
		calls[i] = &roundCall{call: c, read: reads[c.Name], index: t.openBlock(event.BlockTool)}
		t.emit(event.ToolStarted{Index: calls[i].index, CallID: c.ID, Tool: c.Name, Args: c.Args})
	}
	return calls
}

// perform runs the calls concurrently, as far as discipline allows, and waits for all of
// them.
func (t *turn) perform(ctx context.Context, calls []*roundCall) {
	var wg sync.WaitGroup
	for _, d := range calls {
		do := t.discipline.admit(ctx, d.call, d.read)
		wg.Go(func() { d.verdict = do() })
	}
	wg.Wait()
}

// finish stores a capped copy of a result for the model and the full text separately,
// then announces the full result.
func (t *turn) finish(ctx context.Context, d *roundCall) error {
	t.discipline.ended(d.result, d.read)
	m, truncated, err := t.toolMessage(ctx, d)
	if err != nil {
		return err
	}
	if err := t.record(ctx, m); err != nil {
		return err
	}
	t.emit(event.ToolFinished{
		Index: d.index, CallID: d.call.ID, Tool: d.call.Name, Args: d.call.Args,
		Status: m.Status, ErrorType: d.result.Failure.Class,
		DurationMS: m.MS, Truncated: truncated, Result: d.result, Record: m,
	})
	t.emit(event.BlockEnded{Index: d.index})
	return nil
}
