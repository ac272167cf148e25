package chat

import (
	"context"
	"encoding/json"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// outcome returns the actions on the result of a call: review a plan, undo a batch, allow
// a blocked change.
func (c *Page) outcome(b *block) []fyne.CanvasObject {
	switch {
	case b.record.Status == chat.StatusOK && b.call.Name == "triage_propose":
		if p, ok := kit.DataOf[plan.Summary](b.record); ok {
			return []fyne.CanvasObject{newPlanCard(c, p.ID).object()}
		}
	case b.record.Status == chat.StatusOK:
		if batch, ok := batchOf(b); ok {
			return []fyne.CanvasObject{newReceiptRow(c, batch).object()}
		}
	case lookedOnly(b) && b.last:
		return []fyne.CanvasObject{c.lift(b)}
	}
	return nil
}

// lookedOnly reports whether a call was blocked because the request reads as look-only.
func lookedOnly(b *block) bool {
	return b.record.Failure.Class == chat.ErrBlocked && b.record.Failure.Code == chat.CodeLookOnly
}

// lift offers to allow changes for a request that read as look-only.
func (c *Page) lift(b *block) fyne.CanvasObject {
	words := widgets.Small(locale.L("You only asked to look, so nothing was changed.")).Wrap()
	yes := widgets.NewButton(locale.L("Let it change files"), widgets.Secondary, func() { c.ask(b.request, true) })
	return widgets.RowGrow(theme.Gap12, words, words, yes)
}

// batchOf returns the batch that a call carried out.
func batchOf(b *block) (app.Batch, bool) {
	var args files.Subject
	_ = json.Unmarshal(b.call.Args, &args) // unreadable arguments have no moves to name
	batch := app.Batch{}
	for _, m := range args.Moves {
		batch.Moves = append(batch.Moves, app.Move{From: m.From, To: m.To})
	}
	switch b.call.Name {
	case "files_move", "files_copy", "files_trash", "files_restore":
		if c, ok := kit.DataOf[files.Changed](b.record); ok && c.Receipt != nil {
			batch.ID, batch.Done = c.Batch, c.Receipt.Moved
		}
	case "triage_apply":
		if r, ok := kit.DataOf[plan.Receipt](b.record); ok {
			batch.ID, batch.Done = r.Batch, r.Moved
		}
	}
	return batch, batch.ID != "" && batch.Done > 0
}

// receiptRow can undo what a call has done.
type receiptRow struct {
	c     *Page
	batch app.Batch
	row   *fyne.Container
	back  *widgets.Button
	chip  *widgets.Chip
	undo  *kit.Undoer
	root  *fyne.Container
}

func newReceiptRow(c *Page, batch app.Batch) *receiptRow {
	r := &receiptRow{c: c, batch: batch, chip: widgets.NewChip(locale.L("undone"), widgets.Plain, nil)}
	r.undo = kit.NewUndoer(c.Frame, c.backend, c.thread.relayout, func() {
		r.undone()
		c.Changed()
	})
	r.back = widgets.NewButton(locale.L("Undo"), widgets.Secondary, func() { r.undo.Ask(batch) })
	words := widgets.Small(locale.L("Nothing was deleted or overwritten.")).Shrink()
	r.row = widgets.RowGrow(theme.Gap12, words, words, r.chip, r.back)
	r.chip.Hide()
	r.root = widgets.Inset(0, 0, theme.Gap4, 0, widgets.Column(theme.Gap8, r.row, r.undo.Notice.Object()))
	r.look()
	return r
}

func (r *receiptRow) object() fyne.CanvasObject { return r.root }

// look asks whether the batch was undone already.
func (r *receiptRow) look() {
	r.c.Frame.Work.Start(func(ctx context.Context) func() {
		batches, err := r.c.backend.History(ctx)
		return func() {
			for _, b := range batches {
				if err == nil && b.ID == r.batch.ID && b.State == plan.BatchUndone {
					r.undone()
				}
			}
		}
	})
}

func (r *receiptRow) undone() {
	r.back.Hide()
	r.chip.Show()
	r.row.Refresh()
	r.c.thread.relayout()
}
