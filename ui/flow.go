package ui

import (
	"context"
	"errors"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/home"
	"github.com/deskhand/deskhand/ui/views/kit"
	planpage "github.com/deskhand/deskhand/ui/views/plan"
)

// flow is the main job from the drop to the receipt: one stage at a time.
type flow struct {
	kit.Stages
	backend jobBackend
	home    *home.Home
	ways    planpage.Ways
	// Changed is told when files have been renamed or brought back.
	Changed func()
}

// newFlow makes the job, at its beginning.
func newFlow(frame *kit.Frame, backend jobBackend) *flow {
	f := &flow{Stages: kit.NewStages(frame), backend: backend, Changed: func() {}}
	changed := func() { f.Changed() }
	f.home = home.New(frame, backend, &f.Stages)
	f.home.Propose, f.home.Drop, f.home.Changed = f.propose, f.Drop, changed
	f.ways = planpage.Ways{
		Apply: f.apply, Propose: f.propose, Pick: f.home.PickPattern, Changed: changed,
		Home: func() { f.home.Begin("") },
	}
	f.Show(f.home)
	return f
}

// takeBack takes the last edit of the plan under review back, and reports whether
// there was one.
func (f *flow) takeBack() bool {
	r, ok := f.Now.(*planpage.Review)
	return ok && r.TakeBack()
}

// doAgain makes the edit again that was taken back last.
func (f *flow) doAgain() {
	if r, ok := f.Now.(*planpage.Review); ok {
		r.DoAgain()
	}
}

// AtHome reports whether the job has not begun.
func (f *flow) AtHome() bool { return f.Now == f.home }

// Choose lets the person choose a folder, where there is nothing to lose by it.
func (f *flow) Choose() {
	choose := func() { f.home.Choose(kit.ChooseFolder) }
	switch s := f.Now.(type) {
	case *working, *kit.Chooser:
	case *planpage.Review:
		s.Leave(locale.L("Choose other files? Your edits to this plan will be lost."), locale.L("Choose other files"), choose)
	default:
		choose()
	}
}

// Repattern takes the pattern that comes first now for the next files.
func (f *flow) Repattern() { f.home.Repattern() }

// Load asks again what home shows.
func (f *flow) Load() { f.home.Load() }

// Returned is told that files were brought back from elsewhere: a receipt for
// them is no longer true.
func (f *flow) Returned() {
	if _, ok := f.Now.(*planpage.Receipt); ok {
		f.Replace(f.home)
	}
	f.home.Load()
}

// Drop takes what was dropped on the window. What is being renamed is finished
// first, and a plan that was edited is not thrown away without asking.
func (f *flow) Drop(paths []string) {
	if len(paths) == 0 {
		return
	}
	switch s := f.Now.(type) {
	case *working:
		if !s.cancel.Disabled() && s.stop != nil && s == f.reading() {
			s.Escape()
			f.propose(paths)
			return
		}
		s.notice.Warn(locale.L("Files are being renamed. Drop these again when that's done."))
	case *planpage.Review:
		s.Offer(paths)
	default:
		f.propose(paths)
	}
}

// reading is the stage that reads, nil when another one is shown.
func (f *flow) reading() *working {
	if w, ok := f.Now.(*working); ok && w.reads {
		return w
	}
	return nil
}

// propose reads what is at paths and shows the plan.
func (f *flow) propose(paths []string) {
	req := f.home.Request(paths)
	var stop context.CancelFunc
	w := newWorking(locale.L("Reading {{.Files}}", "Files", kit.PathsWords(paths)), locale.L("Nothing changes yet. You'll review every name first."),
		locale.L("Looking through the folder…"), func() { stop() })
	w.reads = true
	var warnings []event.Warning
	m := newMeter(f.Frame.Work.Post, w.show, func(e event.Warning) { warnings = append(warnings, e) })
	f.Show(w)
	stop = f.Frame.Work.Start(func(ctx context.Context) func() {
		p, err := f.backend.Propose(ctx, req, m.take)
		return func() {
			if f.Now == w {
				f.proposed(req, p, warnings, err)
			}
		}
	})
}

func (f *flow) proposed(req app.ProposeRequest, p plan.Plan, warnings []event.Warning, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		f.home.Begin("")
	case err != nil:
		f.home.Begin(kit.Explain(err, locale.L("Couldn't read the files. Nothing was changed; try again, or with fewer files.")))
	case len(p.Items) == 0:
		f.home.Begin("")
		f.home.Warn(locale.L("Nothing to rename in {{.Files}}. Hidden files and subfolders are left alone.", "Files", kit.PathsWords(req.Paths)))
	default:
		r := planpage.NewReview(f.Frame, f.backend, f.ways, req, p, warnings)
		f.Show(r)
		r.Focus()
	}
}

// Review shows a plan that was proposed elsewhere. One that is being looked
// through and was edited is not thrown away without asking, and what is being
// renamed is finished first.
func (f *flow) Review(p plan.Plan) {
	show := func() {
		r := planpage.NewReview(f.Frame, f.backend, f.ways, app.ProposeRequest{Paths: p.Roots}, p, nil)
		f.Show(r)
		r.Focus()
	}
	switch s := f.Now.(type) {
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
	m := newMeter(f.Frame.Work.Post, w.show, func(e event.Warning) { w.notice.Warn(e.Text) })
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
	f.Changed()
}
