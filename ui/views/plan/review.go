package plan

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Review shows a plan, lets it be edited, and asks for the one approval.
type Review struct {
	frame   *kit.Frame
	backend Backend
	ways    Ways
	request app.ProposeRequest
	plan    plan.Plan      // as shown: with edits that are still being checked
	at      map[string]int // the index of an item, by From
	shown   []int          // the items in the list
	wanted  plan.Status    // the status shown; empty: all
	group   group          // the group of those; empty: all
	order   sortOrder
	anchor  string // From of the item that was ticked last
	query   string // what the names must contain, in lower case
	edited  bool
	// touched are the items that were edited since the filter was chosen: they stay
	// visible. past are the edits that can be undone, future those that can be redone.
	touched      map[string]bool
	past, future []step

	selected string // From of the item on the page at the side
	evidence string // the field whose place is marked
	editing  string // From of the item whose name is being edited
	// openEntry is the entry for that, while its row is visible.
	openEntry *widgets.Entry

	changes *revisions
	thumbs  *kit.Thumbs
	side    *side

	root    fyne.CanvasObject
	top     fyne.CanvasObject // heading and filters
	bottom  fyne.CanvasObject // the promise and the buttons
	heading *widgets.Text
	counts  *widgets.Phrase
	deeper  *widgets.Button // reads the subfolders too
	rest    *widgets.Button // reads those that were left for later
	filters map[plan.Status]*widgets.Filter
	more    *widgets.IconButton // sorts and ticks
	meant   *widgets.Text       // which files the plan is about, if not all
	why     *fyne.Container     // why the files under the filter were not named
	none    *fyne.Container     // replaces the list if a filter shows no file
	noMatch *fyne.Container     // the same if none is found
	// searching is where the search text is typed.
	searching *widgets.Entry
	notice    *widgets.Notice
	list      *widgets.List
	promise   *widgets.Text
	do        *widgets.Button
	cancel    *widgets.Button
	save      *widgets.Button
	names     *widgets.Button
	replacing *replacing
	saving    *kit.Prompt // asks where to save the plan
	file      string      // where it was saved last
}

func NewReview(frame *kit.Frame, backend Backend, ways Ways, req app.ProposeRequest, p plan.Plan, warnings []event.Warning) *Review {
	r := &Review{frame: frame, backend: backend, ways: ways, request: req, touched: map[string]bool{}, thumbs: kit.NewThumbs(frame, backend)}
	r.notice = widgets.NewNotice(func() { r.root.Refresh() })
	r.changes = newRevisions(r)
	r.side = newSide(r)
	r.saving = kit.NewPrompt(frame, func() { r.root.Refresh() })
	r.replacing = newReplacing(r)
	r.list = widgets.NewList(func() int { return len(r.shown) },
		func() fyne.CanvasObject { return newRow(r) },
		func(i int, o fyne.CanvasObject) { o.(*row).show(r.plan.Items[r.shown[i]]) })
	r.list.Chosen = func(i int) { r.choose(r.plan.Items[r.shown[i]].From) }
	r.list.Key = r.listKey
	r.build()
	r.setPlan(p)
	if len(p.Items) > 0 {
		r.choose(p.Items[0].From)
	}
	r.warn(warnings)
	r.checkFolders()
	return r
}

func (r *Review) build() {
	r.counts = widgets.NewPhrase()
	r.promise = widgets.Quiet("").Wrap()
	r.do = widgets.NewButton("", widgets.Primary, r.Submit)
	r.cancel = widgets.NewButton(locale.L("Cancel"), widgets.Secondary, r.leave)
	r.save = widgets.NewButton(locale.L("Save plan…"), widgets.Secondary, r.savePlan)
	r.names = widgets.NewButton(locale.L("Names like…"), widgets.Secondary, r.chooseNames).WithCaret()
	r.names.Hidden = len(r.backend.Patterns()) == 0
	r.heading = widgets.Heading(kit.PathsWords(r.request.Paths)).Shrink()
	r.meant = widgets.Small("").Shrink()
	r.meant.Hide()
	title := widgets.Column(theme.Gap4, r.heading, r.counts, r.meant)
	r.deeper = widgets.NewButton("", widgets.Secondary, func() { r.ways.Join(r, r.request.Paths, true) })
	r.rest = widgets.NewButton("", widgets.Secondary, func() { r.ways.Join(r, r.request.Paths, r.request.Recursive) })
	head := widgets.RowGrow(theme.Gap12, title, title, r.rest, r.deeper, r.names)
	r.why = widgets.Row(theme.Gap8)
	r.why.Hide()
	r.top = widgets.Column(theme.Gap12, head, r.filterRow(), r.why)
	top := widgets.Column(theme.Gap12, r.top, r.notice.Object(), r.saving.Object(), r.replacing.panel)
	r.bottom = widgets.RowGrow(theme.Gap12, r.promise, r.promise, r.save, r.cancel, r.do)
	r.noMatch = container.NewCenter(widgets.Column(theme.Gap8, widgets.Quiet(locale.L("No file matches your search.")),
		container.NewCenter(widgets.NewButton(locale.L("Clear search"), widgets.Secondary, func() { r.searching.SetText("") }))))
	r.none = container.NewCenter(widgets.Quiet(locale.L("No files here.")))
	middle := widgets.Split(theme.Gap16, 0.55, container.NewStack(r.list.Framed(), r.none, r.noMatch), r.side.object())
	r.root = widgets.Inset(theme.Gap16, theme.Gap24, theme.Gap16, theme.Gap24,
		widgets.Frame(widgets.Inset(0, 0, theme.Gap12, 0, top), widgets.Inset(theme.Gap16, 0, 0, 0, r.bottom), nil, nil, middle))
}

