package app

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// History returns the batches, newest first.
func (c *Controller) History(ctx context.Context) ([]Batch, error) {
	var out files.History
	_, err := c.call(ctx, "files_history", files.HistoryRequest{}, nil, &out)
	return out.Batches, err
}

// Undo undoes a batch, or the last undoable one if batch is empty. An interrupted batch
// is rolled back. only names files by where the batch put them; the others stay as they
// are, and undoable. This call is the user's approval.
func (c *Controller) Undo(ctx context.Context, batch string, only ...string) (UndoReport, error) {
	var out UndoReport
	err := c.approved(ctx, "files_undo", func(m files.Mode) any {
		return files.UndoRequest{Batch: batch, Paths: only, DryRun: m.DryRun, PlanHash: m.PlanHash}
	}, &out)
	return out, err
}

// Finish carries out the rest of an interrupted batch. This call is the user's approval.
func (c *Controller) Finish(ctx context.Context, batch string) (plan.Receipt, error) {
	var out struct{ Receipt plan.Receipt }
	err := c.approved(ctx, "files_finish", func(m files.Mode) any {
		return files.FinishRequest{Batch: batch, DryRun: m.DryRun, PlanHash: m.PlanHash}
	}, &out)
	if err != nil {
		return plan.Receipt{}, err
	}
	rest, err := c.resume(ctx, batch)
	if rest.Batch != "" {
		rest.Failures = append(out.Receipt.Failures, rest.Failures...)
		return rest, err
	}
	return out.Receipt, err
}

// resume applies the part of a plan that was not yet sent to a server. A batch without
// a recorded plan has none.
func (c *Controller) resume(ctx context.Context, batch string) (plan.Receipt, error) {
	record, err := c.triage.Plans.Get(ctx, batch)
	if errors.Is(err, triage.ErrNotOnRecord) {
		return plan.Receipt{}, nil
	}
	if err != nil {
		return plan.Receipt{}, err
	}
	ticket, expire := c.guard.Mint(ctx, record.Pages, record.Plan.Roots...)
	defer expire()
	return c.triage.Resume(ticket, batch, func(event.Body) {})
}

// byPerson is the caller for what the user pressed.
const byPerson = "person"

// approved runs a changing tool for the user: first its dry run, then the change, bound
// to the dry run's hash.
func (c *Controller) approved(ctx context.Context, tool string, args func(files.Mode) any, out any) error {
	var effect files.Preview
	if _, err := c.callFor(ctx, byPerson, tool, args(files.Mode{DryRun: true}), nil, &effect); err != nil {
		return err
	}
	ticket, expire := c.guard.Mint(ctx, []string{effect.Hash})
	defer expire()
	_, err := c.callFor(ticket, byPerson, tool, args(files.Mode{PlanHash: effect.Hash}), nil, out)
	return err
}

// recentFolders is how many folders Recent returns.
const recentFolders = 5

// Recent returns the recently tidied folders that still exist, newest first.
func (c *Controller) Recent(ctx context.Context) ([]Folder, error) {
	batches, err := c.History(ctx)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var folders []Folder
	for _, b := range batches {
		if b.Folder == "" || seen[b.Folder] || len(folders) == recentFolders {
			continue
		}
		seen[b.Folder] = true
		var listing files.Listing
		roots := []string{filepath.Clean(b.Folder)}
		if _, err := c.call(ctx, "files_list", files.ListRequest{Path: b.Folder}, roots, &listing); err != nil {
			continue // gone, or unreadable by now
		}
		folders = append(folders, Folder{Path: b.Folder, Files: listing.Files})
	}
	return folders, nil
}
