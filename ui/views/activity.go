package views

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Activity is what was done, newest first, each with its undo.
type Activity struct {
	frame   *Frame
	backend activityBackend
	root    fyne.CanvasObject
	notice  *widgets.Notice
	cards   *fyne.Container
	batches []app.Batch
	shown   int // how many batches have a card
	asking  map[string]*undoer
	body    *fyne.Container // the changes, or the calls
	past    fyne.CanvasObject
	calls   *audit
	of      [2]*widgets.Filter // which of the two is shown
	save    *widgets.Button
	about   *widgets.Text
	// Changed is told when files were brought back.
	Changed func()
}

// batchPage is how many batches are shown at a time.
const batchPage = 25

// NewActivity makes the page, empty.
func NewActivity(frame *Frame, backend activityBackend) *Activity {
	a := &Activity{
		frame: frame, backend: backend, cards: widgets.Column(theme.Gap16),
		shown: batchPage, asking: map[string]*undoer{}, Changed: func() {},
	}
	a.notice = widgets.NewNotice(a.refresh)
	a.calls = newAudit(frame, backend)
	a.of = [2]*widgets.Filter{
		widgets.NewFilter("Changes", widgets.Plain, func() { a.choose(false) }),
		widgets.NewFilter("All tool calls", widgets.Plain, func() { a.choose(true) }),
	}
	a.save = widgets.NewButton("Export…", widgets.Secondary, a.calls.export)
	a.about = widgets.Quiet("").Shrink()
	words := widgets.Column(theme.Gap4, widgets.Heading("Activity"), a.about)
	head := widgets.Fixed(0, activityHead, widgets.RowGrow(theme.Gap8, words, words, a.of[0], a.of[1], a.save))
	a.past = container.NewVScroll(widgets.Inset(0, 0, theme.Gap24, 0, widgets.Sides(widgets.Column(theme.Gap24, a.notice.Object(), a.cards))))
	a.body = container.NewStack()
	a.root = widgets.Frame(widgets.Inset(theme.Gap24, 0, theme.Gap12, 0, widgets.Sides(head)), nil, nil, nil, a.body)
	a.choose(false)
	return a
}

// activityHead is as high as the head is with all its buttons.
const activityHead float32 = 52

// choose shows the calls of tools, or the changes.
func (a *Activity) choose(calls bool) {
	a.of[0].Set("Changes", widgets.Plain, !calls)
	a.of[1].Set("All tool calls", widgets.Plain, calls)
	a.save.Hidden = !calls
	a.about.Set("Everything that was changed, newest first. Each can be undone, also after a restart.")
	a.body.Objects = []fyne.CanvasObject{a.past}
	if calls {
		a.about.Set("Every call of a tool, newest first, and by whom it was allowed.")
		a.body.Objects = []fyne.CanvasObject{widgets.Inset(0, 0, theme.Gap16, 0, widgets.Sides(a.calls.root))}
		a.calls.load()
	}
	a.refresh()
}

// atCalls tells whether the calls are shown.
func (a *Activity) atCalls() bool { return !a.save.Hidden }

// Object is what the window shows.
func (a *Activity) Object() fyne.CanvasObject { return a.root }

func (a *Activity) refresh() { a.root.Refresh() }

// Load asks anew what was done.
func (a *Activity) Load() {
	a.load(func() {})
	if a.atCalls() {
		a.calls.load()
	}
}

// AskUndo asks whether the newest batch that can be undone is to be.
func (a *Activity) AskUndo() {
	a.choose(false)
	a.load(func() {
		for _, b := range a.batches {
			if canUndo(b) {
				a.undoerOf(b).ask(b)
				return
			}
		}
		a.notice.Warn("There is nothing to undo.")
	})
}

func (a *Activity) load(then func()) {
	a.frame.Work.Start(func(ctx context.Context) func() {
		batches, err := patiently(ctx, a.frame.Pulse, a.backend.History)
		return func() {
			if err != nil {
				a.notice.Fail(explain(err, "What was done cannot be shown just now. No file is changed by that; try again in a moment."))
				return
			}
			a.notice.Clear()
			a.batches = batches
			a.fill()
			then()
		}
	})
}

// Typed takes a key that no widget has a use for: Escape takes back what was
// asked.
func (a *Activity) Typed(key *fyne.KeyEvent) {
	if key.Name != fyne.KeyEscape {
		return
	}
	a.notice.Clear()
	a.calls.notice.Clear()
	a.calls.save.close()
	for _, u := range a.asking {
		if !u.busy {
			u.notice.Clear()
		}
	}
}

