package views

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// serverAsk shows exactly what would be started, whole, and asks whether it may
// be. The answer is no unless the person says otherwise.
type serverAsk struct {
	page   *Servers
	before stage // what No goes back to
	root   fyne.CanvasObject
	no     *widgets.Button
}

// ask asks whether a server may be started, with the keyboard on No; yes is told
// of a yes, with what was shown.
func (s *Servers) ask(before stage, info app.ServerInfo, yes func(app.ServerInfo)) {
	a := newServerAsk(s, before, info, yes)
	s.show(a)
	s.frame.focus(a.no)
}

func newServerAsk(p *Servers, before stage, s app.ServerInfo, yes func(app.ServerInfo)) *serverAsk {
	a := &serverAsk{page: p, before: before}
	name := short(inert.Exact(s.Name), 32)
	a.no = widgets.NewButton("No", widgets.Secondary, a.escape)
	start := widgets.NewButton("Start "+name, widgets.Primary, func() { yes(s) })
	paper := widgets.NewPaper()
	paper.Set(startWords(s))
	head := widgets.Column(theme.Gap8, widgets.Heading("Start "+name+" on this computer?").Shrink(),
		widgets.Body("This is its exact command; no shell reads it. It is a program like any other: it can read and change whatever you can, and Deskhand cannot undo that. Start it only if you know where it comes from.").Wrap())
	for _, note := range TrustNotes(s, spelled) {
		head.Add(widgets.Body(note).Wrap().Coloured(theme.Doubt))
	}
	if s.Network {
		head.Add(widgets.Row(0, widgets.NewChip("can reach the network", widgets.Uncertain, nil)))
	}
	bottom := widgets.Row(theme.Gap12, widgets.Spacer(), a.no, start)
	a.root = widgets.Inset(theme.Gap24, 0, theme.Gap16, 0, widgets.Sides(widgets.Frame(
		widgets.Inset(0, 0, theme.Gap12, 0, head), widgets.Inset(theme.Gap16, 0, 0, 0, bottom), nil, nil, paper.Snug())))
	return a
}

func (a *serverAsk) object() fyne.CanvasObject { return a.root }

// submit is what Enter does: it is never a yes.
func (a *serverAsk) submit() { a.escape() }

func (a *serverAsk) escape() { a.page.show(a.before) }

// trust starts what was agreed to.
func (l *serverList) trust(s app.ServerInfo) {
	frame := l.page.frame
	l.page.show(l)
	l.notice.Clear()
	frame.Work.Start(func(ctx context.Context) func() {
		err := l.page.backend.TrustServer(ctx, s.Name, s.Hash)
		return func() {
			switch {
			case errors.Is(err, app.ErrServerChanged):
				l.notice.Warn(inert.Exact(s.Name) + " has changed since you looked at it, so it was not started. Look at it again.")
			case err != nil && !errors.Is(err, context.Canceled):
				l.notice.Fail(explain(err, inert.Exact(s.Name)+" could not be started. Its log may say why."))
			}
			l.load()
			l.page.Changed()
		}
	})
}
