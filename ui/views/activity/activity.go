package activity

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Page lists the batches, newest first, each with its undo.
type Page struct {
	frame   *kit.Frame
	backend Backend
	root    fyne.CanvasObject
	notice  *widgets.Notice
	cards   *fyne.Container
	batches []app.Batch
	shown   int // how many batches have a card
	asking  map[string]*kit.Undoer
	body    *fyne.Container // the changes, or the calls
	past    fyne.CanvasObject
	calls   *audit
	of      [2]*widgets.Filter // chooses between the two
	save    *widgets.Button
	about   *widgets.Text
	// Changed is called when files were restored.
	Changed func()
	// Review shows a plan for approval.
	Review func(plan.Plan)
}

// batchPage is how many batches are shown at a time.
const batchPage = 25

// New returns the page, empty.
func New(frame *kit.Frame, backend Backend) *Page {
	a := &Page{
		frame: frame, backend: backend, cards: widgets.Column(theme.Gap16),
		shown: batchPage, asking: map[string]*kit.Undoer{}, Changed: func() {}, Review: func(plan.Plan) {},
	}
	a.notice = widgets.NewNotice(a.refresh)
	a.calls = newAudit(frame, backend)
	a.of = [2]*widgets.Filter{
		widgets.NewFilter(locale.L("Changes"), widgets.Plain, func() { a.choose(false) }),
		widgets.NewFilter(locale.L("All tool calls"), widgets.Plain, func() { a.choose(true) }),
	}
	a.save = widgets.NewButton(locale.L("Export…"), widgets.Secondary, a.calls.export)
	a.about = widgets.Quiet("").Wrap()
	title := widgets.Heading(locale.L("Activity"))
	head := widgets.Column(0, widgets.Fixed(0, activityHead, widgets.RowGrow(theme.Gap8, title, title, a.of[0], a.of[1], a.save)), a.about)
	a.past = container.NewVScroll(widgets.Inset(0, 0, theme.Gap24, 0, widgets.Sides(widgets.Column(theme.Gap24, a.notice.Object(), a.cards))))
	a.body = container.NewStack()
	a.root = widgets.Frame(widgets.Inset(theme.Gap24, 0, theme.Gap12, 0, widgets.Sides(head)), nil, nil, nil, a.body)
	a.choose(false)
	return a
}

// activityHead is the height of the head with all its buttons.
const activityHead float32 = 40

// choose shows the tool calls, or the changes.
func (a *Page) choose(calls bool) {
	a.of[0].Set(locale.L("Changes"), widgets.Plain, !calls)
	a.of[1].Set(locale.L("All tool calls"), widgets.Plain, calls)
	a.save.Hidden = !calls
	a.about.Set(locale.L("Everything Deskhand changed, newest first. You can undo any of it, even after a restart."))
	a.body.Objects = []fyne.CanvasObject{a.past}
	if calls {
		a.about.Set(locale.L("Every tool call, newest first, and who approved it."))
		a.body.Objects = []fyne.CanvasObject{widgets.Inset(0, 0, theme.Gap16, 0, widgets.Sides(a.calls.root))}
		a.calls.load()
	}
	a.refresh()
}

// atCalls reports whether the calls are shown.
func (a *Page) atCalls() bool { return !a.save.Hidden }

// Object returns what the window shows.
func (a *Page) Object() fyne.CanvasObject { return a.root }

func (a *Page) refresh() { a.root.Refresh() }

// Load reloads the batches.
func (a *Page) Load() {
	a.load(func() {})
	if a.atCalls() {
		a.calls.load()
	}
}

// AskUndo asks whether to undo the newest batch that can be undone.
func (a *Page) AskUndo() {
	a.choose(false)
	a.load(func() {
		for _, b := range a.batches {
			if kit.CanUndo(b) {
				a.undoerOf(b).Ask(b)
				return
			}
		}
		a.notice.Warn(locale.L("There's nothing to undo."))
	})
}

func (a *Page) load(then func()) {
	a.frame.Work.Start(func(ctx context.Context) func() {
		batches, err := kit.Patiently(ctx, a.frame.Pulse, a.backend.History)
		return func() {
			if err != nil {
				a.notice.Fail(kit.Explain(err, locale.L("Couldn't load this. Your files are untouched; try again in a moment.")))
				return
			}
			a.notice.Clear()
			a.batches = batches
			a.fill()
			then()
		}
	})
}

