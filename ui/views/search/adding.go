package search

import (
	"context"
	"errors"
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// adding shows a folder that is being added to the library.
type adding struct {
	p     *Page
	root  *fyne.Container
	words *widgets.Text
	bar   *widgets.Parts
	way   *widgets.Button // pauses, or resumes
	path  string
	done  func() // stops reading; nil if paused
}

func newAdding(p *Page) *adding {
	a := &adding{p: p, words: widgets.Body("").Shrink(), bar: widgets.NewParts()}
	a.way = widgets.NewButton("", widgets.Secondary, a.turn)
	a.root = widgets.Column(theme.Gap8, widgets.RowGrow(theme.Gap12, a.words, a.words, a.way), a.bar)
	a.root.Hide()
	return a
}

// AddFolder lets the user choose a folder to add.
func (p *Page) AddFolder() {
	c := kit.NewChooser(&p.Stages, kit.ChooseLibrary, func(paths []string) {
		p.Show(p)
		p.Read(paths[0])
	})
	p.Show(c)
	c.Open(kit.HomeFolder())
}

// Read reads a folder, so that its documents can be found. An interrupted reading resumes.
func (p *Page) Read(path string) {
	if p.adding.done != nil {
		p.notice.Tell(locale.L("Another folder is being read. Add this one when that's done."))
		return
	}
	p.adding.start(path)
}

func (a *adding) start(path string) {
	a.path = path
	a.root.Show()
	a.bar.Fill(0)
	a.words.Set(locale.L("Reading {{.Folder}}…", "Folder", a.name()))
	a.way.Set(locale.L("Pause"))
	frame := a.p.Frame
	progress := kit.Latest[chat.Progress]{Post: frame.Work.Post, Show: a.progress}
	a.done = frame.Work.Start(func(ctx context.Context) func() {
		err := a.p.backend.AddToLibrary(ctx, path, func(e event.Event) {
			if at, ok := e.Body.(event.Progress); ok {
				progress.Take(at.Progress)
			}
		})
		return func() { a.ended(err) }
	})
	a.p.refresh()
}

func (a *adding) name() string { return kit.Short(inert.Line(filepath.Base(a.path)), 32) }

func (a *adding) progress(at chat.Progress) {
	if a.done == nil || at.Total == 0 {
		return
	}
	a.words.Set(locale.L("Reading {{.Folder}}: {{.Done}} of {{.Total}}", "Folder", a.name(), "Done", locale.Number(at.Done), "Total", locale.Number(at.Total)))
	a.bar.Fill(float32(at.Done) / float32(at.Total))
}

// turn pauses or resumes.
func (a *adding) turn() {
	if a.done != nil {
		a.done()
		return
	}
	a.start(a.path)
}

func (a *adding) ended(err error) {
	a.done = nil
	switch {
	case errors.Is(err, context.Canceled):
		a.words.Set(locale.L("Paused. What has been read of {{.Folder}} can already be found.", "Folder", a.name()))
		a.way.Set(locale.L("Continue"))
	case err != nil:
		a.words.Set(kit.Explain(err, locale.L("Couldn't read all of {{.Folder}}. What was read can be found.", "Folder", a.name())))
		a.way.Set(locale.L("Continue"))
	default:
		a.root.Hide()
	}
	a.p.search()
	a.p.refresh()
}
