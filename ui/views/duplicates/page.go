package duplicates

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/app/duplicates"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Page is the duplicates page.
type Page struct {
	kit.Stages
	backend Backend
	root    fyne.CanvasObject
	where   *widgets.Text // what was searched
	choice  *widgets.Button
	working *kit.Working
	notice  *widgets.Notice
	undo    *kit.Undoer
	list    *widgets.List
	side    *side
	pair    *fyne.Container // the list, and the chosen group
	empty   *fyne.Container
	heading *widgets.Text // of what is shown while there is nothing to list
	promise *widgets.Text
	sum     *widgets.Text
	put     *widgets.Button
	thumbs  *kit.Thumbs

	paths  []string // what is searched; none: the folders of the library
	found  duplicates.Found
	groups []*group
	chosen int
	looked bool // the search has completed
	stop   func()
	turn   int // counts the searches
	// Changed is called when files were moved; Left when the user leaves.
	Changed func()
	Left    func()
}

// New returns the page.
func New(frame *kit.Frame, backend Backend) *Page {
	p := &Page{
		Stages: kit.NewStages(frame), backend: backend, where: widgets.Quiet("").Shrink(), sum: widgets.Quiet("").Shrink(), thumbs: kit.NewThumbs(frame, backend),
		heading: widgets.Title(""), promise: widgets.Quiet(""), stop: func() {}, Changed: func() {}, Left: func() {},
	}
	p.choice = widgets.NewButton(locale.L("Another folder…"), widgets.Secondary, p.chooseFolder)
	p.notice = widgets.NewNotice(p.refresh)
	p.working = kit.NewWorking(frame, func() { p.stop() }, p.refresh)
	p.undo = kit.NewUndoer(frame, backend, p.refresh, func() {
		p.Changed()
		p.look()
	})
	p.list = widgets.NewList(func() int { return len(p.groups) },
		func() fyne.CanvasObject { return newRow(p) },
		func(i int, o fyne.CanvasObject) { o.(*row).show(i) })
	p.list.Chosen = p.choose
	p.list.Key = p.keyed
	p.side = newSide(p)
	p.put = widgets.NewButton("", widgets.Primary, p.putAside)
	add := widgets.NewButton(locale.L("Choose a folder…"), widgets.Primary, p.chooseFolder)
	p.empty = container.NewCenter(widgets.Column(theme.Gap12,
		container.NewCenter(widgets.NewIcon(theme.IconFile, theme.Accent, 44)), container.NewCenter(p.heading), container.NewCenter(p.promise), container.NewCenter(add)))
	p.pair = widgets.Split(theme.Gap16, listShare, p.list.Framed(), p.side.panel)
	head := widgets.Frame(nil, nil, nil, widgets.Column(0, p.choice), widgets.Column(2, widgets.Heading(locale.L("Duplicates")), p.where))
	top := widgets.Column(theme.Gap12, head, p.notice.Object(), p.undo.Notice.Object(), p.working.Object())
	foot := widgets.Inset(theme.Gap12, 0, 0, 0, widgets.RowGrow(theme.Gap12, p.sum, p.sum, p.put))
	p.root = widgets.Inset(theme.Gap24, theme.Gap24, theme.Gap16, theme.Gap24, widgets.Frame(
		widgets.Inset(0, 0, theme.Gap12, 0, top), foot, nil, nil, container.NewStack(p.pair, p.empty)))
	p.Show(p)
	p.show()
	return p
}

// listShare is the list's part of the width.
const listShare = 0.34

// Content returns what is shown.
func (p *Page) Content() fyne.CanvasObject { return p.root }

func (p *Page) refresh() { p.root.Refresh() }

// Load searches the folders of the library, unless something was searched already.
func (p *Page) Load() {
	if p.turn == 0 {
		p.lookAtLibrary()
	}
	if p.Now == p && len(p.groups) > 0 {
		p.Frame.Focus(p.list)
	}
}

// lookAtLibrary searches the folders of the library, if it has any.
func (p *Page) lookAtLibrary() {
	p.Frame.Work.Start(func(ctx context.Context) func() {
		folders, _, err := p.backend.Library(ctx)
		return func() {
			if err == nil && len(folders) > 0 && p.turn == 0 {
				p.look()
			}
		}
	})
}

// Submit does nothing: only the button, which says how many, puts files aside.
func (p *Page) Submit() {}

// Escape cancels a running search, else leaves.
func (p *Page) Escape() {
	if p.working.Visible() {
		p.working.Cancel()
		return
	}
	p.Left()
}

// chooseFolder lets the user choose a folder to search.
func (p *Page) chooseFolder() {
	c := kit.NewChooser(&p.Stages, kit.ChooseDuplicates, p.Drop)
	p.Show(c)
	c.Open(kit.HomeFolder())
}

// Drop searches files and folders.
func (p *Page) Drop(paths []string) {
	p.Show(p)
	p.paths = paths
	p.groups = nil
	p.notice.Clear()
	p.look()
}

