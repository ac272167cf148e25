package ui

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/home"
	"github.com/deskhand/deskhand/ui/views/kit"
	planpage "github.com/deskhand/deskhand/ui/views/plan"
	"github.com/deskhand/deskhand/ui/widgets"
)

// flow is the main job from the drop to the receipt: one stage at a time.
type flow struct {
	kit.Stages
	backend jobBackend
	home    *home.Home
	ways    planpage.Ways
	queue   []string // paths that were dropped while files were being read or renamed
	// Changed is called when files have been renamed or restored.
	Changed func()
	// Marked is called with whether there is something new to see.
	Marked func(bool)
}

// newFlow returns the job at its beginning.
func newFlow(frame *kit.Frame, backend jobBackend) *flow {
	f := &flow{Stages: kit.NewStages(frame), backend: backend, Changed: func() {}, Marked: func(bool) {}}
	changed := func() { f.Changed() }
	f.home = home.New(frame, backend, &f.Stages)
	f.home.Propose, f.home.Drop, f.home.Changed, f.home.MakeSearchable = f.propose, f.Drop, changed, f.makeSearchable
	f.ways = planpage.Ways{
		Apply: f.apply, Propose: f.propose, Join: f.join, Pick: f.home.PickPattern, Ask: f.home.Ask, Changed: changed,
		Home: func() { f.home.Begin("") },
	}
	f.Show(f.home)
	return f
}

// undoEdit undoes the last edit of the plan under review, and reports whether there was
// one.
func (f *flow) undoEdit() bool {
	r, ok := f.Now.(*planpage.Review)
	return ok && r.UndoEdit()
}

// redoEdit redoes the edit of the plan under review that was undone last, and reports
// whether a plan is under review.
func (f *flow) redoEdit() bool {
	r, ok := f.Now.(*planpage.Review)
	if ok && !r.RedoEdit() {
		r.Warn(locale.L("There's nothing to redo."))
	}
	return ok
}

// AtHome reports whether the job has not begun.
func (f *flow) AtHome() bool { return f.Now == f.home }

// Choose lets the user choose a folder, if no work would be lost.
func (f *flow) Choose() {
	choose := func() { f.home.Choose(kit.ChooseFolder) }
	switch s := f.Now.(type) {
	case *working, *opening, *scanned, *planpage.Reading, *kit.Chooser:
	case *planpage.Review:
		s.Leave(locale.L("Choose other files? Your edits to this plan will be lost."), locale.L("Choose other files"), choose)
	default:
		choose()
	}
}

// Reset applies the current settings to the next files.
func (f *flow) Reset() { f.home.Reset() }

// Load reloads the home stage.
func (f *flow) Load() { f.home.Load() }

// Returned must be called when files were restored elsewhere: a receipt for them is no
// longer true.
func (f *flow) Returned() {
	if _, ok := f.Now.(*planpage.Receipt); ok {
		f.Replace(f.home)
	}
	f.home.Load()
}

// Drop takes files dropped on the window. It never replaces unfinished work unasked:
// files wait for what is being read or renamed, and can be added to a plan.
func (f *flow) Drop(paths []string) {
	if len(paths) == 0 {
		return
	}
	switch s := f.Now.(type) {
	case *planpage.Reading:
		f.queue = append(f.queue, paths...)
		s.Tell(nextWords(f.queue))
	case *opening:
		f.queue = append(f.queue, paths...)
	case *working:
		f.queue = append(f.queue, paths...)
		s.notice.Tell(locale.L("Files are being renamed. {{.Files}} can be read when that's done.", "Files", kit.PathsWords(f.queue)))
	case *planpage.Review:
		s.Offer(paths)
	case *scanned: // the result is not discarded unasked
		s.waits(paths)
	default:
		f.propose(paths)
	}
}

// nextWords say that paths are read after the present ones.
func nextWords(paths []string) string {
	return locale.L("{{.Files}} will be read next and added to this plan.", "Files", kit.PathsWords(paths))
}

// queued returns and clears the paths that were dropped meanwhile.
func (f *flow) queued() []string {
	paths := f.queue
	f.queue = nil
	return paths
}

// propose reads the files at paths and shows the plan.
func (f *flow) propose(paths []string) { f.read(f.home.Request(paths), nil) }

// join reads the files at paths, or in subfolders, and adds them to the plan in r.
func (f *flow) join(r *planpage.Review, paths []string, recursive bool) {
	req := f.home.Request(paths)
	req.Join, req.Recursive = r.PlanID(), req.Recursive || recursive
	f.read(req, r)
}

// read reads the files of a request and shows the plan. before is the review that they
// join, or nil.
func (f *flow) read(req app.ProposeRequest, before *planpage.Review) {
	f.reading(req, before).Begin()
}

// reading shows the reading of a request, once it begins.
func (f *flow) reading(req app.ProposeRequest, before *planpage.Review) *planpage.Reading {
	s := planpage.NewReading(f.Frame, req)
	s.Home = func() {
		f.queued() // files queued behind a cancelled reading are dropped
		if before != nil {
			f.Show(before)
			before.Focus()
			return
		}
		f.home.Begin("")
	}
	s.Before = before
	s.Start = func() func() {
		var warnings []event.Warning
		m := newMeter(f.Frame.Work.Post, s.Progress, func(e event.Warning) { warnings = append(warnings, e) })
		m.files.Show = s.Took
		return f.Frame.Work.Start(func(ctx context.Context) func() {
			p, err := f.backend.Propose(ctx, s.Request(), m.take)
			return func() {
				switch {
				case f.Now != s:
				case errors.Is(err, context.Canceled):
					s.Cancelled()
				default:
					f.proposed(s.Request(), p, warnings, err, before)
				}
			}
		})
	}
	f.Show(s)
	return s
}

