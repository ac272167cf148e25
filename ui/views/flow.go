package views

import (
	"context"
	"errors"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
)

// Flow is the main job from the drop to the receipt: one stage at a time.
type Flow struct {
	stages
	backend jobBackend
	home    *home
	ways    PlanWays
	// Changed is told when files have been renamed or brought back.
	Changed func()
}

// NewFlow makes the job, at its beginning.
func NewFlow(frame *Frame, backend jobBackend) *Flow {
	f := &Flow{stages: newStages(frame), backend: backend, Changed: func() {}}
	changed := func() { f.Changed() }
	f.home = newHome(frame, backend, &f.stages)
	f.home.Propose, f.home.Drop, f.home.Changed = f.propose, f.Drop, changed
	f.ways = PlanWays{
		Apply: f.apply, Propose: f.propose, Pick: f.home.pickPattern, Changed: changed,
		Home: func() { f.home.begin("") },
	}
	f.show(f.home)
	return f
}

// AtHome tells whether the job has not begun.
func (f *Flow) AtHome() bool { return f.now == f.home }

// Choose lets the person choose a folder, where there is nothing to lose by it.
func (f *Flow) Choose() {
	choose := func() { f.home.choose(chooseFolder) }
	switch s := f.now.(type) {
	case *working, *chooser:
	case *review:
		s.leave("Choose other files? Your edits of this plan are lost.", "Choose others", choose)
	default:
		choose()
	}
}

// Repattern takes the pattern that comes first now for the next files.
func (f *Flow) Repattern() { f.home.repattern() }

// Load asks anew what home shows.
func (f *Flow) Load() { f.home.load() }

// Returned is told that files were brought back from elsewhere: a receipt for
// them is no longer true.
func (f *Flow) Returned() {
	if _, ok := f.now.(*receipt); ok {
		f.replace(f.home)
	}
	f.home.load()
}

// Drop takes what was dropped on the window. What is being renamed is finished
// first, and a plan that was edited is not thrown away without asking.
func (f *Flow) Drop(paths []string) {
	if len(paths) == 0 {
		return
	}
	switch s := f.now.(type) {
	case *working:
		if !s.cancel.Disabled() && s.stop != nil && s == f.reading() {
			s.escape()
			f.propose(paths)
			return
		}
		s.notice.Warn("Files are being renamed just now. Drop these again when that is done.")
	case *review:
		s.offer(paths)
	default:
		f.propose(paths)
	}
}

// reading is the stage that reads, nil when another one is shown.
func (f *Flow) reading() *working {
	if w, ok := f.now.(*working); ok && w.unknown == lookingAround {
		return w
	}
	return nil
}

const lookingAround = "Looking at what is there…"

// propose reads what is at paths and shows the plan.
func (f *Flow) propose(paths []string) {
	req := f.home.request(paths)
	var stop context.CancelFunc
	w := newWorking("Reading "+pathsWords(paths), "Nothing is changed: you see every name first.",
		lookingAround, func() { stop() })
	var warnings []event.Warning
	m := newMeter(f.frame.Work.Post, w.show, func(e event.Warning) { warnings = append(warnings, e) })
	f.show(w)
	stop = f.frame.Work.Start(func(ctx context.Context) func() {
		p, err := f.backend.Propose(ctx, req, m.take)
		return func() {
			if f.now == w {
				f.proposed(req, p, warnings, err)
			}
		}
	})
}

func (f *Flow) proposed(req app.ProposeRequest, p plan.Plan, warnings []event.Warning, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		f.home.begin("")
	case err != nil:
		f.home.begin(explain(err, "The files could not be read. Nothing was changed; try again, or try fewer of them."))
	case len(p.Items) == 0:
		f.home.begin("")
		f.home.warn(fmt.Sprintf("There is nothing to rename in %s. Hidden files, and folders inside, are left alone.", pathsWords(req.Paths)))
	default:
		r := newReview(f.frame, f.backend, f.ways, req, p, warnings)
		f.show(r)
		r.focus()
	}
}

// Review shows a plan that was proposed elsewhere. One that is being looked
// through and was edited is not thrown away without asking, and what is being
// renamed is finished first.
func (f *Flow) Review(p plan.Plan) {
	show := func() {
		r := newReview(f.frame, f.backend, f.ways, app.ProposeRequest{Paths: p.Roots}, p, nil)
		f.show(r)
		r.focus()
	}
	switch s := f.now.(type) {
	case *working:
		s.notice.Warn("Files are being read or renamed just now. Review the plan when that is done.")
	case *review:
		s.leave("Look at the other plan? Your edits of this one are lost.", "Look at the other", show)
	default:
		show()
	}
}

// apply carries out the plan that was approved in r.
func (f *Flow) apply(r *review, p plan.Plan) {
	var stop context.CancelFunc
	w := newWorking(doing(p), "Cancel stops between two files. What is done by then can be undone.",
		"Starting…", func() { stop() })
	m := newMeter(f.frame.Work.Post, w.show, func(e event.Warning) { w.notice.Warn(e.Text) })
	f.show(w)
	stop = f.frame.Work.Start(func(ctx context.Context) func() {
		receipt, err := f.backend.Apply(ctx, p.ID, m.take)
		return func() { f.applied(r, p, receipt, err) }
	})
}

func (f *Flow) applied(r *review, p plan.Plan, receipt plan.Receipt, err error) {
	if receipt.Batch == "" && err != nil {
		f.show(r)
		if !errors.Is(err, context.Canceled) {
			r.refused(explain(err, "The files could not be renamed. Every file has its old name; read them again and try once more."))
		}
		return
	}
	s := newReceipt(f.frame, f.backend, f.ways, p, receipt)
	if err != nil && !errors.Is(err, context.Canceled) {
		s.fail(explain(err, "It could not be finished. Every file is there; Activity shows where it stands."))
	}
	f.show(s)
	f.Changed()
}