// setPlan shows p from now on.
func (r *Review) setPlan(p plan.Plan) {
	r.plan = p
	r.at = make(map[string]int, len(p.Items))
	for i, it := range p.Items {
		r.at[it.From] = i
	}
	r.refilter()
	r.refresh()
}

// refresh shows the present counts, rows and page.
func (r *Review) refresh() {
	r.showCounts()
	r.showGroups()
	r.showOnly()
	e := effectOf(r.plan)
	r.promise.Set(e.promise())
	r.do.Set(e.action())
	r.deeper.Hidden = r.plan.Deeper == 0 || r.plan.Unread > 0
	r.deeper.Set(locale.N("Include {{.N}} file in subfolders", "Include {{.N}} files in subfolders", r.plan.Deeper))
	r.rest.Hidden = r.plan.Unread == 0
	r.rest.Set(locale.N("Read the other {{.N}} file", "Read the other {{.N}} files", r.plan.Unread))
	r.do.Enabled(e.total() > 0)
	r.save.Enabled(!r.changes.busy())
	r.list.Refresh()
	if it, ok := r.item(r.selected); ok {
		r.side.show(it, r.evidence)
	}
	r.top.Refresh()
	r.bottom.Refresh()
}

func (r *Review) item(from string) (plan.Item, bool) {
	i, ok := r.at[from]
	if !ok {
		return plan.Item{}, false
	}
	return r.plan.Items[i], true
}

// choose shows an item on the page at the side.
func (r *Review) choose(from string) {
	if r.selected == from {
		return
	}
	r.stopEditing()
	r.selected, r.evidence = from, ""
	if it, ok := r.item(from); ok {
		r.side.show(it, "")
	}
	r.list.Refresh()
}

// point shows the place that a field was read from; without a field, the page.
func (r *Review) point(from, field string) {
	r.choose(from)
	for i, at := range r.shown {
		if r.plan.Items[at].From == from {
			r.list.Go(i)
		}
	}
	r.evidence = field
	if it, ok := r.item(from); ok {
		r.side.show(it, field)
	}
}

// checkFolders shows, before the approval, in which folders of the plan nothing can be
// renamed.
func (r *Review) checkFolders() {
	var folders []string
	for folder := range effectOf(r.plan).folders {
		folders = append(folders, folder)
	}
	r.frame.Work.Start(func(ctx context.Context) func() {
		shut, err := r.backend.Unwritable(ctx, folders)
		return func() {
			if err == nil && len(shut) > 0 {
				r.notice.Fail(unwritableWords(shut))
			}
		}
	})
}

func (r *Review) warn(warnings []event.Warning) {
	if len(warnings) == 0 {
		return
	}
	words := kit.WarningWords(warnings[0].Warning)
	if more := len(warnings) - 1; more > 0 {
		words += " " + locale.N("And {{.N}} more like this: see “To check”.", "And {{.N}} more like this: see “To check”.", more)
	}
	r.notice.Warn(words, widgets.NewButton(locale.L("OK"), widgets.Secondary, r.notice.Clear))
}

func (r *Review) chooseNames() {
	use := func(p app.NamePattern) {
		r.ways.Pick(p)
		r.ways.Ask(func(req *app.ProposeRequest) { req.Only, req.Wish = r.plan.Only, r.plan.Wish })
		r.Leave(locale.L("Rename with this pattern? Your edits will be lost."), locale.L("Use pattern"),
			func() { r.ways.Propose(r.request.Paths) })
	}
	patterns := r.backend.Patterns()
	if it, ok := r.item(r.selected); ok {
		made := map[string]bool{}
		for i, p := range patterns { // examples for the selected file; equal ones keep their own
			if name, err := app.NameBy(p.Template, it); err == nil && !made[name] {
				made[name], patterns[i].Example = true, name
			}
		}
	}
	choices := kit.PatternChoices(patterns, r.plan.Template, use)
	widgets.OpenMenu(r.names, append(choices,
		widgets.Choice{Words: locale.L("My own pattern…"), Pick: func() { r.askPattern(use) }},
		widgets.Choice{Words: locale.L("In my own words…"), Pick: r.askWords},
		widgets.Choice{Words: locale.L("Only some of the files…"), Pick: r.askOnly}))
}

