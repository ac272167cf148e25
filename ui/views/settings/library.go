package settings

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// library is the card of the folders whose documents can be found.
type library struct {
	page *Page
	rows *fyne.Container
	kept *widgets.Text
	root fyne.CanvasObject
}

func newLibrary(p *Page) *library {
	l := &library{page: p, rows: widgets.Column(0), kept: widgets.Small("").Wrap()}
	add := widgets.NewButton(locale.L("Add folder…"), widgets.Secondary, func() { p.AddFolder() })
	l.root = widgets.Card(widgets.Column(theme.Gap8, widgets.Column(2, widgets.Title(locale.L("Library")),
		widgets.Small(locale.L("Folders whose documents you can search by their text. What is read stays on this computer.")).Wrap()),
		l.rows, widgets.RowGrow(theme.Gap12, l.kept, l.kept, add)))
	return l
}

// show lists the folders, each with a button to remove it.
func (l *library) show(folders []papers.Folder, status papers.Status) {
	l.kept.Set(keptWords(status))
	l.rows.Objects = nil
	if len(folders) == 0 {
		l.rows.Add(widgets.Small(locale.L("No folder has been added yet.")))
		return
	}
	column := widgets.Column(0)
	for _, f := range folders {
		path := widgets.Body(inert.Exact(f.Path)).Shrink().Middle()
		row := widgets.RowGrow(theme.Gap12, path, path, widgets.Small(locale.Files(f.Files)))
		if !f.Whole {
			row.Add(widgets.NewButton(locale.L("Continue reading"), widgets.Link, func() { l.page.ReadFolder(f.Path) }))
		}
		row.Add(widgets.NewButton(locale.L("Remove"), widgets.Link, func() { l.remove(f.Path) }))
		column.Add(row)
	}
	l.rows.Add(widgets.Fixed(0, min(column.MinSize().Height, habitsHeight), container.NewVScroll(column)))
}

// keptWords say how much is stored.
func keptWords(s papers.Status) string {
	const mega = 1 << 20
	if s.Documents == 0 {
		return locale.L("Nothing is stored yet.")
	}
	return locale.N("{{.N}} document is kept, in {{.Size}} MB.", "{{.N}} documents are kept, in {{.Size}} MB.", s.Documents,
		"Size", locale.Number(int((s.Size+mega-1)/mega)))
}

func (l *library) remove(path string) {
	frame := l.page.frame
	frame.Window.Canvas().Unfocus() // the button is about to be removed
	frame.Work.Start(func(ctx context.Context) func() {
		_, err := l.page.backend.RemoveFromLibrary(ctx, path)
		return func() {
			if err != nil {
				l.page.notice.Fail(kit.Explain(err, locale.L("Couldn't remove that. Try again in a moment.")))
			}
			l.page.Load()
		}
	})
}
