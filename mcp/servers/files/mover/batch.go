package mover

import (
	"context"
	"errors"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
)

// Order says how to carry out a plan.
type Order struct {
	// Batch is the client's id, or empty. Calls with the same id are pages of one batch.
	Batch string
	// Total is how many moves all pages will request; 0 means just these.
	Total    int
	Progress find.Progress
}

// Report is the outcome of a page.
type Report struct {
	Batch    string
	Outcomes []files.Outcome
	Receipt  files.Receipt
	// Failures are the requested files that were not moved: those of the page, or for a
	// finished batch those of all pages.
	Failures []files.Outcome
}

// Do carries out a plan as a page of a batch. When ctx is cancelled, the current move is
// finished and the receipt says "stopped". An error means that the journal could not be
// written; it holds what was done until then.
func (m *Mover) Do(ctx context.Context, plan *Plan, o Order) (Report, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return Report{}, err
	}
	defer end()
	if o.Batch == "" {
		if o.Batch, err = m.newID(); err != nil {
			return Report{}, err
		}
	}
	log, err := m.open(o.Batch, plan.Scope)
	if err != nil {
		return Report{}, err
	}
	report, err := m.page(ctx, log, plan, o)
	return report, errors.Join(err, m.release(log))
}

func (m *Mover) page(ctx context.Context, log *journal.Log, plan *Plan, o Order) (Report, error) {
	if log.Batch.UndoReceipt != nil {
		return Report{}, &chat.Failure{Class: chat.ErrBlocked, Code: chat.CodeBatchUndone, Message: "This batch has been undone already.", Advice: chat.Advice{Text: "Start a new one."}}
	}
	t := m.folders.Tree(plan.Scope)
	defer t.Close()
	if !log.Batch.Complete() {
		if err := m.recoverSteps(ctx, t, log); err != nil {
			return Report{}, err
		}
	}
	page := &journal.Page{Moves: len(plan.Items), Total: o.Total, Roots: added(log.Batch.Roots, plan.Scope.Paths())}
	r, err := m.newRun(t, log, plan, page, o.Progress)
	if err != nil {
		return Report{}, err
	}
	r.recallFolders()
	if err := r.do(ctx); err != nil {
		return Report{}, err
	}
	r.rememberFolders()
	receipt := r.count(o.Batch)
	if log.Batch.Receipt != nil {
		receipt = log.Batch.Receipt.Plus(receipt)
	}
	if err := errors.Join(log.Append(journal.Close{Receipt: receipt}), log.Sync()); err != nil {
		return Report{}, err
	}
	outcomes := r.outcomes()
	return Report{Batch: o.Batch, Outcomes: outcomes, Receipt: receipt, Failures: failuresOf(outcomes)}, nil
}

// added returns the roots that are not in known.
func added(known, roots []string) []string {
	have := map[string]bool{}
	for _, r := range known {
		have[r] = true
	}
	var fresh []string
	for _, r := range roots {
		if !have[r] {
			fresh = append(fresh, r)
			have[r] = true
		}
	}
	return fresh
}
