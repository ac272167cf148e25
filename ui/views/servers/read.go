package servers

import (
	"cmp"
	"context"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// serverTools shows the tools of a server with their descriptions.
type serverTools struct {
	page  *Page
	info  app.ServerInfo
	at    int
	root  fyne.CanvasObject
	list  *widgets.List
	paper *widgets.Paper
	// onOff switches the chosen tool.
	onOff  *widgets.Button
	notice *widgets.Notice
}

func newServerTools(p *Page, s app.ServerInfo) *serverTools {
	t := &serverTools{page: p, info: s, paper: widgets.NewPaper()}
	t.list = widgets.NewList(func() int { return len(s.Tools) },
		func() fyne.CanvasObject { return widgets.NewTwoLines() },
		func(i int, o fyne.CanvasObject) { t.showRow(o.(*widgets.TwoLines), i) })
	t.list.Chosen = t.choose
	head := widgets.Column(theme.Gap4, widgets.Heading(locale.L("Tools of {{.Name}}", "Name", inert.Exact(s.Name))).Shrink(),
		widgets.Quiet(locale.L("What the server says about each tool, in full. It's the server's own claim and gives it no permissions.")).Wrap())
	t.onOff = widgets.NewButton(locale.L("Turn off"), widgets.Secondary, t.toggle)
	t.notice = widgets.NewNotice(func() { t.root.Refresh() })
	back := widgets.Row(theme.Gap12, t.onOff, t.notice.Object(), widgets.Spacer(), widgets.NewButton(locale.L("Back"), widgets.Secondary, t.Escape))
	t.root = widgets.Inset(theme.Gap24, 0, theme.Gap16, 0, widgets.Sides(widgets.Frame(
		widgets.Inset(0, 0, theme.Gap12, 0, head), widgets.Inset(theme.Gap16, 0, 0, 0, back), nil, nil,
		widgets.Split(theme.Gap12, 0.38, t.list.Framed(), t.paper))))
	t.choose(0)
	return t
}

func (t *serverTools) choose(i int) {
	t.at = i
	tool := t.info.Tools[i]
	t.onOff.Hidden = t.info.Own || tool.Problem.Code != ""
	t.onOff.Set(locale.L("Turn off"))
	if tool.Disabled {
		t.onOff.Set(locale.L("Turn on"))
	}
	text := tool.Bare + "\n"
	if tool.Problem.Code != "" {
		text += locale.L("Not offered: {{.Reason}}", "Reason", kit.ProblemWords(tool.Problem)) + "\n"
	}
	t.paper.Set(text + "\n" + cmp.Or(tool.Description, locale.L("No description.")))
	t.list.Refresh()
}

// toggle switches the chosen tool on or off.
func (t *serverTools) toggle() {
	at, tool := t.at, t.info.Tools[t.at]
	t.page.Frame.Work.Start(func(ctx context.Context) func() {
		err := t.page.backend.EnableTool(ctx, t.info.Name, tool.Bare, tool.Disabled)
		return func() {
			if err != nil {
				t.notice.Fail(kit.Explain(err, locale.L("Couldn't change this tool. Check that mcp.json can be changed.")))
				return
			}
			t.notice.Clear()
			t.info.Tools[at].Disabled = !tool.Disabled
			t.choose(t.at)
			t.page.Changed()
		}
	})
}

func (t *serverTools) Content() fyne.CanvasObject { return t.root }

func (t *serverTools) Submit() { t.Escape() }

func (t *serverTools) Escape() { t.page.Show(t.page.main) }

// showRow shows a tool in a row of the list.
func (t *serverTools) showRow(row *widgets.TwoLines, i int) {
	tool := t.info.Tools[i]
	remark, colour := effectWords(tool.Effect), theme.Muted
	if tool.Problem.Code != "" {
		remark, colour = locale.L("Not offered: {{.Reason}}", "Reason", kit.ProblemWords(tool.Problem)), theme.Doubt
	}
	if tool.Disabled {
		remark, colour = locale.L("Turned off"), theme.Muted
	}
	row.Set(inert.Exact(tool.Bare), remark, colour, i == t.at)
}

// serverLog shows the last stderr output of a server.
type serverLog struct {
	page  *Page
	name  string
	root  fyne.CanvasObject
	paper *widgets.Paper
	asked func()
}

func newServerLog(p *Page, name string) *serverLog {
	l := &serverLog{page: p, name: name, paper: widgets.NewPaper(), asked: func() {}}
	head := widgets.Column(theme.Gap4, widgets.Heading(locale.L("Log of {{.Name}}", "Name", inert.Exact(name))).Shrink(),
		widgets.Quiet(locale.L("Error output, newest last.")).Shrink())
	copied := widgets.NewButton(locale.L("Copy"), widgets.Secondary, func() { fyne.CurrentApp().Clipboard().SetContent(l.paper.String()) })
	bottom := widgets.Row(theme.Gap12, widgets.NewButton(locale.L("Refresh"), widgets.Secondary, l.load), copied,
		widgets.Spacer(), widgets.NewButton(locale.L("Back"), widgets.Secondary, l.Escape))
	l.root = widgets.Inset(theme.Gap24, 0, theme.Gap16, 0, widgets.Sides(widgets.Frame(
		widgets.Inset(0, 0, theme.Gap12, 0, head), widgets.Inset(theme.Gap16, 0, 0, 0, bottom), nil, nil, l.paper)))
	l.load()
	return l
}

func (l *serverLog) load() {
	l.asked()
	frame := l.page.Frame
	l.asked = frame.Work.Start(func(ctx context.Context) func() {
		runs, err := l.page.backend.ServerRuns(ctx, l.name)
		log := runsWords(runs)
		return func() {
			switch {
			case err != nil:
				l.paper.Set(kit.Explain(err, locale.L("Couldn't read its log.")))
			case log == "":
				l.paper.Set(locale.L("It hasn't run yet."))
			default:
				l.paper.Set(log)
				l.paper.End()
			}
		}
	})
}

func (l *serverLog) Content() fyne.CanvasObject { return l.root }

func (l *serverLog) Submit() { l.Escape() }

func (l *serverLog) Escape() {
	l.asked()
	l.page.Show(l.page.main)
}
