package ui

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views"
	"github.com/deskhand/deskhand/ui/widgets"
)

// footer says quietly how things stand.
type footer struct {
	work  *views.Work
	desk  Desk
	root  *fyne.Container
	dot   *widgets.Area
	model *widgets.Text
	reads *widgets.Text
}

func newFooter(work *views.Work, desk Desk) *footer {
	f := &footer{
		work: work, desk: desk, dot: widgets.Dot(theme.Muted),
		model: widgets.Small("").Shrink(), reads: widgets.Small(""),
	}
	line := widgets.RowGrow(theme.Gap8, f.model, f.dot, f.model, f.reads,
		widgets.Inset(0, 0, 0, theme.Gap8, widgets.Small("Nothing leaves this computer")))
	f.root = widgets.Frame(widgets.Rule(), nil, nil, nil,
		widgets.Fixed(0, footerHeight, widgets.Inset(0, 20, 0, 20, line)))
	return f
}

const footerHeight float32 = 33

func (f *footer) object() fyne.CanvasObject { return f.root }

func (f *footer) visible(on bool) {
	if on {
		f.root.Show()
	} else {
		f.root.Hide()
	}
}

func (f *footer) load() {
	f.work.Start(func(ctx context.Context) func() {
		s, err := f.desk.Standing(ctx)
		return func() {
			if err == nil {
				f.show(s)
			}
		}
	})
}

func (f *footer) show(s app.Standing) {
	f.model.Style(theme.Muted, false)
	switch {
	case s.Trouble != "":
		f.dot.Paint(theme.Doubt)
		f.model.Set(s.Trouble)
		f.model.Style(theme.Doubt, false)
	case s.Model == "":
		f.dot.Paint(theme.Doubt)
		f.model.Set("Basic mode: no model yet")
	default:
		f.dot.Paint(theme.Accent)
		f.model.Set(s.Model + " · on this computer")
	}
	f.reads.Set("")
	if len(s.Languages) > 0 {
		f.reads.Set("Reads " + strings.Join(s.Languages, ", "))
	}
	f.root.Refresh()
}
