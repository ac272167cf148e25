package table

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// What the rows are summed by; empty to show the rows.
const (
	byNothing  = ""
	bySender   = "sender"
	byMonth    = "month"
	byCategory = "category"
	byCurrency = "currency"
)

// Page is the table page.
type Page struct {
	kit.Stages
	backend Backend
	root    fyne.CanvasObject
	entry   *widgets.Entry
	save    *widgets.Button
	chips   *fyne.Container
	menus   []*menu
	doubts  *widgets.Filter
	tabs    []*widgets.Filter
	said    *widgets.Text // how many there are, and which are left out
	total   *widgets.Text
	notice  *widgets.Notice
	prompt  *kit.Prompt
	working *kit.Working
	empty   *fyne.Container
	columns []column
	head    *head
	list    *widgets.List
	sums    *widgets.List
	grid    fyne.CanvasObject // titles and rows
	added   fyne.CanvasObject // the sums
	side    *side
	split   *fyne.Container // the table, and the open document
	card    *fyne.Container

	off      map[kit.Filter]bool // filters that were removed
	filters  []kit.Filter
	sought   string // the searched words
	all      papers.Table
	status   papers.Status
	narrowed narrowed
	rows     []papers.Row // those shown
	groups   []papers.Group
	sorted   string // the column; empty for the oldest first
	falling  bool
	by       string
	chosen   int    // -1 if none
	stop     func() // cancels the running query
	turn     int    // counts the queries
	// AddFolder lets the user choose a folder to read; Left is called when the user leaves.
	AddFolder func()
	Left      func()
}

// New returns the page.
func New(frame *kit.Frame, backend Backend) *Page {
	p := &Page{
		Stages: kit.NewStages(frame), backend: backend, chips: widgets.Flow(theme.Gap8), said: widgets.Quiet("").Shrink(), total: widgets.Title(""),
		columns: columns(), off: map[kit.Filter]bool{}, chosen: -1, stop: func() {}, AddFolder: func() {}, Left: func() {},
	}
	p.entry = widgets.NewEntry(locale.L("Which documents: electricity, over 50 euros, last year"))
	p.entry.OnChanged = p.typed
	p.entry.OnSubmitted = func(string) { p.load() }
	p.entry.GivenUp = p.Escape
	p.save = widgets.NewButton(locale.L("Export…"), widgets.Secondary, p.export).WithCaret()
	p.notice = widgets.NewNotice(p.refresh)
	p.prompt = kit.NewPrompt(frame, p.refresh)
	p.working = kit.NewWorking(frame, func() { p.stop() }, p.refresh)
	p.makeMenus()
	p.makeLists()
	p.side = newSide(p)
	p.makeEmpty()
	for _, tab := range []struct{ by, words string }{
		{byNothing, locale.L("Documents")}, {bySender, locale.L("By sender")}, {byMonth, locale.L("By month")}, {byCategory, locale.L("By category")},
	} {
		p.tabs = append(p.tabs, widgets.NewFilter(tab.words, widgets.Plain, func() {
			p.by = tab.by
			p.show()
		}))
	}
	tabs := widgets.Row(theme.Gap8)
	for _, t := range p.tabs {
		tabs.Add(t)
	}
	top := widgets.Column(theme.Gap12, widgets.RowGrow(theme.Gap12, p.entry, p.entry, p.save), p.chips, p.prompt.Object(), p.notice.Object(), p.working.Object(),
		widgets.RowGrow(theme.Gap16, p.said, tabs, p.said))
	p.card = container.NewStack()
	p.split = container.New(&opened{}, p.card, p.side.panel)
	p.side.panel.Hide()
	foot := widgets.Inset(theme.Gap12, 0, 0, rowSide, p.total)
	p.root = widgets.Inset(theme.Gap24, theme.Gap24, theme.Gap16, theme.Gap24, widgets.Frame(
		widgets.Inset(0, 0, theme.Gap12, 0, top), foot, nil, nil, container.NewStack(p.split, p.empty)))
	p.Show(p)
	p.show()
	return p
}

