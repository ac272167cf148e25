package servers

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// serverForm adds or edits a server. It keeps the parts of an entry that it does not
// show.
type serverForm struct {
	page    *Page
	old     app.ServerEntry // without a name: it is a new one
	root    fyne.CanvasObject
	notice  *widgets.Notice
	name    *widgets.Entry
	command *widgets.Entry
	args    *widgets.Entry
	env     *widgets.Entry
	address *widgets.Entry
	headers *widgets.Entry
	client  *widgets.Entry            // the ID of the user's own OAuth client
	secret  *widgets.Entry            // its secret, which is stored as an input
	inputs  map[string]*widgets.Entry // the server's inputs, by id
	try     *widgets.Button
	keep    *widgets.Button
	stop    context.CancelFunc
	busy    bool
}

func newServerForm(p *Page, e app.ServerEntry) *serverForm {
	f := &serverForm{page: p, old: e, stop: func() {}}
	f.notice = widgets.NewNotice(func() { f.root.Refresh() })
	heading := locale.L("Add a server")
	if e.Name != "" {
		heading = locale.L("Edit {{.Name}}", "Name", inert.Exact(e.Name))
	}
	f.name = f.entry(locale.L("For example, calendar"), e.Name)
	f.command = f.entry(locale.L("A program, such as npx"), e.Command)
	f.args = f.lines(locale.L("One argument per line, such as -y"), strings.Join(e.Args, "\n"), slices.Equal(linesOf(strings.Join(e.Args, "\n")), e.Args))
	env, _ := envOf(envText(e.Env))
	f.env = f.lines(locale.L("NAME=value, one per line"), envText(e.Env), maps.Equal(env, e.Env))
	f.address = f.entry(locale.L("https://… instead of a command"), e.URL)
	headers, _ := envOf(envText(e.Headers))
	f.headers = f.lines(locale.L("Authorization=Bearer …, one per line"), envText(e.Headers), maps.Equal(headers, e.Headers))
	f.client = f.entry(locale.L("Only if the server needs your own OAuth app"), e.Client.ID)
	f.secret = f.entry(locale.L("If the app has one; it's kept apart from mcp.json"), "")
	f.secret.Password = true
	f.try = widgets.NewButton(locale.L("Try it…"), widgets.Secondary, f.askTry)
	f.keep = widgets.NewButton(locale.L("Save"), widgets.Primary, f.Submit)
	head := widgets.Column(theme.Gap4, widgets.Heading(heading).Shrink(),
		widgets.Quiet(locale.L("Saved to mcp.json, like in other MCP apps. Nothing runs until you've seen the command and approved it.")).Wrap())
	fields := widgets.Card(widgets.Column(theme.Gap12, labelled(locale.L("Name"), f.name), labelled(locale.L("Command"), f.command),
		labelled(locale.L("Arguments"), f.args), labelled(locale.L("Environment"), f.env),
		labelled(locale.L("Address"), f.address), labelled(locale.L("Headers"), f.headers), labelled(locale.L("Client ID"), f.client), f.secrets()))
	paste := widgets.NewButton(locale.L("Paste JSON"), widgets.Secondary, f.paste)
	paste.Hidden = e.Name != ""
	bottom := widgets.Row(theme.Gap12, f.try, paste, widgets.Spacer(), widgets.NewButton(locale.L("Cancel"), widgets.Secondary, f.Escape), f.keep)
	f.root = widgets.Frame(nil, widgets.Inset(theme.Gap16, 0, theme.Gap16, 0, widgets.Sides(bottom)), nil, nil,
		container.NewVScroll(widgets.Inset(theme.Gap24, 0, 0, 0, widgets.Sides(
			widgets.Column(theme.Gap16, head, f.notice.Object(), fields)))))
	return f
}

// secrets returns the entries for the secret of a client that has none yet, and for the
// server's inputs.
func (f *serverForm) secrets() fyne.CanvasObject {
	if f.old.Client.Secret != "" {
		return f.asked()
	}
	return widgets.Column(theme.Gap12, labelled(locale.L("Client secret"), f.secret), f.asked())
}

