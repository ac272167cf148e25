package models

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// evaluation is the card that tries a model on a few files. It changes nothing.
type evaluation struct {
	list   *modelList
	root   *widgets.Panel
	notice *widgets.Notice
	model  *widgets.Button
	files  *widgets.Button
	do     *widgets.Button
	going  *fyne.Container // while it runs
	bar    *widgets.Parts
	far    *widgets.Text
	cancel *widgets.Button
	table  *fyne.Container // a row for each file that was tried

	names  []string // the models that can be tried
	chosen string   // the one to try
	paths  []string // empty: the sample folder
	busy   bool
	stop   context.CancelFunc
}

func newEvaluation(l *modelList) *evaluation {
	t := &evaluation{
		list: l, bar: widgets.NewParts(), far: widgets.Small("").Shrink(), table: widgets.Column(theme.Gap8),
		stop: func() {},
	}
	t.notice = widgets.NewNotice(l.refresh)
	t.model = widgets.NewButton("", widgets.Secondary, t.chooseModel).WithCaret()
	t.files = widgets.NewButton("", widgets.Secondary, t.chooseFiles).WithCaret()
	t.do = widgets.NewButton(locale.L("Try it"), widgets.Secondary, t.start)
	t.cancel = widgets.NewButton(locale.L("Cancel"), widgets.Secondary, t.giveUp)
	t.going = widgets.Column(theme.Gap12, t.bar, widgets.RowGrow(theme.Gap16, t.far, t.far, t.cancel))
	t.going.Hide()
	t.table.Hide()
	promise := widgets.Small(locale.L("It reads them and suggests names. Nothing is changed.")).Wrap()
	t.root = widgets.Card(widgets.Column(theme.Gap12,
		widgets.Column(2, widgets.Title(locale.L("Try a model on five of your files")), promise),
		widgets.Row(theme.Gap8, t.model, t.files, t.do), t.going, t.table, t.notice.Object()))
	return t
}

// arrange shows the models that can be tried.
func (t *evaluation) arrange(names []string, there bool) {
	t.names = names
	if !slices.Contains(names, t.chosen) && !t.busy {
		t.chosen = ""
		if len(names) > 0 {
			t.chosen = names[0]
		}
	}
	t.root.Hidden = !t.busy && (!there || len(names) == 0)
	t.show()
}

func (t *evaluation) show() {
	t.model.Set(t.chosen)
	t.files.Set(locale.L("five sample files"))
	if n := len(t.paths); n > 0 {
		t.files.Set(kit.Short(kit.PathsWords(t.paths), 40))
	}
	for _, b := range []*widgets.Button{t.model, t.files, t.do} {
		b.Enabled(!t.busy)
	}
	t.going.Hidden = !t.busy
	t.root.Refresh()
	t.list.refresh()
}

func (t *evaluation) chooseModel() {
	choices := make([]widgets.Choice, len(t.names))
	for i, name := range t.names {
		choices[i] = widgets.Choice{Words: name, Pick: func() {
			t.chosen = name
			t.show()
		}}
	}
	widgets.OpenMenu(t.model, choices)
}

func (t *evaluation) chooseFiles() {
	widgets.OpenMenu(t.files, []widgets.Choice{
		{Words: locale.L("five sample files"), Pick: func() { t.pick(nil) }},
		{Words: locale.L("Choose files…"), Pick: func() {
			on := &t.list.page.Stages
			c := kit.NewChooser(on, kit.ChooseSamples, func(paths []string) {
				t.pick(paths)
				on.Show(t.list)
			})
			on.Show(c)
			c.Open(kit.HomeFolder())
		}},
	})
}

func (t *evaluation) pick(paths []string) {
	t.paths = paths
	t.show()
}

func (t *evaluation) start() {
	name, paths, frame := t.chosen, t.paths, t.list.page.Frame
	t.busy = true
	t.notice.Clear()
	t.table.Objects = nil
	t.table.Hide()
	t.cancel.Set(locale.L("Cancel"))
	t.cancel.Enable()
	t.bar.Fill(0)
	t.far.Set(locale.L("Reading the files…"))
	t.show()
	news := &kit.Latest[app.Evaluation]{Post: frame.Work.Post, Show: t.tell}
	t.stop = frame.Work.Start(func(ctx context.Context) func() {
		a, err := t.list.page.backend.Evaluate(ctx, name, paths, news.Take)
		return func() { t.ended(a, err) }
	})
}

func (t *evaluation) tell(a app.Evaluation) {
	if !t.busy {
		return
	}
	if a.Of > 0 {
		t.bar.Fill(float32(len(a.Files)) / float32(a.Of))
		t.far.Set(locale.L("{{.Done}} of {{.Total}}", "Done", locale.Number(len(a.Files)), "Total", locale.Number(a.Of)))
	}
	for _, f := range a.Files[min(len(t.table.Objects), len(a.Files)):] {
		t.table.Add(evaluationRow(f))
	}
	t.table.Hidden = len(t.table.Objects) == 0
	t.root.Refresh()
	t.list.refresh()
}

// evaluationRow shows the result for one file.
func evaluationRow(f app.EvaluatedFile) fyne.CanvasObject {
	after := widgets.Strong(inert.Exact(f.Name)).Shrink()
	if f.Name == "" {
		after = widgets.Quiet(noNameWords(f)).Shrink()
	}
	right := widgets.RowGrow(theme.Gap8, after, widgets.NewIcon(theme.IconArrow, theme.Muted, 14), after,
		widgets.Small(fieldsWords(f.Fields)+" · "+kit.LapseWords(f.Took)))
	if !f.Valid && f.Took > 0 {
		right.Add(widgets.NewChip(locale.L("no valid answer"), widgets.Uncertain, nil))
	}
	return widgets.Split(theme.Gap12, 0.3, widgets.Quiet(filepath.Base(f.Path)).Shrink(), right)
}

func (t *evaluation) giveUp() {
	t.cancel.Disable()
	t.cancel.Set(locale.L("Stopping…"))
	t.stop()
}

func (t *evaluation) ended(a app.Evaluation, err error) {
	t.tell(a)
	t.busy = false
	t.show()
	switch {
	case errors.Is(err, context.Canceled):
		t.notice.Warn(locale.L("Stopped.") + " " + evaluationWords(a))
	case err != nil:
		t.notice.Fail(kit.Explain(err, locale.L("Couldn't try {{.Model}}. Check that Ollama is running, then try again.", "Model", t.chosen)))
	case a.Valid < len(a.Files) || a.Fields < a.Rules:
		t.notice.Warn(verdictWords(&a))
	default:
		t.notice.Tell(verdictWords(&a))
	}
	t.list.load() // it is in memory now, on the GPU or not
}