func (p *Page) makeLists() {
	p.list = widgets.NewList(func() int { return len(p.rows) },
		func() fyne.CanvasObject { return newRow(p) },
		func(i int, o fyne.CanvasObject) { o.(*row).show(i) })
	p.list.Chosen = p.choose
	p.list.Key = func(_ int, key *fyne.KeyEvent) bool { return p.keyed(key) }
	p.sums = widgets.NewList(func() int { return len(p.sumsOf(p.by)) },
		func() fyne.CanvasObject { return newSumRow() },
		func(i int, o fyne.CanvasObject) {
			s := p.sumsOf(p.by)[i]
			o.(*sumRow).show(ofWords(p.by, s), locale.Amount(s.Amount)+" "+inert.Line(s.Currency), s.Count, p.shareOf(s))
		})
	p.head = newHead(p)
	p.grid = widgets.Frame(widgets.Inset(0, 2, 0, 2, p.head.root), nil, nil, nil, p.list.Framed())
	p.added = p.sums.Framed()
}

// makeEmpty makes what is shown while there is nothing to list.
func (p *Page) makeEmpty() {
	add := widgets.NewButton(locale.L("Add folder…"), widgets.Primary, func() { p.AddFolder() })
	p.empty = container.NewCenter(widgets.Column(theme.Gap12,
		container.NewCenter(widgets.NewIcon(theme.IconFolder, theme.Accent, 44)),
		container.NewCenter(widgets.Title(locale.L("No documents yet"))),
		container.NewCenter(widgets.Quiet(locale.L("Add a folder of receipts, invoices or letters to see their dates, senders and amounts here, with totals."))),
		container.NewCenter(add)))
	p.empty.Hide()
}

// opened lays out the table and the open document.
type opened struct{}

const sideWidth, sideShare = float32(310), float32(0.34)

func (opened) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(600, 160) }

func (opened) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := size.Width
	if side := objects[1]; side.Visible() {
		wide := max(sideWidth, size.Width*sideShare)
		width -= wide + theme.Gap16
		widgets.Place(side, width+theme.Gap16, 0, wide, size.Height)
	}
	widgets.Place(objects[0], 0, 0, width, size.Height)
}

// Content returns what is shown.
func (p *Page) Content() fyne.CanvasObject { return p.root }

func (p *Page) refresh() { p.root.Refresh() }

// Load loads the table again: files may have changed.
func (p *Page) Load() {
	p.load()
	p.Find()
}

// Find focuses the query.
func (p *Page) Find() {
	if p.Now == p {
		p.Frame.Focus(p.entry)
		p.entry.SelectAll()
	}
}

// Submit opens the chosen document.
func (p *Page) Submit() { p.open() }

// Escape closes the document, then clears the query, then leaves.
func (p *Page) Escape() {
	switch {
	case p.prompt.Open():
		p.prompt.Close()
	case p.working.Visible():
		p.working.Cancel()
	case p.side.panel.Visible():
		p.shut()
	case p.entry.Text != "":
		p.entry.SetText("")
	default:
		p.Left()
	}
}

// typed loads the table for the query once typing pauses.
func (p *Page) typed(text string) {
	if text == "" {
		p.off = map[kit.Filter]bool{}
	}
	p.stop()
	p.turn++
	p.after(p.load)
}

// after runs f in a moment, unless another query starts.
func (p *Page) after(f func()) {
	turn := p.turn
	p.stop = p.Frame.Work.After(p.Frame.Pulse/3, func() {
		if p.turn == turn {
			f()
		}
	})
}

// load loads the table, cancelling the running query.
func (p *Page) load() {
	p.stop()
	p.turn++
	turn, text, off := p.turn, p.entry.Text, maps.Clone(p.off)
	emit := p.working.Events(turn)
	end := p.Frame.Work.Start(func(ctx context.Context) func() {
		q, filters := kit.Without(p.backend.ReadQuery(text), off)
		_, status, err := p.backend.Library(ctx)
		var table papers.Table
		if err == nil {
			table, err = p.backend.Table(ctx, q, emit)
		}
		return func() {
			if p.turn == turn {
				p.made(q.Words, filters, table, status, err)
			}
		}
	})
	p.stop = end
	p.working.Begin(turn)
}

// made shows the result of a query.
func (p *Page) made(sought string, filters []kit.Filter, table papers.Table, status papers.Status, err error) {
	p.working.End()
	switch {
	case errors.Is(err, context.Canceled):
		p.notice.Warn(locale.L("Stopped. The table is as it was."))
		p.refresh()
		return
	case err != nil:
		p.notice.Fail(kit.Explain(err, locale.L("Couldn't make the table. Try again in a moment.")))
		p.refresh()
		return
	}
	p.notice.Clear()
	p.sought, p.filters, p.all, p.status = sought, filters, table, status
	p.narrow()
}

