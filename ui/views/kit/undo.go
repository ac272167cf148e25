package kit

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Undoer asks in place whether a batch is to be undone, undoes it and says what
// came of it.
type Undoer struct {
	frame   *Frame
	backend Reverser
	Notice  *widgets.Notice
	// done is told when files were brought back.
	done func()
	Busy bool
}

// Reverser takes batches back and finishes those that were cut short.
type Reverser interface {
	// Undo takes a batch back; the last one when batch is empty. only names those
	// of its files that are to go back, by where it brought them; none: all.
	Undo(ctx context.Context, batch string, only ...string) (app.UndoReport, error)
	// Finish carries out what is left of a batch that was cut short.
	Finish(ctx context.Context, batch string) (plan.Receipt, error)
}

func NewUndoer(frame *Frame, backend Reverser, changed, done func()) *Undoer {
	return &Undoer{frame: frame, backend: backend, Notice: widgets.NewNotice(changed), done: done}
}

// Ask asks about a batch, in words that say what undoing it will do.
func (u *Undoer) Ask(b app.Batch) {
	if u.Busy {
		return
	}
	yes := widgets.NewButton(locale.N("Undo {{.N}} file", "Undo {{.N}} files", remaining(b)), widgets.Primary, func() { u.Run(b) })
	no := widgets.NewButton(locale.L("Keep them"), widgets.Secondary, u.Notice.Clear)
	u.Notice.Warn(undoQuestion(b), yes, no)
	u.frame.Focus(yes)
}

func undoQuestion(b app.Batch) string {
	n := remaining(b)
	if Moved(b) {
		return locale.N("Put {{.N}} file back where it was? A file that was edited since keeps its edits.",
			"Put {{.N}} files back where they were? A file that was edited since keeps its edits.", n)
	}
	return locale.N("Give {{.N}} file its old name back? A file that was edited since keeps its edits.",
		"Give {{.N}} files their old names back? A file that was edited since keeps its edits.", n)
}

// Run undoes a batch, or only those of its files that it brought to these places.
func (u *Undoer) Run(b app.Batch, only ...string) {
	if u.Busy {
		return
	}
	u.Busy = true
	u.Notice.Warn(locale.L("Putting the old names back…"))
	u.frame.Work.Start(func(ctx context.Context) func() {
		report, err := u.backend.Undo(ctx, b.ID, only...)
		return func() { u.finish(b, report, err) }
	})
}

func (u *Undoer) finish(b app.Batch, report app.UndoReport, err error) {
	u.Busy = false
	switch {
	case errors.Is(err, context.Canceled):
		u.Notice.Clear()
	case err != nil:
		u.Notice.Fail(Explain(err, locale.L("The old names could not be put back. Every file is still there; Activity shows where it stands.")))
	case len(report.Kept) > 0:
		u.Notice.Warn(restored(b, report.Restored) + " " + keptWords(report.Kept))
	case report.Unknown > 0:
		u.Notice.Warn(restored(b, report.Restored) + " " + locale.N(
			"The record of {{.N}} other file is lost, so nothing is known of what became of it.",
			"The record of {{.N}} other files is lost, so nothing is known of what became of them.", report.Unknown))
	default:
		u.Notice.Tell(restored(b, report.Restored))
	}
	if err == nil {
		u.done()
	}
}

// Complete carries out what is left of a batch that was cut short. The question
// stood on the card itself, so nothing more is asked.
func (u *Undoer) Complete(b app.Batch) {
	if u.Busy {
		return
	}
	u.Busy = true
	u.Notice.Warn(locale.L("Doing the rest…"))
	u.frame.Work.Start(func(ctx context.Context) func() {
		receipt, err := u.backend.Finish(ctx, b.ID)
		return func() { u.completed(receipt, err) }
	})
}

func (u *Undoer) completed(r plan.Receipt, err error) {
	u.Busy = false
	switch {
	case errors.Is(err, context.Canceled):
		u.Notice.Clear()
	case err != nil:
		u.Notice.Fail(Explain(err, locale.L("The rest could not be done. Every file is still there; roll back brings the old names back.")))
	case r.Failed > 0:
		u.Notice.Warn(locale.N("{{.N}} file could not be renamed and keeps the old name. {{.Receipt}}.",
			"{{.N}} files could not be renamed and keep the old name. {{.Receipt}}.", r.Failed, "Receipt", ReceiptWords(r)))
	default:
		u.Notice.Tell(ReceiptWords(r) + ".")
	}
	if err == nil {
		u.done()
	}
}

func restored(b app.Batch, n int) string {
	if Moved(b) {
		return locale.N("{{.N}} file is back where it was.", "{{.N}} files are back where they were.", n)
	}
	return locale.N("{{.N}} file has its old name back.", "{{.N}} files have their old names back.", n)
}

// keptWords says which files stay as they are, and why.
func keptWords(kept []app.Move) string {
	first := kept[0]
	words := locale.L("{{.File}} stays: {{.Why}}", "File", filepath.Base(first.To), "Why", cmp.Or(first.Note, locale.L("it could not be moved back.")))
	if more := len(kept) - 1; more > 0 {
		words += " " + locale.N("So does {{.N}} more.", "So do {{.N}} more.", more)
	}
	return words
}
