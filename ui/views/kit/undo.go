package kit

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Undoer asks in place whether to undo a batch, undoes it and shows the result.
type Undoer struct {
	frame   *Frame
	backend Reverser
	Notice  *widgets.Notice
	// done is called when files were restored.
	done func()
	Busy bool
}

// Reverser undoes batches and finishes interrupted ones.
type Reverser interface {
	// Undo undoes a batch, or the last one if batch is empty. only names the files to
	// restore, by where the batch put them; none means all.
	Undo(ctx context.Context, batch string, only ...string) (app.UndoReport, error)
	// Finish carries out the rest of an interrupted batch.
	Finish(ctx context.Context, batch string) (plan.Receipt, error)
}

func NewUndoer(frame *Frame, backend Reverser, changed, done func()) *Undoer {
	return &Undoer{frame: frame, backend: backend, Notice: widgets.NewNotice(changed), done: done}
}

// Ask asks about a batch, saying what undoing it will do.
func (u *Undoer) Ask(b app.Batch) {
	if u.Busy {
		return
	}
	yes := widgets.NewButton(locale.N("Undo {{.N}} file", "Undo {{.N}} files", remaining(b)), widgets.Primary, func() { u.Run(b) })
	no := widgets.NewButton(locale.L("Cancel"), widgets.Secondary, u.Notice.Clear)
	u.Notice.Warn(undoQuestion(b), yes, no)
	u.frame.Focus(no)
}

func undoQuestion(b app.Batch) string {
	n := remaining(b)
	if b.Adds {
		return locale.N("Remove {{.N}} added file? The file it was made from stays as it is.",
			"Remove {{.N}} added files? The files they were made from stay as they are.", n)
	}
	if Moved(b) {
		return locale.N("Undo {{.N}} move? Any edits you've made inside the file are kept.",
			"Undo {{.N}} moves? Any edits you've made inside the files are kept.", n)
	}
	return locale.N("Undo {{.N}} rename? Any edits you've made inside the file are kept.",
		"Undo {{.N}} renames? Any edits you've made inside the files are kept.", n)
}

func undoingWords(b app.Batch) string {
	if b.Adds {
		return locale.L("Removing the added files…")
	}
	return locale.L("Restoring the old names…")
}

func undoFailedWords(b app.Batch) string {
	if b.Adds {
		return locale.L("Couldn't remove the added files. Every other file is as it was; see Activity.")
	}
	return locale.L("Couldn't restore the old names. Every file is still there; see Activity.")
}

// Run undoes a batch, or only the files that it moved to these places.
func (u *Undoer) Run(b app.Batch, only ...string) {
	if u.Busy {
		return
	}
	u.Busy = true
	u.Notice.Warn(undoingWords(b))
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
		u.Notice.Fail(Explain(err, undoFailedWords(b)))
	case len(report.Kept) > 0:
		u.Notice.Warn(restored(b, report.Restored) + " " + keptWords(report.Kept))
	case report.Unknown > 0:
		u.Notice.Warn(restored(b, report.Restored) + " " + locale.N(
			"The record of {{.N}} other file is lost, so it's unknown what happened to it.",
			"The record of {{.N}} other files is lost, so it's unknown what happened to them.", report.Unknown))
	default:
		u.Notice.Tell(restored(b, report.Restored))
	}
	if err == nil {
		u.done()
	}
}

// Complete carries out the rest of an interrupted batch. The card itself was the
// question, so that nothing more is asked.
func (u *Undoer) Complete(b app.Batch) {
	if u.Busy {
		return
	}
	u.Busy = true
	u.Notice.Warn(locale.L("Finishing…"))
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
		u.Notice.Fail(Explain(err, locale.L("Couldn't finish. Every file is still there; rolling back restores the old names.")))
	case r.Failed > 0:
		u.Notice.Warn(locale.N("{{.N}} file couldn't be renamed and keeps its old name. {{.Receipt}}.",
			"{{.N}} files couldn't be renamed and keep their old names. {{.Receipt}}.", r.Failed, "Receipt", ReceiptWords(r)))
	default:
		u.Notice.Tell(ReceiptWords(r) + ".")
	}
	if err == nil {
		u.done()
	}
}

func restored(b app.Batch, n int) string {
	if b.Adds {
		return locale.N("{{.N}} added file was removed.", "{{.N}} added files were removed.", n)
	}
	if Moved(b) {
		return locale.N("{{.N}} file is back where it was.", "{{.N}} files are back where they were.", n)
	}
	return locale.N("{{.N}} file has its old name back.", "{{.N}} files have their old names back.", n)
}

// keptWords say which files stay as they are, and why.
func keptWords(kept []app.Move) string {
	first := kept[0]
	words := locale.L("{{.File}} wasn't restored: {{.Why}}.", "File", filepath.Base(first.To), "Why", cmp.Or(strings.TrimSuffix(ChangeWords(first.Code), "."), locale.L("no reason was given")))
	if more := len(kept) - 1; more > 0 {
		words += " " + locale.N("{{.N}} other wasn't either.", "{{.N}} others weren't either.", more)
	}
	return words
}