func (f *flow) proposed(req app.ProposeRequest, p plan.Plan, warnings []event.Warning, err error, before *planpage.Review) {
	waiting := f.queued()
	if !f.Frame.Shown() {
		f.Marked(true)
	}
	switch {
	case err != nil && before != nil:
		f.Show(before)
		before.Focus()
		before.Warn(f.unreadWords(req, err), f.deeper(req, err, before)...)
		if len(waiting) > 0 {
			f.join(before, waiting, req.Recursive)
		}
	case err != nil:
		f.unread(req, err)
		if len(waiting) > 0 {
			f.propose(waiting)
		}
	default:
		r := planpage.NewReview(f.Frame, f.backend, f.ways, req, p, warnings)
		r.Continue(before)
		f.Show(r)
		r.Focus()
		if len(waiting) > 0 {
			f.join(r, waiting, req.Recursive)
		}
	}
}

// unread goes home and says why there is no plan; subfolders can be read.
func (f *flow) unread(req app.ProposeRequest, err error) {
	var none *app.NoFiles
	if !errors.As(err, &none) {
		f.home.Begin(f.unreadWords(req, err))
		return
	}
	f.home.Begin("")
	f.home.Warn(f.unreadWords(req, err), f.deeper(req, err, nil)...)
}

// deeper returns the button that reads subfolders too, if only they have files.
func (f *flow) deeper(req app.ProposeRequest, err error, before *planpage.Review) []fyne.CanvasObject {
	var none *app.NoFiles
	if !errors.As(err, &none) || none.Deeper == 0 {
		return nil
	}
	req.Recursive = true
	words := locale.N("Include {{.N}} file in subfolders", "Include {{.N}} files in subfolders", none.Deeper)
	return []fyne.CanvasObject{widgets.NewButton(words, widgets.Primary, func() { f.read(req, before) })}
}

func (f *flow) unreadWords(req app.ProposeRequest, err error) string {
	var none *app.NoFiles
	switch files := kit.PathsWords(req.Paths); {
	case errors.As(err, &none) && none.Deeper > 0:
		return locale.L("{{.Files}} has no files of its own.", "Files", files)
	case errors.As(err, &none) && req.Join != "":
		return locale.L("There was nothing new in {{.Files}}.", "Files", files)
	case errors.As(err, &none):
		return locale.L("Nothing to rename in {{.Files}}. Hidden files are left alone.", "Files", files)
	}
	return kit.Explain(err, locale.L("Couldn't read the files. Nothing was changed; try again, or with fewer files."))
}

// Review shows a plan that was proposed elsewhere. An edited plan under review is not
// discarded without asking, and a running rename is completed first.
func (f *flow) Review(p plan.Plan) {
	show := func() {
		r := planpage.NewReview(f.Frame, f.backend, f.ways, app.ProposeRequest{Paths: p.Roots}, p, nil)
		f.Show(r)
		r.Focus()
	}
	switch s := f.Now.(type) {
	case *opening:
	case *scanned: // the result is not discarded unasked
	case *planpage.Reading:
		s.Warn(locale.L("Files are being read or renamed. Review the plan when that's done."))
	case *working:
		s.notice.Warn(locale.L("Files are being read or renamed. Review the plan when that's done."))
	case *planpage.Review:
		s.Leave(locale.L("Open the other plan? Your edits to this one will be lost."), locale.L("Open the other plan"), show)
	default:
		show()
	}
}

// apply carries out the plan that was approved in r.
func (f *flow) apply(r *planpage.Review, p plan.Plan) {
	var stop context.CancelFunc
	w := newWorking(planpage.Doing(p), locale.L("You can cancel at any time. Files already renamed can be undone."),
		locale.L("Starting…"), func() { stop() })
	m := newMeter(f.Frame.Work.Post, w.show, func(e event.Warning) { w.notice.Warn(kit.WarningWords(e.Warning)) })
	f.Show(w)
	stop = f.Frame.Work.Start(func(ctx context.Context) func() {
		receipt, err := f.backend.Apply(ctx, p.ID, m.take)
		return func() { f.applied(r, p, receipt, err) }
	})
}

// refusedWords say why a plan was not carried out at all. It is checked again.
func refusedWords(err error) string {
	if errors.Is(err, app.ErrWorldChanged) {
		return locale.L("A file changed or disappeared after the plan was made, so nothing was renamed. The plan has been checked again: please review it.")
	}
	return kit.Explain(err, locale.L("Couldn't rename the files. They all kept their names; read them again and retry."))
}

func (f *flow) applied(r *planpage.Review, p plan.Plan, receipt plan.Receipt, err error) {
	if receipt.Batch == "" && err != nil {
		f.Show(r)
		r.Offer(f.queued())
		if !errors.Is(err, context.Canceled) {
			r.Refused(refusedWords(err))
		}
		return
	}
	s := planpage.NewReceipt(f.Frame, f.backend, f.ways, p, receipt)
	if err != nil && !errors.Is(err, context.Canceled) {
		s.Fail(kit.Explain(err, locale.L("Couldn't finish. Every file is still there; see Activity.")))
	}
	f.Show(s)
	if waiting := f.queued(); len(waiting) > 0 {
		s.Offer(waiting)
	}
	f.Changed()
}

// openingWords say that the plan under review is being fetched.
func openingWords() string { return locale.L("Opening your plan…") }

// busy reports whether files are being read, renamed or chosen.
func (f *flow) busy() bool {
	switch s := f.Now.(type) {
	case *working, *opening, *scanned, *kit.Chooser:
		return true
	case *planpage.Reading:
		return !s.Paused()
	case *planpage.Review:
		return s.Busy()
	}
	return false
}