// asked returns the entries for the server's inputs; stored values are not shown.
func (f *serverForm) asked() fyne.CanvasObject {
	rows := widgets.Column(theme.Gap12)
	f.inputs = map[string]*widgets.Entry{}
	at := slices.IndexFunc(f.page.main.servers, func(s app.ServerInfo) bool { return s.Name == f.old.Name && !s.Own })
	if at < 0 {
		return rows
	}
	for _, in := range f.page.main.servers[at].Inputs {
		hint := locale.L("Not given yet")
		if in.Given {
			hint = locale.L("Given; type to replace it")
		}
		e := f.entry(hint, "")
		e.Password = !in.Plain
		f.inputs[in.ID] = e
		rows.Add(widgets.Column(theme.Gap4, labelled(kit.Short(inert.Exact(in.ID), 20), e)))
		if in.Description != "" {
			rows.Add(widgets.Small(inert.Exact(in.Description)).Wrap())
		}
	}
	return rows
}

func (f *serverForm) entry(hint, text string) *widgets.Entry {
	e := widgets.NewEntry(hint)
	e.SetText(text)
	e.OnSubmitted = func(string) { f.Submit() }
	return e
}

// lines returns an entry of several lines. It is read-only if its text cannot be written
// in lines without loss.
func (f *serverForm) lines(hint, text string, whole bool) *widgets.Entry {
	e := widgets.NewEntry(hint)
	e.MultiLine = true
	e.SetMinRowsVisible(formRows)
	e.SetText(text)
	if !whole {
		e.Disable()
	}
	return e
}

// formRows is the height of an entry of several lines.
const formRows = 4

// secretInput is the id of the input for the secret of a client.
const secretInput = "client-secret"

// labelled puts a label next to an entry.
func labelled(label string, e fyne.CanvasObject) fyne.CanvasObject {
	return widgets.RowGrow(theme.Gap12, e, widgets.Fixed(96, 0, widgets.Quiet(label)), e)
}

// entered returns the entry as in the form; problem says what is wrong with it.
func (f *serverForm) entered() (e app.ServerEntry, problem string) {
	e = f.old
	e.Name, e.Command = strings.TrimSpace(f.name.Text), strings.TrimSpace(f.command.Text)
	if !f.args.Disabled() {
		e.Args = linesOf(f.args.Text)
	}
	if !f.env.Disabled() {
		e.Env, problem = envOf(f.env.Text)
	}
	e.URL = strings.TrimSpace(f.address.Text)
	if e.URL != "" && e.Command == "" {
		e.Args, e.Env, e.Dir = nil, nil, ""
	}
	if !f.headers.Disabled() && problem == "" {
		e.Headers, problem = envOf(f.headers.Text)
	}
	if e.Client.ID = strings.TrimSpace(f.client.Text); e.Client.ID == "" {
		e.Client = entry.Client{}
	} else if f.secret.Text != "" {
		e.Client.Secret = entry.InputReference(secretInput)
	}
	if problem == "" {
		problem = kit.ProblemWords(e.Refused())
	}
	return e, problem
}

// taken reports whether another server has the name already.
func (f *serverForm) taken(name string) bool {
	return name != f.old.Name && slices.ContainsFunc(f.page.main.servers, func(s app.ServerInfo) bool { return s.Name == name })
}

func (f *serverForm) Content() fyne.CanvasObject { return f.root }

// Submit saves the entry.
func (f *serverForm) Submit() {
	if e, ok := f.checked(); ok {
		f.save(e)
	}
}

func (f *serverForm) checked() (app.ServerEntry, bool) {
	e, problem := f.entered()
	if problem == "" && f.taken(e.Name) {
		problem = locale.L("There's already a server called {{.Name}}. Choose another name.", "Name", inert.Exact(e.Name))
	}
	if problem != "" {
		f.notice.Fail(inert.Exact(problem))
	}
	return e, problem == "" && !f.busy
}

func (f *serverForm) save(e app.ServerEntry) {
	f.wait(locale.L("Saving…"))
	old, frame := f.old.Name, f.page.Frame
	given := map[string]string{}
	if e.Client.ID != "" && f.secret.Text != "" {
		given[secretInput] = f.secret.Text
	}
	for id, typed := range f.inputs {
		if typed.Text != "" {
			given[id] = typed.Text
		}
	}
	frame.Work.Start(func(ctx context.Context) func() {
		err := f.page.backend.SaveServer(ctx, e)
		for id, value := range given {
			if err == nil {
				err = f.page.backend.GiveServer(ctx, e.Name, id, value)
			}
		}
		if err == nil && old != "" && old != e.Name {
			err = f.page.backend.RemoveServer(ctx, old)
		}
		return func() { f.saved(e, err) }
	})
}

