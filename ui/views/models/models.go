package models

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Page is the page of the models: which are used, in which order, which one fits this
// computer, and how one does on the user's own files.
type Page struct {
	kit.Stages
	backend Backend
	main    *modelList
	// Changed is called when the chain has changed.
	Changed func()
}

// New returns the page.
func New(frame *kit.Frame, backend Backend) *Page {
	m := &Page{Stages: kit.NewStages(frame), backend: backend, Changed: func() {}}
	m.main = newModelList(m)
	m.Show(m.main)
	return m
}

// Load reloads the models.
func (m *Page) Load() { m.main.load() }

// modelList is the stage shown unless files are being chosen.
type modelList struct {
	page   *Page
	root   fyne.CanvasObject
	notice *widgets.Notice
	away   *fyne.Container // replaces the cards while there is no Ollama
	advice *widgets.Text   // in it: what to do about that
	ollama *widgets.Button // in it: opens Ollama's download page
	remote *remoteCard     // in their place if models run on another computer
	chain  *fyne.Container // the rows of the chain
	spare  *fyne.Container // the rows of other installed models
	spares *widgets.Panel  // the card that they are in
	rows   map[string]*modelRow
	get    *download
	try    *evaluation
	more   *engines

	models []app.Model
	asked  func() // ends the running query
	wanted []string
	saving bool
}

func newModelList(m *Page) *modelList {
	l := &modelList{
		page: m, rows: map[string]*modelRow{}, asked: func() {},
		advice: widgets.Body("").Wrap(), chain: widgets.Column(0), spare: widgets.Column(0),
	}
	l.notice = widgets.NewNotice(l.refresh)
	l.get, l.try, l.remote, l.more = newDownload(l), newEvaluation(l), newRemoteCard(l), newEngines(l)
	l.build()
	return l
}

func (l *modelList) build() {
	head := widgets.Column(theme.Gap4, widgets.Heading(locale.L("Models")),
		widgets.Quiet(locale.L("Models answer your questions and help name files. They run in Ollama on this computer; any that don't are marked.")).Wrap())
	again := widgets.NewButton(locale.L("Refresh"), widgets.Secondary, l.load)
	l.ollama = widgets.NewButton(locale.L("Open {{.Address}}", "Address", ollamaDownload), widgets.Secondary, func() {
		if err := l.page.Frame.Browse("https://" + ollamaDownload); err != nil {
			l.notice.Fail(kit.Explain(err, locale.L("Couldn't open the browser.")))
		}
	})
	l.away = widgets.Column(0, widgets.Card(widgets.Column(theme.Gap12,
		widgets.Title(locale.L("Ollama isn't running")), l.advice, widgets.Row(theme.Gap8, l.ollama, again))))
	l.away.Hide()
	order := widgets.Card(widgets.Column(theme.Gap4, widgets.Title(locale.L("Order of use: if one fails, the next takes over")), l.chain))
	l.spares = widgets.Card(widgets.Column(theme.Gap4, widgets.Title(locale.L("Installed, not in use")), l.spare))
	l.spares.Hide()
	l.root = container.NewVScroll(widgets.Inset(theme.Gap24, 0, theme.Gap24, 0, widgets.Sides(
		widgets.Column(theme.Gap16, head, l.notice.Object(), l.remote.root, l.away, order, l.spares, l.get.root, l.try.root, l.more.root))))
	l.get.arrange(app.ModelAdvice{}) // until the state is known
	l.try.arrange(nil, false)
	l.chain.Add(widgets.Small(locale.L("Checking which models there are…")))
}

func (l *modelList) Content() fyne.CanvasObject { return l.root }

func (l *modelList) refresh() { l.root.Refresh() }

// Submit downloads the recommended model, if there is one.
func (l *modelList) Submit() { l.get.submit() }

func (l *modelList) Escape() { l.notice.Clear() }

func (l *modelList) load() {
	l.asked()
	frame := l.page.Frame
	l.asked = frame.Work.Start(func(ctx context.Context) func() {
		advice, err := l.page.backend.Advice(ctx)
		var models []app.Model
		if err == nil {
			models, err = l.page.backend.Models(ctx)
		}
		others, _ := l.page.backend.Engines(ctx) // it fails only if it was cancelled
		stopped := ctx.Err() != nil
		return func() {
			if !stopped {
				l.more.show(others)
				l.loaded(advice, models, err)
			}
		}
	})
}

// loaded shows the result. While the order is being saved it is outdated: saving reloads
// it.
func (l *modelList) loaded(advice app.ModelAdvice, models []app.Model, err error) {
	if l.saving {
		return
	}
	if err != nil && advice.Ollama {
		l.notice.Fail(kit.Explain(err, locale.L("Couldn't list the models. Try again in a moment.")))
	}
	l.models = models
	l.arrange(advice)
}

// arrange shows the cards for the present state.
func (l *modelList) arrange(advice app.ModelAdvice) {
	l.remote.show(advice.Remote)
	l.away.Hidden = advice.Ollama || !l.remote.root.Hidden && !advice.Remote.Allowed
	l.advice.Set(startWords(advice))
	l.ollama.Hidden = advice.Remote.Address != "" || advice.OllamaHere
	l.get.arrange(advice)
	if offer := advice.Offer; offer != "" {
		yes := widgets.NewButton(locale.L("Use {{.Model}}", "Model", offer), widgets.Primary, func() {
			l.notice.Clear()
			l.add(offer, true)
		})
		l.notice.Tell(locale.L("{{.Model}} is installed. Use it for answers and names?", "Model", offer), yes,
			widgets.NewButton(locale.L("Not now"), widgets.Secondary, l.notice.Clear))
	}
	l.try.arrange(l.usable(), advice.Ollama)
	l.fill()
}

