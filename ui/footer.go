package ui

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// footer says quietly how things stand.
type footer struct {
	work    *kit.Work
	backend Backend
	root    *fyne.Container
	dot     *widgets.Area
	model   *widgets.Text
	get     *widgets.Button // leads to the models, while none answers
	there   bool            // they are what is shown
	none    bool            // no model answers
	trouble *widgets.Text   // stands for both
	reads   *widgets.Text
	safe    *widgets.Text
}

// newFooter makes the footer; models leads to the page of the models.
func newFooter(work *kit.Work, backend Backend, models func()) *footer {
	f := &footer{
		work: work, backend: backend, dot: widgets.Dot(theme.Muted),
		model: widgets.Small("").Shrink(), trouble: widgets.Small("").Shrink().Coloured(theme.Doubt),
		reads: widgets.Small("").Shrink(), safe: widgets.Small("").Shrink(),
		get: widgets.NewButton(locale.L("Get better names with a local model ›"), widgets.Link, models).Small(),
	}
	f.get.Hide()
	line := widgets.RowGrow(theme.Gap12, f.trouble, f.dot, f.model, f.get, f.trouble, f.reads, f.safe)
	f.root = widgets.Frame(widgets.Rule(), nil, nil, nil,
		widgets.Fixed(0, footerHeight, widgets.Inset(0, 20, 0, 20, line)))
	return f
}

const footerHeight float32 = 33

func (f *footer) object() fyne.CanvasObject { return f.root }

// at is told whether the page of the models is shown: nothing leads there then.
func (f *footer) at(models bool) {
	f.there = models
	f.get.Hidden = !f.none || models
	f.root.Refresh()
}

func (f *footer) visible(on bool) {
	if on {
		f.root.Show()
	} else {
		f.root.Hide()
	}
}

func (f *footer) load() {
	f.work.Start(func(ctx context.Context) func() {
		s, err := f.backend.Status(ctx)
		return func() {
			if err == nil {
				f.show(s)
			}
		}
	})
}

// troubleWords say what does not work; empty when all does.
func troubleWords(t app.Trouble) string {
	switch t.Code {
	case app.TroubleServers:
		return locale.L("{{.Names}} didn't start. See the Servers page.", "Names", locale.List(t.Servers))
	case app.TroubleNoReader:
		return locale.L("Pictures and scans can't be read. {{.Why}}", "Why", t.Text)
	}
	return t.Text
}

func (f *footer) show(s app.Status) {
	f.none = s.Model == "" && s.Trouble.Code == ""
	f.get.Hidden = !f.none || f.there
	f.model.Hidden = s.Trouble.Code != ""
	f.trouble.Set(troubleWords(s.Trouble))
	switch {
	case s.Trouble.Code != "":
		f.dot.Paint(theme.Doubt)
	case s.Model == "":
		f.dot.Paint(theme.Doubt)
		f.model.Set(locale.L("Basic mode: no model yet"))
	case slices.Contains(s.Away, s.Model):
		f.dot.Paint(theme.Doubt)
		f.model.Set(locale.L("{{.Model}} · not on this computer", "Model", s.Model))
	default:
		f.dot.Paint(theme.Accent)
		f.model.Set(locale.L("{{.Model}} · on this computer", "Model", s.Model))
	}
	f.reads.Set("")
	if len(s.Languages) > 0 {
		f.reads.Set(locale.L("Reads {{.Languages}}", "Languages", strings.Join(s.Languages, ", ")))
	}
	f.safe.Set(locale.L("Nothing leaves this computer"))
	f.safe.Style(theme.Muted, false)
	if n := len(s.Away); n > 0 {
		f.safe.Set(locale.L("{{.Name}} can reach the network", "Name", s.Away[0]))
		if n > 1 {
			f.safe.Set(locale.N("{{.Name}} and {{.N}} more can reach the network", "{{.Name}} and {{.N}} more can reach the network", n-1, "Name", s.Away[0]))
		}
		f.safe.Style(theme.Doubt, false)
	}
	f.root.Refresh()
}