func (f *serverForm) saved(e app.ServerEntry, err error) {
	f.ready()
	if err != nil {
		f.notice.Fail(kit.Explain(err, locale.L("Couldn't save {{.Name}}. Check that mcp.json can be changed.", "Name", inert.Exact(e.Name))))
		return
	}
	f.page.main.next = e.Name
	f.page.back(locale.L("{{.Name}} is saved.", "Name", inert.Exact(e.Name)))
	f.page.Changed()
}

// askTry shows the command, and on consent starts it once to test it.
func (f *serverForm) askTry() {
	e, ok := f.checked()
	if !ok {
		return
	}
	f.wait(locale.L("Checking what it would start…"))
	frame := f.page.Frame
	f.stop = frame.Work.Start(func(ctx context.Context) func() {
		info, err := f.page.backend.LookServer(ctx, e)
		stopped := ctx.Err() != nil
		return func() {
			f.ready()
			switch {
			case stopped:
			case err != nil:
				f.notice.Fail(kit.Explain(err, locale.L("Couldn't find out what {{.Name}} would start. Check its command.", "Name", inert.Exact(e.Name))))
			default:
				f.page.ask(f, info, func(seen app.ServerInfo) {
					f.page.Show(f)
					f.run(e, seen.Hash)
				})
			}
		}
	})
}

func (f *serverForm) run(e app.ServerEntry, hash string) {
	f.wait(locale.L("Starting it once to see whether it works. The first start may download it, which takes a while."),
		widgets.NewButton(locale.L("Cancel"), widgets.Secondary, func() { f.stop() }))
	frame := f.page.Frame
	f.stop = frame.Work.Start(func(ctx context.Context) func() {
		info, err := f.page.backend.TestServer(ctx, e, hash)
		return func() { f.tried(info, err) }
	})
}

func (f *serverForm) tried(s app.ServerInfo, err error) {
	f.ready()
	switch {
	case errors.Is(err, context.Canceled):
		f.notice.Warn(locale.L("Stopped. None of its processes are running."))
	case errors.Is(err, app.ErrServerChanged):
		f.notice.Warn(changedSince(s.Name))
	case err != nil:
		f.notice.Fail(kit.Explain(err, locale.L("Couldn't try {{.Name}}. Check its command.", "Name", inert.Exact(s.Name))))
	case s.State == app.ServerReady:
		f.notice.Tell(locale.L("It works: {{.Tools}}. The test run has ended; press Save to keep it.", "Tools", toolsWords(s.Tools)))
	default:
		f.notice.Fail(notStarted(s.LastError))
	}
}

// notStarted says why a tested server did not start.
func notStarted(end app.ServerEnd) string {
	why := strings.TrimRight(endWords(end), ". \n")
	if why == "" {
		return locale.L("It didn't start, and gave no reason. Check its command.")
	}
	return locale.L("It didn't start: {{.Reason}}. Check its command.", "Reason", why)
}

// toolsWords name a few tools: 12 tools, including read, write and list.
func toolsWords(tools []app.ToolInfo) string {
	words := locale.Tools(len(tools))
	var names []string
	for _, t := range tools[:min(3, len(tools))] {
		names = append(names, kit.Short(inert.Exact(t.Bare), 32))
	}
	switch len(tools) {
	case 0:
		return words
	case len(names):
		return locale.L("{{.Tools}}: {{.Names}}", "Tools", words, "Names", locale.List(names))
	default:
		return locale.L("{{.Tools}}, including {{.Names}}", "Tools", words, "Names", locale.List(names))
	}
}

// wait shows what is being done and disables everything else.
func (f *serverForm) wait(words string, actions ...fyne.CanvasObject) {
	f.busy = true
	f.try.Disable()
	f.keep.Disable()
	f.notice.Warn(words, actions...)
}

func (f *serverForm) ready() {
	f.busy = false
	f.try.Enable()
	f.keep.Enable()
	f.notice.Clear()
}

// Escape leaves the form and ends a running test.
func (f *serverForm) Escape() {
	f.stop()
	f.page.back("")
}
