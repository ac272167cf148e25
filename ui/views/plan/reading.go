package plan

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// tryFirst is how many files are read for a trial, tryFrom the number of files from which
// a trial is offered.
const (
	tryFirst = 10
	tryFrom  = 20
)

// Reading shows files being read: the progress, the remaining time, and the likely name
// of each. It can be paused; what was read is kept.
type Reading struct {
	frame   *kit.Frame
	request app.ProposeRequest
	// Start begins or continues to read, and returns a function that ends it.
	Start func() (stop func())
	// Before is the review that the files join; nil if none.
	Before *Review
	// Home goes home; it is called when nothing is read any more.
	Home func()

	stop    func() // nil: nothing is being read
	then    func() // called once the reading has ended
	paused  bool
	at      chat.Progress
	pace    pace
	results []plan.Item // in the order in which they were read

	root    fyne.CanvasObject
	heading *widgets.Text
	promise *widgets.Text
	count   *widgets.Text
	rate    *widgets.Text
	what    *widgets.Text
	bar     *widgets.Parts
	try     *widgets.Button
	pause   *widgets.Button
	resume  *widgets.Button
	cancel  *widgets.Button
	notice  *widgets.Notice
	list    *widgets.List
	below   *fyne.Container // what was read so far
}

// NewReading returns the reading of a request, to be started with Begin.
func NewReading(frame *kit.Frame, req app.ProposeRequest) *Reading {
	r := &Reading{frame: frame, request: req, Home: func() {}}
	r.heading, r.promise = widgets.Heading("").Shrink(), widgets.Quiet("").Wrap()
	r.count, r.rate, r.what = widgets.Strong(""), widgets.Small(""), widgets.Small("").Shrink()
	r.bar = widgets.NewParts()
	r.notice = widgets.NewNotice(func() { r.root.Refresh() })
	r.try = widgets.NewButton(locale.L("Try on {{.N}} first", "N", tryFirst), widgets.Secondary, r.tryFew)
	r.try.Hide()
	r.pause = widgets.NewButton(locale.L("Pause"), widgets.Secondary, r.rest)
	r.resume = widgets.NewButton(locale.L("Resume"), widgets.Primary, r.Submit)
	r.cancel = widgets.NewButton(locale.L("Cancel"), widgets.Secondary, r.Escape)
	r.list = widgets.NewList(func() int { return len(r.results) }, newReadRow, func(i int, o fyne.CanvasObject) {
		showRead(o, r.results[len(r.results)-1-i])
	})
	r.below = widgets.Frame(widgets.Inset(0, 0, theme.Gap12, 0, widgets.Title(locale.L("Results so far"))), nil, nil, nil, r.list.Framed())
	r.below.Hide()
	card := widgets.Card(widgets.Column(theme.Gap12,
		widgets.Row(theme.Gap8, r.count, widgets.Spacer(), r.rate), r.bar,
		widgets.RowGrow(theme.Gap12, r.what, r.what, r.try, r.cancel, r.pause, r.resume)))
	top := widgets.Column(theme.Gap24,
		widgets.Column(theme.Gap4, r.heading, r.promise), card, r.notice.Object())
	r.root = widgets.Sides(widgets.Inset(theme.Gap40, 0, theme.Gap24, 0,
		widgets.Frame(widgets.Inset(0, 0, theme.Gap24, 0, top), nil, nil, nil, container.NewStack(r.below))))
	return r
}

// Request returns what is read.
func (r *Reading) Request() app.ProposeRequest { return r.request }

// Begin begins or continues to read.
func (r *Reading) Begin() {
	r.paused, r.pace, r.results = false, pace{}, nil
	r.stop = r.Start()
	r.show()
}

// ShowPaused shows a reading that was paused before, such as when the window was closed.
func (r *Reading) ShowPaused(at chat.Progress) {
	r.paused, r.at = true, at
	r.show()
}

// Paused reports whether reading waits for the user.
func (r *Reading) Paused() bool { return r.paused && r.stop == nil }

// Joins returns the state of the plan that the files join; nil if they join none.
func (r *Reading) Joins() *Place {
	if r.Before == nil {
		return nil
	}
	p := r.Before.Place()
	return &p
}

// At returns the progress.
func (r *Reading) At() chat.Progress { return r.at }

// Cancelled must be called when the reading has ended as requested.
func (r *Reading) Cancelled() {
	r.stop = nil
	if then := r.then; then != nil {
		r.then = nil
		then()
		return
	}
	if r.paused {
		r.show()
		return
	}
	r.Home()
}

// end ends the running reading, and calls then after it.
func (r *Reading) end(then func()) {
	if r.stop == nil {
		then()
		return
	}
	if r.then == nil {
		r.stop()
	}
	r.then = then
	r.show()
}

// rest pauses the reading.
func (r *Reading) rest() {
	r.end(func() {
		r.paused = true
		r.show()
		r.frame.Focus(r.resume)
	})
}

