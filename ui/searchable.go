package ui

import (
	"context"
	"errors"
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/scans"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// makeSearchable reads scans, and shows which searchable PDFs would be added.
func (f *flow) makeSearchable(paths []string) {
	var stop context.CancelFunc
	w := newWorking(locale.L("Making searchable PDFs"), locale.L("Your scans are being read. Nothing is added until you've seen the list."),
		locale.L("Starting…"), func() { stop() })
	m := newMeter(f.Frame.Work.Post, w.show, func(e event.Warning) { w.notice.Warn(kit.WarningWords(e.Warning)) })
	req := scans.Request{Paths: paths, Recursive: f.home.Request(paths).Recursive}
	f.Show(w)
	stop = f.Frame.Work.Start(func(ctx context.Context) func() {
		job, err := f.backend.MakeSearchable(ctx, req, m.take)
		return func() {
			switch {
			case errors.Is(err, context.Canceled):
				f.home.Begin("")
			case err != nil:
				f.home.Begin(kit.Explain(err, locale.L("Couldn't read the files. Nothing was changed; try again, or with fewer files.")))
			default:
				f.Show(newScanned(f, job))
			}
		}
	})
}

// scanned shows the results of scans: which new files are to be added.
type scanned struct {
	f    *flow
	job  scans.Job
	news []scans.Scan // those with a new file
	root fyne.CanvasObject
	add  *widgets.Button
	note *widgets.Notice
}

func newScanned(f *flow, job scans.Job) *scanned {
	s := &scanned{f: f, job: job}
	s.note = widgets.NewNotice(func() { s.root.Refresh() })
	for _, scan := range job.Scans {
		if scan.To != "" {
			s.news = append(s.news, scan)
		}
	}
	heading := locale.N("{{.N}} searchable PDF is ready", "{{.N}} searchable PDFs are ready", len(s.news))
	promise := locale.L("They go beside the scans and look the same; their words can be searched and copied. The scans stay as they are.")
	if len(s.news) == 0 {
		heading, promise = locale.L("There is nothing to add"), locale.L("None of these files is a scan whose text is still missing.")
	}
	s.add = widgets.NewButton(locale.N("Add {{.N}} file", "Add {{.N}} files", len(s.news)), widgets.Primary, s.Submit)
	s.add.Hidden = len(s.news) == 0
	list := widgets.NewList(func() int { return len(job.Scans) },
		func() fyne.CanvasObject { return widgets.NewTwoLines() },
		func(i int, o fyne.CanvasObject) {
			scan := job.Scans[i]
			colour := theme.Muted
			if scan.To != "" {
				colour = theme.Accent
			}
			o.(*widgets.TwoLines).Set(inert.Line(filepath.Base(scan.Path)), becameWords(scan), colour, false)
		})
	head := widgets.Column(theme.Gap4, widgets.Heading(heading), widgets.Quiet(promise).Wrap(), s.note.Object())
	bottom := widgets.Row(theme.Gap12, widgets.Spacer(), widgets.NewButton(locale.L("Cancel"), widgets.Secondary, s.Escape), s.add)
	s.root = widgets.Inset(theme.Gap24, 0, theme.Gap16, 0, widgets.Sides(widgets.Frame(
		widgets.Inset(0, 0, theme.Gap16, 0, head), widgets.Inset(theme.Gap16, 0, 0, 0, bottom), nil, nil, list.Framed())))
	return s
}

// becameWords say what happened to a scan.
func becameWords(s scans.Scan) string {
	switch {
	case s.Failure.Class != "":
		return kit.Explain(&s.Failure, locale.L("Couldn't be read."))
	case s.To != "" && s.Read < s.Pages:
		return locale.L("→ {{.File}} · {{.Done}} of {{.Total}} pages read, the others have their text", "File", inert.Line(filepath.Base(s.To)), "Done", s.Read, "Total", s.Pages)
	case s.To != "":
		return locale.N("→ {{.File}} · {{.N}} word", "→ {{.File}} · {{.N}} words", s.Words, "File", inert.Line(filepath.Base(s.To)))
	case s.There:
		return locale.L("Already made searchable")
	case s.Pages > 0 || len(s.Notes) > 0:
		return locale.L("Has its text already, or none that can be read")
	}
	return locale.L("Not a scan")
}

// waits says that dropped files have to wait for an answer.
func (s *scanned) waits(paths []string) {
	s.note.Tell(locale.L("Add the files or cancel first, then drop {{.Files}} again.", "Files", kit.PathsWords(paths)))
}

// Content returns what is shown.
func (s *scanned) Content() fyne.CanvasObject { return s.root }

// Submit adds the files: this is the user's approval.
func (s *scanned) Submit() {
	if len(s.news) == 0 {
		s.Escape()
		return
	}
	f := s.f
	var stop context.CancelFunc
	w := newWorking(locale.N("Adding {{.N}} file", "Adding {{.N}} files", len(s.news)), locale.L("You can cancel at any time. Files already added can be removed with Undo."),
		locale.L("Starting…"), func() { stop() })
	m := newMeter(f.Frame.Work.Post, w.show, func(e event.Warning) { w.notice.Warn(kit.WarningWords(e.Warning)) })
	f.Show(w)
	stop = f.Frame.Work.Start(func(ctx context.Context) func() {
		receipt, err := f.backend.Place(ctx, s.job, m.take)
		s.job.Discard()
		return func() { s.placed(receipt, err) }
	})
}

func (s *scanned) placed(receipt plan.Receipt, err error) {
	if receipt.Batch == "" {
		s.f.home.Begin("")
		if err != nil && !errors.Is(err, context.Canceled) {
			s.f.home.Warn(kit.Explain(err, locale.L("Couldn't add the files. Your scans are as they were.")))
		}
		return
	}
	s.f.Show(newAdded(s, receipt))
	s.f.Changed()
}

// Escape goes home without adding anything.
func (s *scanned) Escape() {
	s.f.Frame.Work.Start(func(context.Context) func() {
		s.job.Discard()
		return func() {}
	})
	s.f.home.Begin("")
}

// added shows which files were added, and can remove them again.
type added struct {
	f    *flow
	root fyne.CanvasObject
	undo *kit.Undoer
}

func newAdded(s *scanned, r plan.Receipt) *added {
	a := &added{f: s.f}
	folder := filepath.Dir(s.news[0].To)
	batch := app.Batch{ID: r.Batch, Done: r.Moved, Of: len(s.news), Adds: true, Folder: folder}
	var back *widgets.Button
	a.undo = kit.NewUndoer(s.f.Frame, s.f.backend, func() { a.root.Refresh() }, func() {
		back.Disable()
		s.f.Changed()
	})
	back = widgets.NewButton(locale.L("Undo"), widgets.Secondary, func() { a.undo.Ask(batch) })
	back.Enabled(r.Moved > 0)
	heading := locale.N("{{.N}} file added in {{.Folder}}", "{{.N}} files added in {{.Folder}}", r.Moved, "Folder", inert.Line(filepath.Base(folder)))
	icon, colour := theme.IconCheck, theme.Accent
	lines := widgets.Column(theme.Gap8, widgets.Quiet(locale.L("You can undo this now, or later from Activity.")))
	if r.Stopped || r.Failed > 0 {
		icon, colour = theme.IconAlert, theme.Doubt
		heading = locale.L("{{.Done}} of {{.Files}} added", "Done", locale.Number(r.Moved), "Files", locale.Files(batch.Of))
	}
	for _, f := range r.Failures {
		lines.Add(widgets.Quiet(inert.Line(filepath.Base(f.Path)) + ": " + kit.FailureWords(f)).Wrap())
	}
	head := widgets.Heading(heading).Shrink()
	show := widgets.NewButton(locale.L("Show files"), widgets.Secondary, func() { s.f.Frame.OpenFolder(folder, a.undo.Notice) })
	done := widgets.NewButton(locale.L("Done"), widgets.Primary, a.Submit)
	card := widgets.Card(widgets.Column(theme.Gap24, lines, widgets.Row(theme.Gap12, back, show, widgets.Spacer(), done)))
	a.root = widgets.Sides(widgets.Inset(theme.Gap40, 0, theme.Gap24, 0, widgets.Column(theme.Gap24,
		widgets.RowGrow(theme.Gap12, head, widgets.NewIcon(icon, colour, 28), head), card, a.undo.Notice.Object())))
	return a
}

// Content returns what is shown.
func (a *added) Content() fyne.CanvasObject { return a.root }

// Submit goes home.
func (a *added) Submit() { a.f.home.Begin("") }

// Escape goes home.
func (a *added) Escape() { a.f.home.Begin("") }
