package views

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/widgets"
)

// undoer asks in place whether a batch is to be undone, undoes it and says what
// came of it.
type undoer struct {
	frame   *Frame
	backend reverser
	notice  *widgets.Notice
	// done is told when files were brought back.
	done func()
	busy bool
}

// reverser takes batches back and finishes those that were cut short.
type reverser interface {
	// Undo takes a batch back; the last one when batch is empty. only names those
	// of its files that are to go back, by where it brought them; none: all.
	Undo(ctx context.Context, batch string, only ...string) (app.UndoReport, error)
	// Finish carries out what is left of a batch that was cut short.
	Finish(ctx context.Context, batch string) (plan.Receipt, error)
}

func newUndoer(frame *Frame, backend reverser, changed, done func()) *undoer {
	return &undoer{frame: frame, backend: backend, notice: widgets.NewNotice(changed), done: done}
}

// ask asks about a batch, in words that say what undoing it will do.
func (u *undoer) ask(b app.Batch) {
	if u.busy {
		return
	}
	yes := widgets.NewButton("Undo "+count(standing(b), "file"), widgets.Primary, func() { u.run(b) })
	no := widgets.NewButton("Keep them", widgets.Secondary, u.notice.Clear)
	u.notice.Warn(undoQuestion(b), yes, no)
	u.frame.focus(yes)
}

func undoQuestion(b app.Batch) string {
	n := standing(b)
	back := fmt.Sprintf("Give %s %s back?", count(n, "file"), verb(n, "its old name", "their old names"))
	if doneVerb(b) == "moved" {
		back = fmt.Sprintf("Put %s back where %s?", count(n, "file"), verb(n, "it was", "they were"))
	}
	return back + " A file that was edited since keeps its edits."
}

// run undoes a batch, or only those of its files that it brought to these places.
func (u *undoer) run(b app.Batch, only ...string) {
	if u.busy {
		return
	}
	u.busy = true
	u.notice.Warn("Putting the old names back…")
	u.frame.Work.Start(func(ctx context.Context) func() {
		report, err := u.backend.Undo(ctx, b.ID, only...)
		return func() { u.finish(b, report, err) }
	})
}

func (u *undoer) finish(b app.Batch, report app.UndoReport, err error) {
	u.busy = false
	switch {
	case errors.Is(err, context.Canceled):
		u.notice.Clear()
	case err != nil:
		u.notice.Fail(explain(err, "The old names could not be put back. Every file is still there; Activity shows where it stands."))
	case len(report.Kept) > 0:
		u.notice.Warn(restored(b, report.Restored) + " " + keptWords(report.Kept))
	case report.Unknown > 0:
		u.notice.Warn(restored(b, report.Restored) + fmt.Sprintf(" The record of %s is lost, so nothing is known of what became of %s.",
			count(report.Unknown, "other file"), verb(report.Unknown, "it", "them")))
	default:
		u.notice.Tell(restored(b, report.Restored))
	}
	if err == nil {
		u.done()
	}
}

// complete carries out what is left of a batch that was cut short. The question
// stood on the card itself, so nothing more is asked.
func (u *undoer) complete(b app.Batch) {
	if u.busy {
		return
	}
	u.busy = true
	u.notice.Warn("Doing the rest…")
	u.frame.Work.Start(func(ctx context.Context) func() {
		receipt, err := u.backend.Finish(ctx, b.ID)
		return func() { u.completed(receipt, err) }
	})
}

func (u *undoer) completed(r plan.Receipt, err error) {
	u.busy = false
	switch {
	case errors.Is(err, context.Canceled):
		u.notice.Clear()
	case err != nil:
		u.notice.Fail(explain(err, "The rest could not be done. Every file is still there; roll back brings the old names back."))
	case r.Failed > 0:
		u.notice.Warn(fmt.Sprintf("%s could not be renamed and %s the old name. %s.",
			count(r.Failed, "file"), verb(r.Failed, "keeps", "keep"), r.Sentence()))
	default:
		u.notice.Tell(r.Sentence() + ".")
	}
	if err == nil {
		u.done()
	}
}

func restored(b app.Batch, n int) string {
	if doneVerb(b) == "moved" {
		return fmt.Sprintf("%s %s back where %s.", count(n, "file"), verb(n, "is", "are"), verb(n, "it was", "they were"))
	}
	return fmt.Sprintf("%s %s back.", count(n, "file"), verb(n, "has its old name", "have their old names"))
}

// keptWords says which files stay as they are, and why.
func keptWords(kept []app.Move) string {
	first := kept[0]
	words := fmt.Sprintf("%s stays: %s", filepath.Base(first.To), cmp.Or(first.Note, "it could not be moved back."))
	if more := len(kept) - 1; more > 0 {
		words += fmt.Sprintf(" So %s %s more.", verb(more, "does", "do"), grouped(more))
	}
	return words
}