func (a *Activity) fill() {
	a.cards.Objects = nil
	if len(a.batches) == 0 {
		a.cards.Add(widgets.Card(widgets.Column(theme.Gap4, widgets.Title("Nothing has been changed yet"),
			widgets.Small("Each time files are renamed or moved, it is written here first, with an Undo that brings every name back."))))
	}
	for _, b := range a.batches[:min(a.shown, len(a.batches))] {
		a.cards.Add(a.card(b))
	}
	if older := len(a.batches) - a.shown; older > 0 {
		a.cards.Add(container.NewCenter(widgets.NewButton("Show older", widgets.Secondary, func() {
			a.frame.Window.Canvas().Unfocus()
			a.shown += batchPage
			a.fill()
		})))
	}
	a.root.Refresh()
}

func (a *Activity) undoerOf(b app.Batch) *undoer {
	u, ok := a.asking[b.ID]
	if !ok {
		u = newUndoer(a.frame, a.backend, a.refresh, func() {
			a.load(func() {})
			a.Changed()
		})
		a.asking[b.ID] = u
	}
	return u
}

func (a *Activity) card(b app.Batch) fyne.CanvasObject {
	u := a.undoerOf(b)
	words := widgets.Column(2, a.title(b), widgets.Small(batchDetail(b, a.frame.Now())).Wrap())
	icon, colour := batchIcon(b)
	head := widgets.RowGrow(theme.Gap12, words, widgets.NewIcon(icon, colour, 20), words)
	if b.Folder != "" {
		head.Add(widgets.NewButton("Show files", widgets.Secondary, func() { a.frame.openFolder(b.Folder, u.notice) }))
	}
	if unfinished(b) > 0 {
		head.Add(widgets.NewButton(finishLabel(b), widgets.Primary, func() { u.complete(b) }))
	}
	if canUndo(b) {
		head.Add(widgets.NewButton(undoLabel(b), widgets.Secondary, func() { u.ask(b) }))
	}
	column := widgets.Column(theme.Gap12, head, u.notice.Object())
	if len(b.Moves) > 0 && b.State != plan.BatchUndone {
		column.Add(widgets.Rule())
		column.Add(a.moves(b))
	}
	card := widgets.Card(column)
	if b.State == plan.BatchInterrupted {
		card.Dress(theme.DoubtTint, theme.Doubt)
	}
	return card
}

func (a *Activity) title(b app.Batch) fyne.CanvasObject {
	title := batchTitle(b, true)
	if b.State == plan.BatchUndone {
		return widgets.RowGrow(theme.Gap8, title, title, widgets.NewChip("undone", widgets.Plain, nil))
	}
	return title
}

// movesShown is how many operations of a batch are shown before one asks for
// more.
const movesShown = 3

// moves are the operations of a batch, before and after; a press shows more.
func (a *Activity) moves(b app.Batch) fyne.CanvasObject {
	rows := widgets.Column(theme.Gap8)
	add := func(moves []app.Move) {
		for _, m := range moves {
			rows.Add(a.undoable(b, m))
		}
	}
	total := max(len(b.Moves), b.Done) // a long list comes cut
	first := min(len(b.Moves), movesShown)
	add(b.Moves[:first])
	if rest := total - first; rest > 0 {
		var more *widgets.Button
		more = widgets.NewButton(fmt.Sprintf("%s more", grouped(rest)), widgets.Link, func() {
			a.frame.Window.Canvas().Unfocus()
			rows.Remove(more)
			add(b.Moves[first:])
			if cut := total - len(b.Moves); cut > 0 {
				rows.Add(widgets.Small("and " + grouped(cut) + " more, not listed here"))
			}
			a.root.Refresh()
		})
		rows.Add(widgets.Row(0, more))
	}
	return rows
}

// undoable is an operation with its own undo, where it can be taken back alone.
func (a *Activity) undoable(b app.Batch, m app.Move) fyne.CanvasObject {
	if !canUndoOne(b, m) {
		return moveRow(m)
	}
	return moveRow(m, widgets.NewButton("undo this", widgets.Link, func() {
		a.frame.Window.Canvas().Unfocus() // the row goes
		a.undoerOf(b).run(b, m.To)
	}).Small())
}