// tryFew reads the first few, to see what the names are like.
func (r *Reading) tryFew() {
	r.end(func() {
		r.request.First = tryFirst
		r.at = chat.Progress{}
		r.Begin()
	})
}

// Progress shows the progress.
func (r *Reading) Progress(p chat.Progress) {
	r.at = p
	if p.Total > 0 {
		r.pace.take(r.frame.Now(), p.Done)
	}
	r.show()
}

// Took shows the likely names of files.
func (r *Reading) Took(items []plan.Item) {
	r.results = append(r.results, items...)
	shown := r.below.Visible()
	r.below.Show()
	r.list.Refresh()
	if !shown || r.at.Total == 0 {
		r.show()
	}
}

// Tell shows a message below the reading.
func (r *Reading) Tell(words string) { r.notice.Tell(words) }

// Warn shows a warning.
func (r *Reading) Warn(words string) { r.notice.Warn(words) }

func (r *Reading) show() {
	of := kit.PathsWords(r.request.Paths)
	r.heading.Set(locale.L("Reading {{.Files}}", "Files", of))
	r.promise.Set(locale.L("Nothing changes yet. You'll review every name first."))
	r.count.Set(r.countWords())
	if p := r.at; p.Total > 0 {
		r.bar.Fill(float32(p.Done) / float32(p.Total))
	}
	r.rate.Set(r.pace.words(r.at.Total - r.at.Done))
	what := r.at.What
	if filepath.IsAbs(what) {
		what = filepath.Base(what)
	}
	r.what.Set(inert.Line(what))
	ending := r.then != nil
	if r.Paused() {
		r.heading.Set(locale.L("Paused: {{.Files}}", "Files", of))
		r.promise.Set(locale.L("What has been read is kept, even if you close Deskhand. Resume whenever you like."))
		r.rate.Set("")
		r.what.Set("")
		if r.at.Total == 0 {
			r.count.Set(locale.L("Not read yet"))
		}
	}
	r.pause.Hidden, r.resume.Hidden = r.Paused(), !r.Paused()
	r.pause.Enabled(!ending)
	r.cancel.Enabled(!ending)
	r.cancel.Set(locale.L("Cancel"))
	if ending {
		r.cancel.Set(locale.L("Stopping…"))
	}
	r.try.Hidden = r.request.First > 0 || r.request.Join != "" || r.at.Total < tryFrom || r.at.Done >= tryFirst || ending
	r.root.Refresh()
}

// countWords describe the progress.
func (r *Reading) countWords() string {
	switch n := len(r.results); {
	case r.at.Total > 0:
		return locale.L("{{.Done}} of {{.Total}}", "Done", locale.Number(r.at.Done), "Total", locale.Number(r.at.Total))
	case n > 0:
		return locale.N("{{.N}} file read so far", "{{.N}} files read so far", n)
	case r.at.Done > 0:
		return locale.L("Looking for files: {{.N}} so far", "N", locale.Number(r.at.Done))
	}
	return locale.L("Looking through the folder…")
}

func (r *Reading) Content() fyne.CanvasObject { return r.root }

// Submit continues a paused reading.
func (r *Reading) Submit() {
	if r.Paused() {
		r.Begin()
	}
}

// Escape ends it; further calls do nothing.
func (r *Reading) Escape() {
	if r.then != nil {
		return
	}
	r.end(r.Home)
}

// readRow is the height of a row: the present name, and the likely one.
const readRow = 44

func newReadRow() fyne.CanvasObject {
	before, after := widgets.Small("").Shrink().Middle(), widgets.Strong("").Shrink().Middle()
	chip := widgets.NewChip("", widgets.Plain, nil)
	right := widgets.RowGrow(theme.Gap8, after, widgets.NewIcon(theme.IconArrow, theme.Muted, 14), after, chip)
	return widgets.Fixed(0, readRow, widgets.Inset(theme.Gap8, theme.Gap12, theme.Gap8, theme.Gap12,
		widgets.Split(theme.Gap12, 0.3, before, right)))
}

func showRead(o fyne.CanvasObject, it plan.Item) {
	inset := o.(*fyne.Container).Objects[0].(*fyne.Container)
	split := inset.Objects[0].(*fyne.Container)
	right := split.Objects[1].(*fyne.Container)
	split.Objects[0].(*widgets.Text).Set(inert.Line(filepath.Base(it.From)))
	after, chip := right.Objects[1].(*widgets.Text), right.Objects[2].(*widgets.Chip)
	if it.To == it.From {
		right.Objects[0].Hide()
		after.Style(theme.Muted, false)
		after.Set(locale.L("no change"))
	} else {
		right.Objects[0].Show()
		after.Style(theme.Ink, true)
		after.Set(inert.Line(filepath.Base(it.To)))
	}
	switch it.Status {
	case plan.StatusReady:
		chip.Set(locale.L("Ready"), widgets.Sure, nil)
	case plan.StatusReview:
		chip.Set(locale.L("To check"), widgets.Uncertain, nil)
	default:
		chip.Set(locale.L("Staying as is"), widgets.Plain, nil)
	}
	right.Refresh()
}