// look compares the files, which is quick, then reads them, cancelling the running search.
func (p *Page) look() {
	p.stop()
	p.turn++
	turn, paths := p.turn, p.paths
	p.looked = false
	emit := p.working.Events(turn)
	end := p.Frame.Work.Start(func(ctx context.Context) func() {
		same := func(found duplicates.Found) { p.Frame.Work.Post(func() { p.took(turn, found) }) }
		found, err := p.backend.FindDuplicates(ctx, duplicates.Request{Paths: paths, Same: same}, emit)
		return func() { p.done(turn, found, err) }
	})
	p.stop = end
	p.working.Begin(turn)
	p.show()
}

// took shows the results so far.
func (p *Page) took(turn int, found duplicates.Found) {
	if p.turn != turn {
		return
	}
	before := p.groups
	p.found, p.groups = found, nil
	for _, files := range found.Groups {
		g := newGroup(files)
		g.as(before)
		p.groups = append(p.groups, g)
	}
	p.chosen = min(p.chosen, max(0, len(p.groups)-1))
	p.side.clear()
	p.show()
	if len(before) == 0 && len(p.groups) > 0 && p.Now == p && p.Frame.Window.Canvas().Focused() == nil {
		p.Frame.Focus(p.list)
	}
}

// done shows the result of a search.
func (p *Page) done(turn int, found duplicates.Found, err error) {
	if p.turn != turn {
		return
	}
	p.working.End()
	switch {
	case errors.Is(err, context.Canceled):
		p.notice.Warn(locale.L("Stopped. Not all files were compared."))
	case err != nil:
		p.notice.Fail(kit.Explain(err, locale.L("Couldn't look for duplicates. Try again in a moment.")))
	default:
		p.looked = true
		p.took(turn, found)
		return
	}
	p.show()
}

// show shows the groups.
func (p *Page) show() {
	none := len(p.groups) == 0
	p.pair.Hidden, p.empty.Hidden = none, !none || p.working.Busy()
	p.heading.Set(locale.L("Find duplicate files"))
	p.promise.Set(locale.L("Copies of a file, and other scans of the same page, side by side. You choose which one to keep."))
	if p.looked {
		p.heading.Set(locale.L("No duplicates"))
		p.promise.Set(p.comparedWords())
	}
	p.choice.Hidden = none && !p.empty.Hidden
	p.where.Set(p.whereWords())
	if !none {
		p.side.show(p.groups[p.chosen])
	}
	p.showSum()
	p.list.Refresh()
	p.refresh()
}

// whereWords says what was searched.
func (p *Page) whereWords() string {
	switch {
	case p.turn == 0:
		return ""
	case len(p.found.Paths) > 0:
		return locale.L("In {{.Folders}} · {{.Compared}}", "Folders", kit.Short(inert.Line(kit.PathsWords(p.found.Paths)), 40), "Compared", p.comparedWords())
	}
	return ""
}

func (p *Page) comparedWords() string {
	parts := []string{locale.N("{{.N}} file compared", "{{.N}} files compared", p.found.Files)}
	if p.found.Texts > 0 {
		parts = append(parts, locale.N("{{.N}} document read", "{{.N}} documents read", p.found.Texts))
	}
	if p.found.Parts > 0 {
		parts = append(parts, locale.N("{{.N}} long document left out", "{{.N}} long documents left out", p.found.Parts))
	}
	if p.found.More > 0 {
		parts = append(parts, locale.N("{{.N}} more group", "{{.N}} more groups", p.found.More))
	}
	return strings.Join(parts, " · ")
}

// showSum shows how much would be put aside.
func (p *Page) showSum() {
	files, in := 0, 0
	var bytes int64
	for _, g := range p.groups {
		if n := g.goes(); n > 0 {
			files, in = files+n, in+1
		}
		for _, s := range g.spare() {
			bytes += s.File.Identity.Size
		}
	}
	words := ""
	switch {
	case files > 0:
		words = locale.L("{{.Files}} of {{.Groups}} · {{.Size}}", "Files", locale.Files(files),
			"Groups", locale.N("{{.N}} group", "{{.N}} groups", in), "Size", kit.Bytes(bytes))
	case len(p.groups) > 0:
		words = locale.L("Tick the files to put aside.")
	}
	p.sum.Set(words)
	p.put.Hidden = len(p.groups) == 0
	put := locale.L("Put aside")
	if files > 0 {
		put = locale.N("Put aside {{.N}} file", "Put aside {{.N}} files", files)
	}
	p.put.Set(put)
	p.put.Enabled(files > 0)
}

// choose shows a group.
func (p *Page) choose(i int) {
	p.chosen = i
	p.show()
}

// toggle puts all of a group aside except the kept file, or none.
func (p *Page) toggle(i int) {
	g := p.groups[i]
	g.putAll(g.goes() == 0)
	p.list.Go(i)
	p.choose(i)
}

// keyed handles the keys that the list does not use: Space ticks the group, a digit chooses
// the file to keep.
func (p *Page) keyed(i int, key *fyne.KeyEvent) bool {
	g := p.groups[i]
	switch key.Name {
	case fyne.KeySpace:
		p.toggle(i)
	case fyne.KeyReturn, fyne.KeyEnter:
		p.Frame.OpenFile(g.files[g.keep].Path, p.notice)
	case fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5, fyne.Key6, fyne.Key7, fyne.Key8, fyne.Key9:
		at := int(key.Name[0] - '1')
		if at >= len(g.files) {
			return false
		}
		g.stay(at)
		p.choose(i)
	default:
		return false
	}
	return true
}
