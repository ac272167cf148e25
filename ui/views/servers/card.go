package servers

import (
	"context"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// serverCard is one server with its actions. Enter shows its tools.
type serverCard struct {
	list    *serverList
	info    app.ServerInfo
	root    *widgets.Panel
	item    *widgets.Item
	notice  *widgets.Notice
	address *widgets.Text // the sign-in page, while waiting for it
	dot     *widgets.Area
	own     *widgets.Chip
	network *widgets.Chip
	receive *widgets.Chip
	state   *widgets.Text
	command *widgets.Text
	trouble *widgets.Text
	look    *widgets.Button // shows the command before it is started
	start   *widgets.Button
	stop    *widgets.Button
	login   *widgets.Button
	logout  *widgets.Button
	tools   *widgets.Button
	log     *widgets.Button
	edit    *widgets.Button
	remove  *widgets.Button
	signing *signingIn // nil: no sign-in is running
}

func newServerCard(l *serverList, name string) *serverCard {
	c := &serverCard{
		list: l, dot: widgets.Dot(theme.Muted),
		own:     widgets.NewChip(locale.L("part of Deskhand"), widgets.Plain, nil),
		network: widgets.NewChip(locale.L("can reach the network"), widgets.Uncertain, nil),
		receive: widgets.NewChip(locale.L("may receive what was read here"), widgets.Uncertain, nil),
		state:   widgets.Small("").Shrink(), command: widgets.Small("").Shrink(),
		trouble: widgets.Small("").Wrap().Coloured(theme.Doubt), address: widgets.Body("").Wrap(),
	}
	link := func(words string, do func()) *widgets.Button { return widgets.NewButton(words, widgets.Link, do) }
	c.look = widgets.NewButton(locale.L("Review…"), widgets.Secondary, c.ask)
	c.start = widgets.NewButton(locale.L("Start"), widgets.Secondary, c.run)
	c.stop = widgets.NewButton(locale.L("Stop"), widgets.Secondary, c.halt)
	c.login = widgets.NewButton(locale.L("Sign in"), widgets.Secondary, c.signIn)
	c.logout = link(locale.L("Sign out"), c.signOut)
	c.tools, c.log = link(locale.L("Tools"), c.showTools), link(locale.L("Log"), c.showLog)
	c.edit, c.remove = link(locale.L("Edit…"), c.change), link(locale.L("Remove…"), c.askRemove)
	c.notice = widgets.NewNotice(l.refresh)
	c.address.Hide()
	head := widgets.Row(theme.Gap8, c.dot, widgets.Title(kit.Short(inert.Exact(name), 28)), c.own, c.network, c.receive, widgets.Spacer(),
		widgets.Row(0, c.tools, c.log, c.logout, c.edit, c.remove), c.look, c.login, c.start, c.stop)
	words := widgets.Column(2, c.state, c.command, c.trouble)
	c.item = widgets.NewItem(name, widgets.Column(0, head, words), c.showTools)
	c.root = widgets.NewPanel(widgets.Inset(theme.Gap4, 20, theme.Gap8, 20, widgets.Column(theme.Gap4, c.item,
		c.notice.Object(), c.address)), theme.Surface, theme.Line, theme.RadiusCard)
	return c
}

func (c *serverCard) show(s app.ServerInfo) {
	c.info = s
	c.dot.Paint(stateColour(s.State))
	c.own.Hidden, c.network.Hidden, c.receive.Hidden = !s.Own, !s.Network, !s.Receives
	c.state.Set(serverWords(s))
	c.command.Set(inert.Exact(commandWords(s.Command)))
	if s.URL != "" {
		c.command.Set(inert.Exact(s.URL))
	}
	c.command.Hidden = s.Own
	trouble := troubleWords(s)
	c.trouble.Set(trouble)
	c.trouble.Hidden = trouble == ""
	c.look.Hidden = s.State != app.ServerUntrusted
	c.start.Hidden, c.stop.Hidden = !canStart(s), !canStop(s)
	c.login.Hidden, c.logout.Hidden = !canSignIn(s) || c.signing != nil, !canSignOut(s)
	c.tools.Hidden = len(s.Tools) == 0
	c.edit.Hidden, c.remove.Hidden = s.Own, s.Own
	c.root.Refresh()
	c.item.Refresh()
}

// keepKeyboard gives the card the focus when the focused button is removed.
func (c *serverCard) keepKeyboard() {
	frame := c.list.page.Frame
	focused := frame.Window.Canvas().Focused()
	for _, b := range []*widgets.Button{c.look, c.start, c.stop, c.login, c.logout, c.tools} {
		if focused == fyne.Focusable(b) && b.Hidden {
			frame.Focus(c.item)
		}
	}
}

func (c *serverCard) run() {
	name := c.info.Name
	c.state.Set(locale.L("Starting…"))
	c.list.do(locale.L("Couldn't start {{.Name}}. Its log may say why.", "Name", inert.Exact(name)), func(ctx context.Context) error {
		return c.list.page.backend.StartServer(ctx, name)
	})
}

func (c *serverCard) halt() {
	name := c.info.Name
	c.state.Set(locale.L("Stopping…"))
	c.list.do(locale.L("Couldn't stop {{.Name}}. Try again in a moment.", "Name", inert.Exact(name)), func(ctx context.Context) error {
		return c.list.page.backend.StopServer(ctx, name)
	})
}

// ask shows the command and asks for consent.
func (c *serverCard) ask() { c.list.page.ask(c.list, c.info, c.list.trust) }

func (c *serverCard) showTools() {
	if len(c.info.Tools) > 0 {
		c.list.page.Show(newServerTools(c.list.page, c.info))
	}
}

func (c *serverCard) showLog() { c.list.page.Show(newServerLog(c.list.page, c.info.Name)) }

// change opens the form with the entry from the file.
func (c *serverCard) change() {
	name, page := c.info.Name, c.list.page
	page.Frame.Work.Start(func(ctx context.Context) func() {
		entry, err := page.backend.ServerEntry(ctx, name)
		return func() {
			if err != nil {
				c.list.notice.Fail(kit.Explain(err, locale.L("Couldn't open {{.Name}} for editing. Try again in a moment.", "Name", inert.Exact(name))))
				return
			}
			page.Show(newServerForm(page, entry))
		}
	})
}

func (c *serverCard) askRemove() {
	c.giveUp()
	name := c.info.Name
	short := kit.Short(inert.Exact(name), 24)
	yes := widgets.NewButton(locale.L("Remove {{.Name}}", "Name", short), widgets.Primary, func() {
		c.notice.Clear()
		c.list.do(locale.L("Couldn't remove {{.Name}}. Check that mcp.json can be changed.", "Name", inert.Exact(name)), func(ctx context.Context) error {
			return c.list.page.backend.RemoveServer(ctx, name)
		})
	})
	no := widgets.NewButton(locale.L("Cancel"), widgets.Secondary, c.notice.Clear)
	c.notice.Warn(locale.L("Stop {{.Name}} and remove it from mcp.json? The program itself stays installed.", "Name", short), yes, no)
	c.list.page.Frame.Focus(no)
}