// show shows the rows or their sums.
func (p *Page) show() {
	for i, by := range []string{byNothing, bySender, byMonth, byCategory} {
		p.tabs[i].Set(p.tabs[i].Text(), widgets.Plain, by == p.by)
	}
	p.showChips()
	p.card.Objects = []fyne.CanvasObject{p.grid}
	if p.by != byNothing {
		p.card.Objects = []fyne.CanvasObject{p.added}
	}
	open := p.by == byNothing && p.chosen >= 0 && p.chosen < len(p.rows)
	p.side.panel.Hidden = !open
	if open {
		p.side.show(p.rows[p.chosen])
	} else {
		p.side.clear()
	}
	none := p.status.Documents == 0
	p.empty.Hidden = !none || p.turn == 0
	p.split.Hidden = none
	p.save.Enabled(len(p.rows) > 0)
	for _, t := range p.tabs {
		t.Hidden = none
	}
	p.head.show()
	p.said.Set(p.words())
	p.total.Set(p.totalWords())
	p.list.Refresh()
	p.sums.Refresh()
	p.refresh()
}

// words says how many documents there are, and how many are in no sum.
func (p *Page) words() string {
	if p.status.Documents == 0 {
		return ""
	}
	said := []string{locale.N("{{.N}} document", "{{.N}} documents", len(p.rows))}
	if len(p.rows) == 0 {
		said[0] = locale.L("Nothing was found. Try other words, or remove a filter.")
	}
	if n := papers.Uncounted(p.rows); n > 0 {
		said = append(said, locale.N("{{.N}} amount without a currency isn't in the totals", "{{.N}} amounts without a currency aren't in the totals", n))
	}
	if n := p.all.Stale; n > 0 {
		said = append(said, locale.N("{{.N}} changed and couldn't be read again: not in the totals", "{{.N}} changed and couldn't be read again: not in the totals", n))
	}
	if gone := p.all.Gone; len(gone) == 1 {
		said = append(said, locale.L("No longer there: {{.File}}", "File", kit.Short(inert.Line(filepath.Base(gone[0])), menuLetters)))
	} else if len(gone) > 1 {
		said = append(said, locale.N("{{.N}} no longer there", "{{.N}} no longer there", len(gone)))
	}
	return strings.Join(said, "  ·  ")
}

// keyed handles the keys that the list does not use.
func (p *Page) keyed(key *fyne.KeyEvent) bool {
	switch key.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		p.open()
	case fyne.KeyDown, fyne.KeyUp, fyne.KeyHome:
		if p.chosen >= 0 || len(p.rows) == 0 {
			return false
		}
		p.list.Go(0)
		p.choose(0)
	case fyne.KeyF2:
		if p.chosen < 0 && len(p.rows) > 0 {
			p.choose(0)
		}
		p.side.editFirst()
	default:
		return false
	}
	return true
}

// choose opens a document next to the table.
func (p *Page) choose(i int) {
	p.chosen = i
	p.show()
}

// shut closes the open document.
func (p *Page) shut() {
	p.chosen = -1
	p.show()
	p.Frame.Focus(p.list)
}

// path returns the path of the open document; empty if there is none.
func (p *Page) path() string {
	if p.chosen < 0 || p.chosen >= len(p.rows) {
		return ""
	}
	return p.rows[p.chosen].File
}

func (p *Page) open() {
	if path := p.path(); path != "" {
		p.Frame.OpenFile(path, p.notice)
	}
}

func (p *Page) showFolder() {
	if path := p.path(); path != "" {
		p.Frame.OpenFolder(filepath.Dir(path), p.notice)
	}
}

// correct saves the user's correction of a document.
func (p *Page) correct(path string, said map[string]string) {
	p.Frame.Work.Start(func(ctx context.Context) func() {
		row, err := p.backend.Correct(ctx, path, said)
		return func() {
			if err != nil {
				p.notice.Fail(kit.Explain(err, locale.L("Couldn't save that. Try again in a moment.")))
				return
			}
			if i := slices.IndexFunc(p.all.Rows, func(r papers.Row) bool { return r.File == path }); i >= 0 {
				row.Stale = p.all.Rows[i].Stale
				p.all.Rows[i] = row
			}
			p.narrow()
		}
	})
}
