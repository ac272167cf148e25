package search

import (
	"context"
	"errors"
	"maps"
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Page is the search page.
type Page struct {
	kit.Stages
	backend Backend
	root    fyne.CanvasObject
	entry   *widgets.Entry
	chips   *fyne.Container
	notice  *widgets.Notice
	said    *widgets.Text // how many were found, or why none
	add     *widgets.Button
	list    *widgets.List
	side    *side
	thumbs  *kit.Thumbs
	adding  *adding

	off    map[kit.Filter]bool // filters that were removed
	hits   []papers.Hit
	chosen int
	stop   func()            // cancels the running search
	turn   int               // counts the searches
	seen   int               // the one whose results are shown
	both   fyne.CanvasObject // the results, and the page next to them
	// Left is called when the user leaves.
	Left func()
}

// New returns the page.
func New(frame *kit.Frame, backend Backend) *Page {
	p := &Page{
		Stages: kit.NewStages(frame), backend: backend, chips: widgets.Row(theme.Gap8), said: widgets.Quiet("").Shrink(),
		thumbs: kit.NewThumbs(frame, backend), off: map[kit.Filter]bool{}, stop: func() {}, Left: func() {},
	}
	p.entry = widgets.NewEntry(locale.L("Find a document: its words, from whom, over 50 euros, last year"))
	p.entry.OnChanged = p.typed
	p.entry.OnSubmitted = func(string) { p.open() }
	p.entry.GivenUp = p.Escape
	p.entry.Key = p.keyed
	p.notice = widgets.NewNotice(p.refresh)
	p.adding = newAdding(p)
	p.side = newSide(p)
	p.list = widgets.NewList(func() int { return len(p.hits) },
		func() fyne.CanvasObject { return newRow(p) },
		func(i int, o fyne.CanvasObject) { o.(*row).show(i) })
	p.list.Chosen = p.choose
	p.list.Key = func(_ int, key *fyne.KeyEvent) bool { return p.keyed(key) }
	p.add = widgets.NewButton(locale.L("Add folder…"), widgets.Secondary, p.AddFolder)
	head := widgets.Column(theme.Gap12, p.entry, p.chips, p.notice.Object(), p.adding.root,
		widgets.RowGrow(theme.Gap12, p.said, p.said, widgets.NewButton(locale.L("Table"), widgets.Secondary, func() { frame.Visit(kit.PageTable) }), p.add))
	p.both = widgets.Split(theme.Gap16, listShare, p.list.Framed(), p.side.panel)
	p.both.Hide()
	p.root = widgets.Inset(theme.Gap24, theme.Gap24, theme.Gap16, theme.Gap24, widgets.Frame(
		widgets.Inset(0, 0, theme.Gap12, 0, head), nil, nil, nil,
		p.both))
	p.Show(p)
	return p
}

// listShare is the list's part of the width.
const listShare = 0.55

// Content returns what is shown.
func (p *Page) Content() fyne.CanvasObject { return p.root }

func (p *Page) refresh() { p.root.Refresh() }

// Load searches again: files may have changed meanwhile.
func (p *Page) Load() {
	p.search()
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

// Escape clears the query, then leaves.
func (p *Page) Escape() {
	if p.entry.Text != "" {
		p.entry.SetText("")
		return
	}
	p.Left()
}

// typed searches for the query.
func (p *Page) typed(text string) {
	if text == "" {
		p.off = map[kit.Filter]bool{}
	}
	p.search()
}

// search searches for the query without the removed filters, cancelling the running
// search.
func (p *Page) search() {
	p.stop()
	p.turn++
	turn, text, off := p.turn, p.entry.Text, maps.Clone(p.off)
	p.stop = p.Frame.Work.Start(func(ctx context.Context) func() {
		q, filters := kit.Without(p.backend.ReadQuery(text), off)
		q.Typing, q.Limit = true, shown
		show := func(hits []papers.Hit, status papers.Status, err error) func() {
			return func() {
				if p.turn == turn && !errors.Is(err, context.Canceled) {
					p.found(filters, hits, status, err)
				}
			}
		}
		_, status, err := p.backend.Library(ctx)
		if err != nil || text == "" || len(filters) == 0 && q.Words == "" {
			return show(nil, status, err)
		}
		hits, err := p.backend.FindTyping(ctx, q)
		if err != nil {
			return show(nil, status, err)
		}
		p.Frame.Work.Post(show(hits, status, nil))
		hits, err = p.backend.Find(ctx, q)
		if err != nil {
			return func() {} // the known results stay
		}
		return func() {
			show(hits, status, nil)()
			if p.turn == turn && p.backend.Unasked() != nil {
				p.notice.Warn(locale.L("Only words were searched: the model for search by meaning didn't answer."))
			}
		}
	})
}

// shown is how many documents are shown at most.
const shown = 30

// found shows results.
func (p *Page) found(filters []kit.Filter, hits []papers.Hit, status papers.Status, err error) {
	p.showChips(filters)
	if err != nil {
		p.notice.Fail(kit.Explain(err, locale.L("Couldn't search. Try again in a moment.")))
	} else {
		p.notice.Clear()
	}
	before, again := p.path(), p.seen == p.turn
	p.hits, p.chosen, p.seen = hits, 0, p.turn
	for i := range hits {
		if again && pathOf(hits[i]) == before {
			p.chosen = i
		}
	}
	if len(hits) > 0 {
		p.both.Show()
	} else {
		p.both.Hide()
	}
	p.list.Go(p.chosen)
	p.list.Refresh()
	p.said.Set(p.words(status))
	p.showSide()
	p.refresh()
}

// words say how many were found, or what to do.
func (p *Page) words(status papers.Status) string {
	switch {
	case status.Documents == 0:
		return locale.L("Nothing has been read yet. Add a folder to search its documents by their text.")
	case p.entry.Text == "":
		return locale.N("{{.N}} document can be found.", "{{.N}} documents can be found.", status.Documents)
	case len(p.hits) == 0:
		return locale.L("Nothing was found. Try other words, or remove a filter.")
	}
	if len(p.hits) == shown {
		return locale.N("The {{.N}} best match", "The {{.N}} best matches", shown)
	}
	return locale.N("{{.N}} document found", "{{.N}} documents found", len(p.hits))
}

func (p *Page) showChips(filters []kit.Filter) {
	p.chips.Objects = nil
	for _, f := range filters {
		chip := widgets.NewFilter(f.Words()+"  ×", widgets.Sure, func() {
			p.off[f] = true
			p.Frame.Focus(p.entry) // the chip disappears
			p.search()
		})
		p.chips.Add(chip)
	}
	p.chips.Hidden = len(filters) == 0
}

// keyed handles keys that move through the results while typing.
func (p *Page) keyed(key *fyne.KeyEvent) bool {
	to := p.chosen
	switch key.Name {
	case fyne.KeyDown:
		to++
	case fyne.KeyUp:
		to--
	case fyne.KeyReturn, fyne.KeyEnter:
		p.open()
		return true
	default:
		return false
	}
	if to >= 0 && to < len(p.hits) {
		p.list.Go(to)
		p.list.ScrollTo(to)
		p.choose(to)
	}
	return true
}

// choose shows a document next to the list.
func (p *Page) choose(i int) {
	p.chosen = i
	p.list.Refresh()
	p.showSide()
}

func (p *Page) showSide() {
	if p.chosen < len(p.hits) {
		p.side.show(p.hits[p.chosen])
		return
	}
	p.side.clear()
}

// path returns the path of the chosen document; empty if there is none.
func (p *Page) path() string {
	if p.chosen >= len(p.hits) {
		return ""
	}
	return pathOf(p.hits[p.chosen])
}

func pathOf(h papers.Hit) string {
	if len(h.Places) == 0 {
		return ""
	}
	return h.Places[0].Path
}

// open opens the chosen document.
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
