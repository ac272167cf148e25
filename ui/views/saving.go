package views

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// saving asks in place where a plan is to be written, and has it written.
type saving struct {
	r     *review
	panel *widgets.Panel
	file  *widgets.Entry
}

func newSaving(r *review) *saving {
	s := &saving{r: r, file: widgets.NewEntry("Where to")}
	s.file.OnSubmitted = func(string) { s.save() }
	s.file.GivenUp = s.close
	row := widgets.RowGrow(theme.Gap12, s.file, widgets.Body("Save the plan as"), s.file,
		widgets.NewButton("Save", widgets.Primary, s.save),
		widgets.NewButton("Not now", widgets.Secondary, s.close))
	s.panel = widgets.NewPanel(widgets.Inset(theme.Gap8, theme.Gap12, theme.Gap8, theme.Gap16, row), theme.Surface, theme.Line, theme.RadiusCard)
	s.panel.Hide()
	return s
}

func (s *saving) object() fyne.CanvasObject { return s.panel }

func (s *saving) open() bool { return s.panel.Visible() }

func (s *saving) ask() {
	if s.file.Text == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			home = "."
		}
		name := "Plan " + pathsWords(s.r.request.Paths) + ".json"
		s.file.SetText(filepath.Join(home, name))
	}
	s.panel.Show()
	s.r.root.Refresh()
	s.r.flow.frame.focus(s.file)
}

func (s *saving) close() {
	s.panel.Hide()
	s.r.root.Refresh()
}

func (s *saving) save() {
	file, frame, id := s.file.Text, s.r.flow.frame, s.r.plan.ID
	if file == "" {
		return
	}
	s.close()
	frame.Work.Start(func(ctx context.Context) func() {
		err := frame.Desk.SavePlan(ctx, id, file)
		return func() { s.finish(file, err) }
	})
}

func (s *saving) finish(file string, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		return
	case err != nil:
		s.r.notice.Fail(explain(err, "The plan could not be saved as "+file+". Choose another place and save it again."))
	default:
		s.r.notice.Tell("The plan is saved as "+file+". No file has been changed.",
			widgets.NewButton("All right", widgets.Secondary, s.r.notice.Clear))
	}
}
