package activity

import (
	"context"
	"errors"
	"slices"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// AskAgain proposes the newest undone batch again.
func (a *Page) AskAgain() {
	a.choose(false)
	a.load(func() {
		if i := slices.IndexFunc(a.batches, a.canRepeat); i >= 0 {
			a.again(a.batches[i])
			return
		}
		a.notice.Warn(locale.L("There's nothing to redo."))
	})
}

// canRepeat reports whether a batch was undone and not redone.
func (a *Page) canRepeat(b app.Batch) bool {
	if b.State != plan.BatchUndone || b.Adds || len(b.Moves) == 0 {
		return false
	}
	return !slices.ContainsFunc(a.batches, func(later app.Batch) bool {
		return later.State != plan.BatchUndone && len(later.Moves) > 0 && later.Moves[0].From == b.Moves[0].From
	})
}

// again opens the plan of a batch for review.
func (a *Page) again(b app.Batch) {
	u := a.undoerOf(b)
	if u.Busy {
		return
	}
	u.Busy = true
	u.Notice.Warn(locale.L("Opening the plan…"))
	a.frame.Work.Start(func(ctx context.Context) func() {
		p, err := a.backend.Again(ctx, b.ID)
		return func() {
			u.Busy = false
			u.Notice.Clear()
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				u.Notice.Fail(againFailedWords(err))
			default:
				a.Review(p)
			}
		}
	})
}

func againFailedWords(err error) string {
	switch {
	case errors.Is(err, app.ErrWorldChanged):
		return locale.L("A file was changed, moved or removed since, so this can't be redone. Drop the folder to make a new plan.")
	case errors.Is(err, app.ErrNotOnRecord):
		return locale.L("Deskhand no longer has this plan. Drop the folder to make a new one.")
	}
	return kit.Explain(err, locale.L("Couldn't open the plan. Your files are untouched; try again in a moment."))
}
