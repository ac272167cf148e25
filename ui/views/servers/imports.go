package servers

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// serverImports shows the servers of other apps, or of pasted text, and adds the new
// ones.
type serverImports struct {
	page    *Page
	root    fyne.CanvasObject
	notice  *widgets.Notice
	add     *widgets.Button
	servers []app.ImportedServer
}

func newServerImports(p *Page, found []app.ServerImport) *serverImports {
	s := &serverImports{page: p}
	s.notice = widgets.NewNotice(func() { s.root.Refresh() })
	cards, fresh := widgets.Column(theme.Gap12), 0
	for _, f := range found {
		cards.Add(importCard(f))
		for _, one := range f.Servers {
			s.servers = append(s.servers, one)
			if one.State == app.ImportNew {
				fresh++
			}
		}
	}
	if len(found) == 0 {
		cards.Add(widgets.Quiet(locale.L("No other app's servers were found on this computer.")).Wrap())
	}
	s.add = widgets.NewButton(locale.N("Add {{.N}} server", "Add {{.N}} servers", fresh), widgets.Primary, s.Submit)
	s.add.Hidden = fresh == 0
	head := widgets.Column(theme.Gap4, widgets.Heading(locale.L("Servers of other apps")).Shrink(),
		widgets.Quiet(locale.L("Adding them starts nothing: you'll see each command before it runs.")).Wrap())
	bottom := widgets.Row(theme.Gap12, widgets.Spacer(), widgets.NewButton(locale.L("Cancel"), widgets.Secondary, s.Escape), s.add)
	s.root = widgets.Frame(nil, widgets.Inset(theme.Gap16, 0, theme.Gap16, 0, widgets.Sides(bottom)), nil, nil,
		container.NewVScroll(widgets.Inset(theme.Gap24, 0, 0, 0, widgets.Sides(
			widgets.Column(theme.Gap16, head, s.notice.Object(), cards)))))
	return s
}

// importCard is one file with its servers.
func importCard(f app.ServerImport) fyne.CanvasObject {
	rows := widgets.Column(theme.Gap4)
	if f.Path != "" {
		rows.Add(widgets.Title(locale.L("{{.App}}: {{.File}}", "App", inert.Exact(f.Host), "File", inert.Exact(f.Path))).Wrap())
	}
	if f.Err != nil {
		rows.Add(widgets.Small(locale.L("This file can't be read.")).Wrap().Coloured(theme.Doubt))
	}
	for _, s := range f.Servers {
		words := widgets.Small(importWords(s)).Wrap()
		if s.State == app.ImportRefused || s.State == app.ImportTaken {
			words.Coloured(theme.Doubt)
		}
		rows.Add(widgets.Column(2, widgets.Body(kit.Short(inert.Exact(s.Name), 40)), words))
	}
	return widgets.Card(rows)
}

// importWords say what would happen to a server of another app.
func importWords(s app.ImportedServer) string {
	switch s.State {
	case app.ImportRefused:
		return kit.ProblemWords(s.Problem)
	case app.ImportSame:
		return locale.L("Already in Deskhand.")
	case app.ImportTaken:
		return locale.L("Not added: another server has this name.")
	}
	if s.Entry.URL != "" {
		return inert.Exact(s.Entry.URL)
	}
	return inert.Exact(commandWords(s.Entry.Argv()))
}

func (s *serverImports) Content() fyne.CanvasObject { return s.root }

// Submit adds the new ones.
func (s *serverImports) Submit() {
	if s.add.Hidden || s.add.Disabled() {
		return
	}
	s.add.Disable()
	s.page.Frame.Work.Start(func(ctx context.Context) func() {
		n, err := s.page.backend.ImportServers(ctx, s.servers)
		return func() {
			if err != nil {
				s.add.Enable()
				s.notice.Fail(kit.Explain(err, locale.L("Couldn't add them. Check that mcp.json can be changed.")))
				return
			}
			s.page.back(locale.N("{{.N}} server was added. Review it before it starts.", "{{.N}} servers were added. Review each before it starts.", n))
			s.page.Changed()
		}
	})
}

func (s *serverImports) Escape() { s.page.back("") }

// imports looks for the files of other apps.
func (l *serverList) imports() {
	l.find(func(ctx context.Context) ([]app.ServerImport, error) { return l.page.backend.FindServers(ctx) },
		locale.L("Couldn't look for other apps' servers. Try again in a moment."), l.notice)
}

// paste reads the clipboard.
func (f *serverForm) paste() {
	text := fyne.CurrentApp().Clipboard().Content()
	f.page.main.find(func(ctx context.Context) ([]app.ServerImport, error) {
		one, err := f.page.backend.PastedServers(ctx, text)
		return []app.ServerImport{one}, err
	}, locale.L("The clipboard has no server. Copy its JSON, such as {\"name\": {\"command\": …}}, and try again."), f.notice)
}

// find shows the servers that look returns; the notice shows otherwise on an error.
func (l *serverList) find(look func(context.Context) ([]app.ServerImport, error), otherwise string, notice *widgets.Notice) {
	notice.Clear()
	l.page.Frame.Work.Start(func(ctx context.Context) func() {
		found, err := look(ctx)
		return func() {
			if err != nil {
				notice.Fail(kit.Explain(err, otherwise))
				return
			}
			l.page.Show(newServerImports(l.page, found))
		}
	})
}
