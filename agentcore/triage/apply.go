package triage

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Apply carries out a plan on record, once. The guard lets its moves pass only
// if they were approved. When ctx is cancelled it stops between two operations,
// and the receipt says so. The receipt is the zero value only where nothing was
// touched.
func (t *Triage) Apply(ctx context.Context, id string, emit func(event.Body)) (plan.Receipt, error) {
	record, err := t.Plans.Get(ctx, id)
	if err != nil {
		return plan.Receipt{}, err
	}
	pages := pagesOf(record.Plan)
	if len(pages) == 0 {
		return plan.Receipt{}, ErrNothingToDo
	}
	if err := t.Plans.Move(ctx, id, StateProposed, StateApplied); err != nil {
		return plan.Receipt{}, err
	}
	j := job{triage: t, ctx: ctx, emit: emit, id: id, roots: record.Plan.Roots}
	j.remember(record.Plan)
	receipt, err := j.carryOut(record, pages)
	if err != nil && receipt.Batch == "" {
		return plan.Receipt{}, errors.Join(err, t.Plans.Move(context.WithoutCancel(ctx), id, StateApplied, StateProposed))
	}
	if receipt.Batch != "" {
		emit(event.Receipt{Receipt: receipt})
	}
	if err == nil {
		j.teach(record.Plan, receipt)
	}
	return receipt, err
}

// Resume carries out the pages of an applied plan that a crash kept from being
// begun; what was begun is the files server's to finish. The receipt, of the
// whole batch, is the zero value where nothing was left.
func (t *Triage) Resume(ctx context.Context, id string, emit func(event.Body)) (plan.Receipt, error) {
	record, err := t.Plans.Get(ctx, id)
	if err != nil {
		return plan.Receipt{}, err
	}
	j := job{triage: t, ctx: ctx, emit: emit, id: id, roots: record.Plan.Roots}
	pages := pagesOf(record.Plan)
	for n := range pages {
		untouched, err := j.isThere(record.Plan.Items[pages[n][0]])
		if err != nil {
			return plan.Receipt{}, err
		}
		if !untouched {
			pages[n] = nil
		}
	}
	return j.carryOut(record, pages)
}

// isThere reports whether an item's file is where it was when the plan was made.
func (j *job) isThere(it plan.Item) (bool, error) {
	at, err := ask[files.Entry](j, "files_info", files.InfoRequest{Path: it.From})
	var gone *chat.Failure
	if errors.As(err, &gone) {
		return false, nil
	}
	return at.Identity == it.Identity, err
}

// carryOut runs the pages in order under one batch id and gives the receipt of
// what was done, also when it had to stop. A page of nil is done already.
func (j *job) carryOut(record Record, pages [][]int) (plan.Receipt, error) {
	if len(pages) != len(record.Pages) {
		return plan.Receipt{}, ErrEdited
	}
	total := record.Plan.Count(plan.StatusReady)
	var receipt plan.Receipt
	var failures []plan.Failure
	done := 0
	for n, page := range pages {
		if page == nil {
			done += pageSize
			continue
		}
		args := files.MoveRequest{Moves: pairs(record.Plan, page), Mode: files.Mode{PlanHash: record.Pages[n], Batch: j.id, Total: total}}
		if n == 0 {
			args.Stay = staying(record.Plan)
		}
		var err error
		if receipt, err = j.carryOutPage(args, done, total); err != nil {
			return j.stopped(record.Plan, page, err)
		}
		failures = append(failures, receipt.Failures...)
		done += len(page)
		last := record.Plan.Items[page[len(page)-1]]
		j.emit(event.Progress{Progress: chat.Progress{Done: done, Total: total, What: filepath.Base(last.To)}})
	}
	receipt.Failures = failures
	return receipt, nil
}

// carryOutPage runs one page, reporting its progress as part of the whole.
func (j *job) carryOutPage(args files.MoveRequest, done, total int) (plan.Receipt, error) {
	var out files.Changed
	_, err := j.call(j.ctx, "files_move", args, &out, func(p chat.Progress) {
		j.emit(event.Progress{Progress: chat.Progress{Done: done + p.Done, Total: total, What: p.What}})
	})
	if err != nil || out.Receipt == nil {
		return plan.Receipt{}, err
	}
	return *out.Receipt, nil
}

// stopped asks the journal what a batch that did not run to its end has done: a
// call that was cancelled or failed gives no receipt of its own.
func (j *job) stopped(p plan.Plan, page []int, cause error) (plan.Receipt, error) {
	if errors.Is(cause, context.Canceled) {
		cause = nil
	}
	var changed []plan.Failure
	var r *chat.Failure
	if errors.As(cause, &r) && r.Code == chat.CodeChanged {
		changed = j.changed(p, page)
		cause = &WorldChanged{Failures: changed, cause: cause}
	}
	receipt, err := j.receipt(context.WithoutCancel(j.ctx))
	if err != nil && cause == nil {
		cause = context.Canceled
	}
	if receipt.Batch != "" {
		receipt.Failures = append(receipt.Failures, changed...)
	}
	return receipt, cause
}

// changed returns the files of a page that are not as they were when the plan was
// made. It is empty where that cannot be found out.
func (j *job) changed(p plan.Plan, page []int) []plan.Failure {
	effect, err := j.effect(p, page)
	if err != nil {
		return nil
	}
	var failures []plan.Failure
	for n, i := range page {
		it, now := p.Items[i], effect.Effect[n]
		f := plan.Failure{Path: it.From, Kind: cmp.Or(now.Code, chat.CodeTaken), Message: now.Note}
		switch {
		case now.To == it.From: // it stays, and Code says why
		case now.Identity == nil || *now.Identity != it.Identity:
			f.Kind, f.Message = chat.CodeChanged, "It was changed or replaced."
		case now.To == it.To:
			continue
		default:
			f.Kind = chat.CodeTaken
		}
		failures = append(failures, f)
	}
	return failures
}

// receipt reads the receipt of this batch out of the journal.
func (j *job) receipt(ctx context.Context) (plan.Receipt, error) {
	told := *j
	told.ctx = ctx
	history, err := ask[files.History](&told, "files_history", files.HistoryRequest{Batch: j.id})
	if err != nil {
		return plan.Receipt{}, err
	}
	if len(history.Batches) == 0 || history.Batches[0].Receipt == nil {
		return plan.Receipt{}, nil
	}
	receipt := *history.Batches[0].Receipt
	receipt.Stopped = true
	return receipt, nil
}

// staying lists the files that belong to the job and keep their names: they are
// counted in the receipt.
func staying(p plan.Plan) []string {
	stay := []string{}
	for _, it := range p.Items {
		if it.Status != plan.StatusReady {
			stay = append(stay, it.From)
		}
	}
	return stay
}
