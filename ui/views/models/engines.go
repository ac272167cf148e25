package models

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// engines is the card of the model servers besides Ollama: the list, consent for other
// computers, and the form for one more.
type engines struct {
	list *modelList
	root *widgets.Panel
	rows *fyne.Container
	form *fyne.Container
	open *widgets.Button // shows the form

	name, address, key *widgets.Entry
	told               *widgets.Text // what is wrong with the input
	busy               bool
}

func newEngines(l *modelList) *engines {
	e := &engines{list: l, rows: widgets.Column(theme.Gap12), told: widgets.Small("").Wrap().Coloured(theme.Danger)}
	e.name = widgets.NewEntry(locale.L("For example, office"))
	e.address = widgets.NewEntry(locale.L("http://127.0.0.1:8000/v1; several with spaces in between"))
	e.key = widgets.NewEntry(locale.L("For example, OFFICE_KEY"))
	for _, entry := range []*widgets.Entry{e.name, e.address, e.key} {
		entry.OnSubmitted = func(string) { e.add() }
		entry.GivenUp = e.close
	}
	e.told.Hide()
	e.open = widgets.NewButton(locale.L("Add a server…"), widgets.Secondary, func() {
		e.form.Show()
		e.open.Hide()
		e.list.refresh()
		e.list.page.Frame.Focus(e.name)
	})
	e.form = widgets.Column(theme.Gap8, labelled(locale.L("Name"), e.name), labelled(locale.L("Address"), e.address), labelled(locale.L("Key variable"), e.key),
		widgets.Small(locale.L("The name of the environment variable that holds its key, if it needs one. The key itself is never stored.")).Wrap(),
		e.told, widgets.Row(theme.Gap8, widgets.NewButton(locale.L("Add"), widgets.Secondary, e.add),
			widgets.NewButton(locale.L("Cancel"), widgets.Secondary, e.close)))
	e.form.Hide()
	e.root = widgets.Card(widgets.Column(theme.Gap12, widgets.Column(2, widgets.Title(locale.L("Other model servers")),
		widgets.Small(locale.L("vLLM, llama.cpp, LM Studio, and others that speak OpenAI's protocol. Their models can be used like those in Ollama.")).Wrap()),
		e.rows, e.form, widgets.Row(0, e.open)))
	return e
}

func labelled(label string, o fyne.CanvasObject) fyne.CanvasObject {
	return widgets.RowGrow(theme.Gap12, o, widgets.Fixed(110, 0, widgets.Quiet(label)), o)
}

// show lists the servers.
func (e *engines) show(list []app.Engine) {
	e.rows.Objects = nil
	for _, one := range list {
		e.rows.Add(e.row(one))
	}
	e.rows.Hidden = len(list) == 0
}

func (e *engines) row(one app.Engine) fyne.CanvasObject {
	title := widgets.Strong(inert.Exact(one.Name)).Shrink()
	head := widgets.RowGrow(theme.Gap12, title, title)
	if !one.Local {
		head.Add(widgets.NewChip(locale.L("not on this computer"), widgets.Uncertain, nil))
		way := widgets.NewButton(locale.L("Allow this address"), widgets.Secondary, func() { e.change(e.allow(one, true)) })
		if one.Remote {
			way = widgets.NewButton(locale.L("Stop using it"), widgets.Secondary, func() { e.change(e.allow(one, false)) })
		}
		head.Add(way)
	}
	head.Add(widgets.NewButton(locale.L("Remove"), widgets.Link, func() {
		e.change(func(ctx context.Context) error { return e.list.page.backend.RemoveEngine(ctx, one.Name) })
	}))
	return widgets.Column(2, head, widgets.Small(engineWords(one)).Wrap())
}

func (e *engines) allow(one app.Engine, yes bool) func(context.Context) error {
	return func(ctx context.Context) error {
		return e.list.page.backend.AllowEngine(ctx, one.Name, one.URL, yes)
	}
}

// change changes the configuration of a server.
func (e *engines) change(do func(context.Context) error) {
	frame := e.list.page.Frame
	frame.Window.Canvas().Unfocus() // the button is about to be removed
	frame.Work.Start(func(ctx context.Context) func() {
		err := do(ctx)
		return func() {
			if err != nil && !errors.Is(err, context.Canceled) {
				e.list.notice.Fail(kit.Explain(err, locale.L("Couldn't save that. Check that the settings file can be changed, then try again.")))
			}
			e.list.load()
			e.list.page.Changed()
		}
	})
}

// add saves the input.
func (e *engines) add() {
	if e.busy {
		return
	}
	e.busy = true
	one := app.EngineConfig{
		Name: strings.TrimSpace(e.name.Text), Kind: app.EngineOpenAI,
		URL: strings.FieldsFunc(e.address.Text, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }), KeyEnv: strings.TrimSpace(e.key.Text),
	}
	e.list.page.Frame.Work.Start(func(ctx context.Context) func() {
		err := e.list.page.backend.AddEngine(ctx, one)
		return func() {
			e.busy = false
			if err != nil {
				e.told.Set(kit.Explain(err, locale.L("Couldn't save that. Check that the settings file can be changed, then try again.")))
				e.told.Hidden = errors.Is(err, context.Canceled)
				e.list.refresh()
				return
			}
			e.close()
			e.list.load()
		}
	})
}

// close hides and clears the form.
func (e *engines) close() {
	for _, entry := range []*widgets.Entry{e.name, e.address, e.key} {
		entry.SetText("")
	}
	e.told.Hide()
	e.form.Hide()
	e.open.Show()
	e.list.refresh()
}

// engineWords say where a server is, what leaves this computer, and where its key comes
// from.
func engineWords(one app.Engine) string {
	address := inert.Exact(strings.Join(one.URL, ", "))
	words := address
	switch {
	case !one.Local && one.Remote:
		words = locale.L("Your requests, and names and text from your files, are sent to {{.Address}}.", "Address", address)
	case !one.Local:
		words = locale.L("Your requests, and names and text from your files, would be sent to {{.Address}}.", "Address", address)
	}
	switch {
	case one.KeyEnv == "":
	case one.KeySet:
		words += " · " + locale.L("key from {{.Variable}}", "Variable", one.KeyEnv)
	default:
		words += " · " + locale.L("{{.Variable}}, which holds its key, isn't set", "Variable", one.KeyEnv)
	}
	return words
}
