package servers

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Page is the page of the servers that provide the assistant's tools: ours and the user's
// own.
type Page struct {
	kit.Stages
	backend Backend
	main    *serverList
	// Changed is called when a server was started, stopped, added or removed.
	Changed func()
}

// New returns the page.
func New(frame *kit.Frame, backend Backend) *Page {
	s := &Page{Stages: kit.NewStages(frame), backend: backend, Changed: func() {}}
	s.main = newServerList(s)
	s.Show(s.main)
	return s
}

// Load reloads the state of the servers.
func (s *Page) Load() { s.main.load() }

// back shows the list again; words, if any, say what was done.
func (s *Page) back(words string) {
	s.main.notice.Clear()
	if words != "" {
		s.main.notice.Tell(words)
	}
	s.main.load()
	s.Show(s.main)
}

// serverList is the first stage of the page.
type serverList struct {
	page    *Page
	root    fyne.CanvasObject
	notice  *widgets.Notice
	cards   *fyne.Container
	byName  map[string]*serverCard
	servers []app.ServerInfo
	asked   func() // ends the running query
	next    string // the server whose command to show next, if it is untrusted
}

func newServerList(s *Page) *serverList {
	l := &serverList{page: s, cards: widgets.Column(theme.Gap12), byName: map[string]*serverCard{}, asked: func() {}}
	l.notice = widgets.NewNotice(l.refresh)
	words := widgets.Column(theme.Gap4, widgets.Heading(locale.L("Servers")),
		widgets.Quiet(locale.L("The assistant's tools come from these programs on this computer. You're asked before they change anything.")).Wrap())
	add := widgets.NewButton(locale.L("Add a server…"), widgets.Secondary, l.add)
	other := widgets.NewButton(locale.L("From other apps…"), widgets.Secondary, l.imports)
	l.cards.Add(widgets.Quiet(locale.L("Checking…")))
	l.root = container.NewVScroll(widgets.Inset(theme.Gap24, 0, theme.Gap24, 0, widgets.Sides(
		widgets.Column(theme.Gap16, widgets.RowGrow(theme.Gap16, words, words, other, add), l.notice.Object(), l.cards))))
	return l
}

func (l *serverList) Content() fyne.CanvasObject { return l.root }

func (l *serverList) refresh() { l.root.Refresh() }

func (l *serverList) Submit() {}

func (l *serverList) Escape() {
	l.notice.Clear()
	for _, c := range l.byName {
		c.giveUp()
	}
}

func (l *serverList) load() {
	l.asked()
	frame := l.page.Frame
	l.asked = frame.Work.Start(func(ctx context.Context) func() {
		servers, err := l.page.backend.Servers(ctx)
		stopped := ctx.Err() != nil
		return func() {
			if !stopped {
				l.loaded(servers, err)
			}
		}
	})
}

func (l *serverList) loaded(servers []app.ServerInfo, err error) {
	if err != nil {
		l.notice.Fail(kit.Explain(err, locale.L("Couldn't check the servers. Try again in a moment.")))
	}
	l.servers = servers
	l.fill()
	l.askNext()
	if slices.ContainsFunc(servers, underWay) {
		l.later()
	}
}

// askNext shows the command of a server that was just saved.
func (l *serverList) askNext() {
	at := slices.IndexFunc(l.servers, func(s app.ServerInfo) bool { return s.Name == l.next })
	l.next = ""
	if at >= 0 && l.servers[at].State == app.ServerUntrusted && l.page.Now == l {
		l.byName[l.servers[at].Name].ask()
	}
}

// later reloads in a moment, while the page is visible.
func (l *serverList) later() {
	frame := l.page.Frame
	l.asked = frame.Work.After(frame.Pulse, func() {
		if frame.Shown() {
			l.load()
		}
	})
}

// fill shows a card for each server. A card remains the same object, so that it keeps the
// focus.
func (l *serverList) fill() {
	l.cards.Objects = nil
	foreign := 0
	for _, s := range l.servers {
		card, ok := l.byName[s.Name]
		if !ok {
			card = newServerCard(l, s.Name)
			l.byName[s.Name] = card
		}
		card.show(s)
		l.cards.Add(card.root)
		if !s.Own {
			foreign++
		}
	}
	if foreign == 0 {
		l.cards.Add(widgets.Card(widgets.Column(theme.Gap4, widgets.Title(locale.L("You haven't added any servers")),
			widgets.Small(locale.L("You can add any MCP server: a calendar, a database, a search. It's a program that runs on this computer, or an address, and you'll see exactly what it is before it's used.")).Wrap())))
	}
	l.refresh()
	for _, c := range l.byName {
		c.keepKeyboard()
	}
}

func (l *serverList) add() {
	l.page.Show(newServerForm(l.page, app.ServerEntry{}))
}

// do makes a backend call and shows the servers after it; otherwise is shown on an error
// without words of its own.
func (l *serverList) do(otherwise string, call func(context.Context) error) {
	frame := l.page.Frame
	l.notice.Clear()
	frame.Work.Start(func(ctx context.Context) func() {
		err := call(ctx)
		return func() {
			if err != nil && !errors.Is(err, context.Canceled) {
				l.notice.Fail(kit.Explain(err, otherwise))
			}
			l.load()
			l.page.Changed()
		}
	})
}
