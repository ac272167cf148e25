package servers

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// serverAsk shows exactly what would be started, in full, and asks for consent. The
// default answer is no.
type serverAsk struct {
	page   *Page
	before kit.Stage // the stage that No returns to
	root   fyne.CanvasObject
	no     *widgets.Button
}

// ask asks whether a server may be started, with the focus on No; yes is called on
// consent, with what was shown.
func (s *Page) ask(before kit.Stage, info app.ServerInfo, yes func(app.ServerInfo)) {
	a := newServerAsk(s, before, info, yes)
	s.Show(a)
	s.Frame.Focus(a.no)
}

func newServerAsk(p *Page, before kit.Stage, s app.ServerInfo, yes func(app.ServerInfo)) *serverAsk {
	a := &serverAsk{page: p, before: before}
	name := kit.Short(inert.Exact(s.Name), 32)
	a.no = widgets.NewButton(locale.L("No"), widgets.Secondary, a.Escape)
	start := widgets.NewButton(locale.L("Start {{.Name}}", "Name", name), widgets.Primary, func() { yes(s) })
	heading := locale.L("Start {{.Name}} on this computer?", "Name", name)
	warning := locale.L("This exact command will run (without a shell). Like any program, it can read and change whatever you can, and Deskhand can't undo that. Start it only if you know where it comes from.")
	if s.URL != "" {
		start.Set(locale.L("Use {{.Name}}", "Name", name))
		heading = locale.L("Use {{.Name}} at this address?", "Name", name)
		warning = locale.L("Deskhand will connect to exactly this address whenever it runs. Use it only if you know whose it is.")
	}
	paper := widgets.NewPaper()
	paper.Set(startWords(s))
	head := widgets.Column(theme.Gap8, widgets.Heading(heading).Shrink(),
		widgets.Body(warning).Wrap())
	for _, note := range trustNotes(s) {
		head.Add(widgets.Body(note).Wrap().Coloured(theme.Doubt))
	}
	if s.Network {
		head.Add(widgets.Row(0, widgets.NewChip(locale.L("can reach the network"), widgets.Uncertain, nil)))
	}
	bottom := widgets.Row(theme.Gap12, widgets.Spacer(), a.no, start)
	a.root = widgets.Inset(theme.Gap24, 0, theme.Gap16, 0, widgets.Sides(widgets.Frame(
		widgets.Inset(0, 0, theme.Gap12, 0, head), widgets.Inset(theme.Gap16, 0, 0, 0, bottom), nil, nil, paper.Snug())))
	return a
}

func (a *serverAsk) Content() fyne.CanvasObject { return a.root }

// Submit handles Enter, which is never a yes.
func (a *serverAsk) Submit() { a.Escape() }

func (a *serverAsk) Escape() { a.page.Show(a.before) }

// trust starts what was agreed to.
func (l *serverList) trust(s app.ServerInfo) {
	frame := l.page.Frame
	l.page.Show(l)
	l.notice.Clear()
	frame.Work.Start(func(ctx context.Context) func() {
		err := l.page.backend.TrustServer(ctx, s.Name, s.Hash)
		return func() {
			switch {
			case errors.Is(err, app.ErrServerChanged):
				l.notice.Warn(changedSince(s.Name))
			case err != nil && !errors.Is(err, context.Canceled):
				l.notice.Fail(kit.Explain(err, locale.L("Couldn't start {{.Name}}. Its log may say why.", "Name", inert.Exact(s.Name))))
			}
			l.load()
			l.page.Changed()
		}
	})
}
