package mover

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/names"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// stop ends a step that was not attempted because the batch was stopped.
func (r *run) stop(ctx context.Context, a names.Action) error {
	n := r.step[a.Item]
	s := r.log.Batch.Steps[n]
	switch {
	case s.Outcome != journal.Open || a.Park:
		return nil
	case s.Parked:
		return r.giveUp(ctx, n, context.Canceled)
	}
	return r.log.Append(journal.Failed{Step: n, Why: fault.Words(context.Canceled), Code: chat.CodeStopped, Stopped: true})
}

// giveUp ends a step that failed. How far it got is not inferred from the error but
// looked up, as after a crash, and what is half done is completed or reverted. If the
// disk does not even allow that, the step stays open, and an undo tries again.
func (r *run) giveUp(ctx context.Context, n int, why error) error {
	record, err := recoverStep(context.WithoutCancel(ctx), r.tree, r.log, n)
	if r.log.Err() != nil {
		return r.log.Err()
	}
	if err != nil {
		r.leftOpen[n] = why
		return nil
	}
	if failed, ok := record.(journal.Failed); ok {
		failed.Why, failed.Code, failed.Stopped = fault.Words(why), r.codeOf(n, why), ctx.Err() != nil
		record = failed
	}
	return r.log.Append(record)
}

// codeOf is CodeOf, and distinguishes a read-only folder from somebody else's.
func (r *run) codeOf(n int, why error) chat.Code {
	code := fault.CodeOf(why)
	if code != chat.CodePermission {
		return code
	}
	s := r.log.Batch.Steps[n]
	for _, path := range []string{s.From, s.To} {
		folder, _ := roots.Split(path)
		if dir, err := r.tree.Dir(folder); err == nil {
			if in, err := dir.Lstat("."); err == nil && in.Mode.Perm()&0o222 == 0 {
				return chat.CodeReadOnly
			}
		}
	}
	return code
}

// failuresOf returns what was requested and not done, except for moves not attempted
// because the batch was stopped.
func failuresOf(outcomes []files.Outcome) []files.Outcome {
	return lists.Filter(outcomes, func(d files.Outcome) bool {
		return d.Status == files.Failed || d.Code != "" && d.Code != chat.CodeStopped
	})
}

// failuresIn returns up to limit failures recorded for a batch.
func failuresIn(b *journal.Batch, limit int) []files.Outcome {
	var failures []files.Outcome
	for i := range b.Steps {
		s := &b.Steps[i]
		if len(failures) == limit {
			break
		}
		if s.Forward() && s.TriedBy == 0 && !s.Stopped && (s.Outcome == journal.Aborted || s.Outcome == journal.Unclear || b.Closed && s.Outcome == journal.Open) {
			failures = append(failures, outcomeOf(s))
		}
	}
	return failures
}
