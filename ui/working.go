package ui

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// working shows the progress of a long job, which can be cancelled.
type working struct {
	root   fyne.CanvasObject
	count  *widgets.Text
	what   *widgets.Text
	bar    *widgets.Parts
	cancel *widgets.Button
	notice *widgets.Notice
	stop   func()
	// unknown is shown in place of the count until the total is known.
	unknown string
}

// newWorking returns the stage of a job. promise says what is safe about it; stop is called
// at most once.
func newWorking(heading, promise, unknown string, stop func()) *working {
	w := &working{
		count: widgets.Strong(unknown), what: widgets.Small("").Shrink(), bar: widgets.NewParts(),
		stop: stop, unknown: unknown,
	}
	w.notice = widgets.NewNotice(func() { w.root.Refresh() })
	w.cancel = widgets.NewButton(locale.L("Cancel"), widgets.Secondary, w.Escape)
	head := widgets.Column(theme.Gap4, widgets.Heading(heading).Shrink(), widgets.Quiet(promise).Wrap())
	card := widgets.Card(widgets.Column(theme.Gap12,
		widgets.Row(theme.Gap8, w.count), w.bar,
		widgets.RowGrow(theme.Gap16, w.what, w.what, w.cancel)))
	w.root = widgets.Sides(widgets.Inset(theme.Gap40, 0, theme.Gap24, 0,
		widgets.Column(theme.Gap24, head, card, w.notice.Object())))
	return w
}

func (w *working) Content() fyne.CanvasObject { return w.root }

func (w *working) Submit() {}

// Escape cancels the job, once.
func (w *working) Escape() {
	if w.cancel.Disabled() {
		return
	}
	w.cancel.Disable()
	w.cancel.Set(locale.L("Stopping…"))
	w.stop()
}

func (w *working) show(p chat.Progress) {
	w.count.Set(w.unknown)
	if p.Total > 0 {
		w.count.Set(locale.L("{{.Done}} of {{.Total}}", "Done", locale.Number(p.Done), "Total", locale.Number(p.Total)))
		w.bar.Fill(float32(p.Done) / float32(p.Total))
	} else if p.Done > 0 {
		w.count.Set(locale.Files(p.Done))
	}
	what := p.What
	if filepath.IsAbs(what) {
		what = filepath.Base(what)
	}
	w.what.Set(what)
}