// askPattern lets a pattern be typed, with a preview for the selected file.
func (r *Review) askPattern(use func(app.NamePattern)) {
	r.saving.AskPreviewed(locale.L("Pattern"), cmp.Or(r.plan.Template, r.request.Template), locale.L("Use pattern"), func(typed string) string {
		it, _ := r.item(r.selected)
		name, err := app.NameBy(typed, it)
		if err != nil {
			return kit.Explain(err, "")
		}
		return locale.L("{{.Before}} becomes {{.After}}", "Before", filepath.Base(it.From), "After", inert.Line(name))
	}, func(typed string) {
		if _, err := app.NameBy(typed, plan.Item{}); err != nil {
			r.notice.Fail(kit.Explain(err, ""))
			return
		}
		use(app.NamePattern{Template: typed, Example: typed})
	})
}

// Offer asks what to do with other files: they can be added to the plan, or read in its
// place.
func (r *Review) Offer(paths []string) {
	if len(paths) == 0 {
		return
	}
	join := widgets.NewButton(locale.L("Add to this plan"), widgets.Primary, func() { r.ways.Join(r, paths, r.request.Recursive) })
	instead := widgets.NewButton(locale.L("Start over with this"), widgets.Secondary, func() { r.ways.Propose(paths) })
	words := locale.L("Add {{.Files}} to this plan?", "Files", kit.PathsWords(paths))
	if r.edited {
		words = locale.L("Add {{.Files}} to this plan? If you start over, your edits will be lost.", "Files", kit.PathsWords(paths))
	}
	r.notice.Tell(words, join, instead, widgets.NewButton(locale.L("Cancel"), widgets.Secondary, r.notice.Clear))
	r.frame.Focus(join)
}

// Continue continues from a review of the same plan before files were added; nil for the
// first.
func (r *Review) Continue(before *Review) {
	if before == nil {
		return
	}
	r.edited, r.past, r.future = before.edited, before.past, before.future
	paths := slices.Clone(before.request.Paths)
	for _, path := range r.request.Paths {
		if !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	r.request.Paths = paths
	r.heading.Set(kit.PathsWords(r.request.Paths))
	r.request.Join = ""
}

// Warn shows a warning above the plan.
func (r *Review) Warn(words string, actions ...fyne.CanvasObject) { r.notice.Warn(words, actions...) }

// Leave does what discards the plan, after asking if it was edited.
func (r *Review) Leave(question, yes string, do func()) {
	if !r.edited {
		do()
		return
	}
	r.ask(question, yes, do)
}

// ask asks before something is lost.
func (r *Review) ask(question, yes string, do func()) {
	button := widgets.NewButton(yes, widgets.Primary, do)
	keep := widgets.NewButton(locale.L("Keep editing"), widgets.Secondary, r.notice.Clear)
	r.notice.Warn(question, button, keep)
	r.frame.Focus(keep)
}

// Find moves the focus to the search.
func (r *Review) Find() { r.frame.Focus(r.searching) }

// Focus moves the focus to the list.
func (r *Review) Focus() { r.frame.Focus(r.list) }

// PlanID returns the shown plan.
func (r *Review) PlanID() string { return r.plan.ID }

// Refused shows why the plan could not be carried out, and has it checked again.
func (r *Review) Refused(words string) {
	r.notice.Fail(words)
	r.changes.checkAgain()
}

func (r *Review) Content() fyne.CanvasObject { return r.root }

// Submit is the approval of the plan as shown. It waits for edits that are still being
// checked; if the check changes anything, the approval has to be given again.
func (r *Review) Submit() {
	if effectOf(r.plan).total() == 0 {
		return
	}
	if r.changes.busy() {
		r.changes.approved = true
		return
	}
	r.ways.Apply(r, r.plan)
}

func (r *Review) Escape() {
	switch {
	case r.editing != "":
		r.stopEditing()
	case r.searching.Text != "":
		r.searching.SetText("")
		r.Focus()
	case r.saving.Open():
		r.saving.Close()
	case r.replacing.panel.Visible():
		r.replacing.close()
	case r.notice.Visible():
		r.notice.Clear()
	case r.edited:
		r.leave()
	default:
		r.ask(locale.L("Discard this plan? Nothing has been renamed."), locale.L("Discard"), r.ways.Home)
	}
}

// leave goes home, asking first if there are edits.
func (r *Review) leave() {
	r.Leave(locale.L("Discard this plan? Nothing has been renamed, but your edits will be lost."), locale.L("Discard"), r.ways.Home)
}