// usable returns the available models.
func (l *modelList) usable() []string {
	var names []string
	for _, m := range l.models {
		if m.Installed && m.Fault == "" && !m.Rules {
			names = append(names, m.Name)
		}
	}
	return names
}

// fill shows the rows in order. A row remains the same object when it moves, so that it
// keeps the focus.
func (l *modelList) fill() {
	l.chain.Objects, l.spare.Objects = nil, nil
	last := len(l.order())
	for _, m := range l.models {
		row, ok := l.rows[m.Name]
		if !ok {
			row = newModelRow(l, m.Name)
			l.rows[m.Name] = row
		}
		row.show(m, last)
		if m.Place > 0 {
			l.chain.Add(row.root)
		} else {
			l.spare.Add(row.root)
		}
	}
	l.spares.Hidden = len(l.spare.Objects) == 0
	l.refresh()
	for _, row := range l.rows {
		row.keepKeyboard()
	}
}

// order returns the models of the chain, without the rules.
func (l *modelList) order() []string {
	var names []string
	for _, m := range l.models {
		if m.Place > 0 && !m.Rules {
			names = append(names, m.Name)
		}
	}
	return names
}

// move moves a model of the chain up (-1) or down (1).
func (l *modelList) move(name string, by int) {
	names := l.order()
	at := slices.Index(names, name)
	if to := at + by; at >= 0 && to >= 0 && to < len(names) {
		names[at], names[to] = names[to], names[at]
		l.choose(names)
	}
}

// add adds a model to the chain, as the first one if lead.
func (l *modelList) add(name string, lead bool) {
	names := slices.DeleteFunc(l.order(), func(n string) bool { return n == name })
	if lead {
		l.choose(slices.Insert(names, 0, name))
		return
	}
	l.choose(append(names, name))
}

func (l *modelList) remove(name string) {
	l.choose(slices.DeleteFunc(l.order(), func(n string) bool { return n == name }))
}

// askDelete asks whether to delete a model that is not in use.
func (l *modelList) askDelete(name string) {
	at := slices.IndexFunc(l.models, func(m app.Model) bool { return m.Name == name })
	if at < 0 {
		return
	}
	short := kit.Short(inert.Exact(name), 24)
	yes := widgets.NewButton(locale.L("Delete {{.Name}}", "Name", short), widgets.Primary, func() {
		l.notice.Clear()
		l.delete(name)
	})
	no := widgets.NewButton(locale.L("Cancel"), widgets.Secondary, l.notice.Clear)
	l.notice.Warn(locale.L("Delete {{.Name}} from this computer? That frees {{.Size}}, and it can be downloaded again.",
		"Name", short, "Size", kit.Bytes(l.models[at].Size)), yes, no)
	l.page.Frame.Focus(no)
}

func (l *modelList) delete(name string) {
	l.page.Frame.Work.Start(func(ctx context.Context) func() {
		err := l.page.backend.RemoveModel(ctx, name)
		return func() {
			if err != nil && !errors.Is(err, context.Canceled) {
				l.notice.Fail(kit.Explain(err, locale.L("Couldn't delete {{.Name}}. Try again in a moment.", "Name", inert.Exact(name))))
			}
			l.load()
			l.page.Changed()
		}
	})
}

// unload unloads a model.
func (l *modelList) unload(name string) {
	l.page.Frame.Work.Start(func(ctx context.Context) func() {
		err := l.page.backend.UnloadModel(ctx, name)
		return func() {
			if err != nil && !errors.Is(err, context.Canceled) {
				l.notice.Fail(kit.Explain(err, locale.L("Couldn't unload {{.Name}}. Try again in a moment.", "Name", inert.Exact(name))))
			}
			l.load()
		}
	})
}

// choose shows another chain at once and saves it. Of the chains chosen during a save,
// only the last is saved.
func (l *modelList) choose(names []string) {
	l.wanted = names
	l.models = reordered(l.models, names)
	l.fill()
	if !l.saving {
		l.save()
	}
}

// reordered returns models with another chain: it in order, the rules, the others. A
// model of the chain that was not listed is left to the backend.
func reordered(models []app.Model, chain []string) []app.Model {
	rank := func(m app.Model) int {
		at := slices.Index(chain, m.Name)
		switch {
		case at >= 0:
			return at
		case m.Rules:
			return len(chain)
		default:
			return len(chain) + 1
		}
	}
	models = slices.Clone(models)
	slices.SortStableFunc(models, func(a, b app.Model) int { return rank(a) - rank(b) })
	for i := range models {
		models[i].Place = 0
		if rank(models[i]) <= len(chain) {
			models[i].Place = i + 1
		}
	}
	return slices.DeleteFunc(models, func(m app.Model) bool { return !m.Installed && m.Place == 0 })
}

func (l *modelList) save() {
	l.saving = true
	l.asked()
	names, frame := l.wanted, l.page.Frame
	frame.Work.Start(func(ctx context.Context) func() {
		err := l.page.backend.SetChain(ctx, names)
		return func() { l.saved(names, err) }
	})
}

func (l *modelList) saved(names []string, err error) {
	l.saving = false
	if err == nil && !slices.Equal(names, l.wanted) {
		l.save()
		return
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		l.notice.Fail(kit.Explain(err, locale.L("Couldn't save the order. Check that the settings file can be changed, then try again.")))
	}
	l.load()
	l.page.Changed()
}
