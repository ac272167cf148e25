package servers

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// serverForm adds a server or edits one. What it does not show of an entry it
// keeps.
type serverForm struct {
	page    *Page
	old     app.ServerEntry // with no name: it is a new one
	root    fyne.CanvasObject
	notice  *widgets.Notice
	name    *widgets.Entry
	command *widgets.Entry
	args    *widgets.Entry
	env     *widgets.Entry
	try     *widgets.Button
	keep    *widgets.Button
	stop    context.CancelFunc
	busy    bool
}

func newServerForm(p *Page, e app.ServerEntry) *serverForm {
	f := &serverForm{page: p, old: e, stop: func() {}}
	f.notice = widgets.NewNotice(func() { f.root.Refresh() })
	heading := "Add a server"
	if e.Name != "" {
		heading = "Edit " + inert.Exact(e.Name)
	}
	f.name = f.entry("Such as calendar", e.Name)
	f.command = f.entry("A program, such as npx", e.Command)
	f.args = f.lines("One argument a line, such as -y", strings.Join(e.Args, "\n"), slices.Equal(linesOf(strings.Join(e.Args, "\n")), e.Args))
	env, _ := envOf(envText(e.Env))
	f.env = f.lines("NAME=value, one a line", envText(e.Env), maps.Equal(env, e.Env))
	f.try = widgets.NewButton("Try it…", widgets.Secondary, f.askTry)
	f.keep = widgets.NewButton("Save", widgets.Primary, f.Submit)
	head := widgets.Column(theme.Gap4, widgets.Heading(heading).Shrink(),
		widgets.Quiet("It is kept in mcp.json, as other hosts keep it. Nothing is started before you have seen its command and said yes.").Wrap())
	fields := widgets.Card(widgets.Column(theme.Gap12, labelled("Name", f.name), labelled("Command", f.command),
		labelled("Arguments", f.args), labelled("Environment", f.env)))
	bottom := widgets.Row(theme.Gap12, f.try, widgets.Spacer(), widgets.NewButton("Cancel", widgets.Secondary, f.Escape), f.keep)
	f.root = widgets.Frame(nil, widgets.Inset(theme.Gap16, 0, theme.Gap16, 0, widgets.Sides(bottom)), nil, nil,
		container.NewVScroll(widgets.Inset(theme.Gap24, 0, 0, 0, widgets.Sides(
			widgets.Column(theme.Gap16, head, f.notice.Object(), fields)))))
	return f
}

func (f *serverForm) entry(hint, text string) *widgets.Entry {
	e := widgets.NewEntry(hint)
	e.SetText(text)
	e.OnSubmitted = func(string) { f.Submit() }
	return e
}

// lines makes an entry of several lines. What cannot be written in lines without
// loss is only shown.
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

// formRows are the rows of an entry of several lines.
const formRows = 4

// labelled puts what an entry is for beside it.
func labelled(label string, e fyne.CanvasObject) fyne.CanvasObject {
	return widgets.RowGrow(theme.Gap12, e, widgets.Fixed(96, 0, widgets.Quiet(label)), e)
}

// entered is the entry as the form has it; problem says what is wrong with it.
func (f *serverForm) entered() (e app.ServerEntry, problem string) {
	e = f.old
	e.Name, e.Command = strings.TrimSpace(f.name.Text), strings.TrimSpace(f.command.Text)
	if !f.args.Disabled() {
		e.Args = linesOf(f.args.Text)
	}
	if !f.env.Disabled() {
		e.Env, problem = envOf(f.env.Text)
	}
	if why := e.Refused(); problem == "" && why != "" {
		problem = why
	}
	return e, problem
}

// taken tells whether another server has the name already.
func (f *serverForm) taken(name string) bool {
	return name != f.old.Name && slices.ContainsFunc(f.page.main.servers, func(s app.ServerInfo) bool { return s.Name == name })
}

func (f *serverForm) Content() fyne.CanvasObject { return f.root }

// Submit keeps the entry.
func (f *serverForm) Submit() {
	if e, ok := f.checked(); ok {
		f.save(e)
	}
}

func (f *serverForm) checked() (app.ServerEntry, bool) {
	e, problem := f.entered()
	if problem == "" && f.taken(e.Name) {
		problem = "There is a server called " + inert.Exact(e.Name) + " already. Choose another name."
	}
	if problem != "" {
		f.notice.Fail(inert.Exact(problem))
	}
	return e, problem == "" && !f.busy
}

func (f *serverForm) save(e app.ServerEntry) {
	f.wait("Saving…")
	old, frame := f.old.Name, f.page.Frame
	frame.Work.Start(func(ctx context.Context) func() {
		err := f.page.backend.SaveServer(ctx, e)
		if err == nil && old != "" && old != e.Name {
			err = f.page.backend.RemoveServer(ctx, old)
		}
		return func() { f.saved(e, err) }
	})
}

func (f *serverForm) saved(e app.ServerEntry, err error) {
	f.ready()
	if err != nil {
		f.notice.Fail(kit.Explain(err, inert.Exact(e.Name)+" could not be saved. Look whether mcp.json can be written."))
		return
	}
	f.page.main.next = e.Name
	f.page.back(inert.Exact(e.Name) + " is saved.")
	f.page.Changed()
}

// askTry shows the command, and on a yes starts it once to see whether it works.
func (f *serverForm) askTry() {
	e, ok := f.checked()
	if !ok {
		return
	}
	f.wait("Looking at what it would start.")
	frame := f.page.Frame
	f.stop = frame.Work.Start(func(ctx context.Context) func() {
		info, err := f.page.backend.LookServer(ctx, e)
		stopped := ctx.Err() != nil
		return func() {
			f.ready()
			switch {
			case stopped:
			case err != nil:
				f.notice.Fail(kit.Explain(err, inert.Exact(e.Name)+" cannot be looked at. Look at its command."))
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
	f.wait("Starting it once to see whether it works. A first start may fetch it, which takes a while.",
		widgets.NewButton("Cancel", widgets.Secondary, func() { f.stop() }))
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
		f.notice.Warn("Stopped. Nothing of it runs any more.")
	case errors.Is(err, app.ErrServerChanged):
		f.notice.Warn(inert.Exact(s.Name) + " has changed since you looked at it, so it was not started. Look at it again.")
	case err != nil:
		f.notice.Fail(kit.Explain(err, inert.Exact(s.Name)+" could not be tried. Look at its command."))
	case s.State == app.ServerReady:
		f.notice.Tell("It works: it offers " + toolsWords(s.Tools) + ". It is ended again; save it to keep it.")
	default:
		f.notice.Fail("It did not start. " + cmp.Or(inert.Exact(inert.Uncoloured(s.LastError)), "It said nothing.") + " Look at its command.")
	}
}

// toolsWords names a few tools: 12 tools, such as read, write and list.
func toolsWords(tools []app.ToolInfo) string {
	words := kit.Count(len(tools), "tool")
	var names []string
	for _, t := range tools[:min(3, len(tools))] {
		names = append(names, kit.Short(inert.Exact(t.Bare), 32))
	}
	if len(names) == 0 {
		return words
	}
	return words + ", such as " + strings.Join(names, ", ")
}

// wait says what is being done; nothing else can be asked meanwhile.
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

// Escape leaves the form; what is being tried is ended.
func (f *serverForm) Escape() {
	f.stop()
	f.page.back("")
}