// Typed handles a key that no widget used: Escape closes questions.
func (a *Page) Typed(key *fyne.KeyEvent) {
	if key.Name != fyne.KeyEscape {
		return
	}
	a.notice.Clear()
	a.calls.notice.Clear()
	a.calls.save.Close()
	for _, u := range a.asking {
		if !u.Busy {
			u.Notice.Clear()
		}
	}
}

func (a *Page) fill() {
	a.cards.Objects = nil
	if len(a.batches) == 0 {
		a.cards.Add(widgets.Card(widgets.Column(theme.Gap4, widgets.Title(locale.L("Nothing has been changed yet")),
			widgets.Small(locale.L("Every rename and move will be listed here, with an Undo.")))))
	}
	for _, b := range a.batches[:min(a.shown, len(a.batches))] {
		a.cards.Add(a.card(b))
	}
	if older := len(a.batches) - a.shown; older > 0 {
		a.cards.Add(container.NewCenter(widgets.NewButton(locale.L("Show older"), widgets.Secondary, func() {
			a.frame.Window.Canvas().Unfocus()
			a.shown += batchPage
			a.fill()
		})))
	}
	a.root.Refresh()
}

func (a *Page) undoerOf(b app.Batch) *kit.Undoer {
	u, ok := a.asking[b.ID]
	if !ok {
		u = kit.NewUndoer(a.frame, a.backend, a.refresh, func() {
			a.load(func() {})
			a.Changed()
		})
		a.asking[b.ID] = u
	}
	return u
}

func (a *Page) card(b app.Batch) fyne.CanvasObject {
	u := a.undoerOf(b)
	words := widgets.Column(2, kit.BatchTitle(b, true), widgets.Small(kit.BatchDetail(b, a.frame.Now())).Wrap())
	icon, colour := kit.BatchIcon(b)
	head := widgets.RowGrow(theme.Gap12, words, widgets.NewIcon(icon, colour, 20), words)
	if b.State == plan.BatchUndone {
		head.Add(widgets.NewChip(locale.L("undone"), widgets.Plain, nil))
	}
	if b.Folder != "" {
		head.Add(widgets.NewButton(locale.L("Show files"), widgets.Secondary, func() { a.frame.OpenFolder(b.Folder, u.Notice) }))
	}
	if kit.Unfinished(b) > 0 {
		head.Add(widgets.NewButton(kit.FinishLabel(b), widgets.Primary, func() { u.Complete(b) }))
	}
	if kit.CanUndo(b) {
		head.Add(widgets.NewButton(kit.UndoLabel(b), widgets.Secondary, func() { u.Ask(b) }))
	}
	if a.canRepeat(b) {
		head.Add(widgets.NewButton(locale.L("Do it again"), widgets.Secondary, func() { a.again(b) }))
	}
	column := widgets.Column(theme.Gap12, head, u.Notice.Object())
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

// movesShown is how many operations of a batch are shown at first.
const movesShown = 3

// moves returns the operations of a batch, before and after, with a button for more.
func (a *Page) moves(b app.Batch) fyne.CanvasObject {
	rows := widgets.Column(theme.Gap8)
	add := func(moves []app.Move) {
		for _, m := range moves {
			rows.Add(a.undoable(b, m))
		}
	}
	total := max(len(b.Moves), b.Done) // a long list is truncated
	first := min(len(b.Moves), movesShown)
	add(b.Moves[:first])
	if rest := total - first; rest > 0 {
		var more *widgets.Button
		more = widgets.NewButton(locale.N("{{.N}} more", "{{.N}} more", rest), widgets.Link, func() {
			a.frame.Window.Canvas().Unfocus()
			rows.Remove(more)
			add(b.Moves[first:])
			if cut := total - len(b.Moves); cut > 0 {
				rows.Add(widgets.Small(locale.N("and {{.N}} more, not listed here", "and {{.N}} more, not listed here", cut)))
			}
			a.root.Refresh()
		})
		rows.Add(widgets.Row(0, more))
	}
	return rows
}

// undoable returns an operation, with its own undo if it can be undone alone.
func (a *Page) undoable(b app.Batch, m app.Move) fyne.CanvasObject {
	if !kit.CanUndoOne(b, m) {
		return kit.MoveRow(m)
	}
	return kit.MoveRow(m, widgets.NewButton(locale.L("Undo this"), widgets.Link, func() {
		a.frame.Window.Canvas().Unfocus() // the row disappears
		a.undoerOf(b).Run(b, m.To)
	}).Small())
}
