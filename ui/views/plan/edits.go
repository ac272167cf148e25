package plan

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// listKey handles a key for the focused row: Space ticks it, F2 edits its name.
func (r *Review) listKey(i int, key *fyne.KeyEvent) bool {
	if i >= len(r.shown) {
		return false
	}
	from := r.plan.Items[r.shown[i]].From
	switch key.Name {
	case fyne.KeySpace:
		r.toggle(from)
	case fyne.KeyF2:
		r.edit(from)
	default:
		return false
	}
	return true
}

// TypedKey moves in the list even if nothing has the focus.
func (r *Review) TypedKey(key *fyne.KeyEvent) {
	if len(r.shown) == 0 {
		return
	}
	switch key.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd, fyne.KeySpace, fyne.KeyF2:
		r.frame.Focus(r.list)
		r.list.TypedKey(key)
	}
}

// toggle ticks or unticks an item.
func (r *Review) toggle(from string) {
	it, ok := r.item(from)
	if !ok || it.To == it.From {
		return
	}
	r.anchor = from
	on := it.Status != plan.StatusReady
	r.change(app.Edit{From: from, Ticked: &on})
}

// edit starts editing the name of an item.
func (r *Review) edit(from string) {
	r.choose(from)
	r.editing = from
	r.list.Refresh()
	if entry := r.openEntry; entry != nil {
		r.frame.Focus(entry)
		entry.SelectAll()
	}
}

// rename sets the typed name of an item; the extension is kept.
func (r *Review) rename(from, typed string) {
	if r.editing != from {
		return
	}
	it, ok := r.item(from)
	r.stopEditing()
	ext := filepath.Ext(from)
	name := strings.TrimSpace(typed)
	if strings.EqualFold(filepath.Ext(name), ext) {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	if !ok || name == "" || name == stem(it.To) {
		return
	}
	r.change(app.Edit{From: from, Name: name + ext})
}

// stopEditing stops editing a name.
func (r *Review) stopEditing() {
	if r.editing == "" {
		return
	}
	r.editing = ""
	r.openEntry = nil
	r.list.Refresh()
}

// correct takes the user's correction of a field, and offers the same for other files of
// the sender.
func (r *Review) correct(from, field string, said map[string]string) {
	was, ok := r.item(from)
	if !ok {
		return
	}
	same := alike(r.plan.Items, was, field, said)
	r.change(app.Edit{From: from, Fields: said})
	r.side.offer(was.Fields[plan.FieldIssuer].Value, same)
}

// change shows an edit at once and has it checked.
func (r *Review) change(e app.Edit) { r.changeAll([]app.Edit{e}) }

// changeAll is change for several edits.
func (r *Review) changeAll(edits []app.Edit) {
	r.past = append(r.past, r.step(edits))
	r.future = nil
	r.show(edits)
}

// show shows edits that are recorded already.
func (r *Review) show(edits []app.Edit) {
	r.edited = true
	for _, e := range edits {
		r.touched[e.From] = true
	}
	r.notice.Clear()
	r.changes.add(edits...)
}

// A step is what one edit, or several together, changed: the items as they were.
type step []plan.Item

func (r *Review) step(edits []app.Edit) step {
	var was step
	for _, e := range edits {
		if it, ok := r.item(e.From); ok {
			was = append(was, it)
		}
	}
	return was
}

// UndoEdit undoes the last edit, and reports whether there was one.
func (r *Review) UndoEdit() bool {
	return r.swap(&r.past, &r.future, func(words string) string { return locale.L("Undid your edit of {{.Files}}.", "Files", words) })
}

// RedoEdit redoes the edit that was undone last.
func (r *Review) RedoEdit() bool {
	return r.swap(&r.future, &r.past, func(words string) string { return locale.L("Redid your edit of {{.Files}}.", "Files", words) })
}

// swap goes one step in the history of edits: out of from, into to.
func (r *Review) swap(from, to *[]step, said func(files string) string) bool {
	if len(*from) == 0 {
		return false
	}
	last := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	var edits []app.Edit
	for _, it := range last {
		edits = append(edits, app.Edit{From: it.From, Back: &it})
	}
	*to = append(*to, r.step(edits))
	r.stopEditing()
	r.show(edits)
	words := locale.Files(len(last))
	if len(last) == 1 {
		words = filepath.Base(last[0].From)
		r.point(last[0].From, "")
	}
	r.notice.Tell(said(words), widgets.NewButton(locale.L("OK"), widgets.Secondary, r.notice.Clear))
	return true
}

// revisions has edits checked, one call at a time: those that come during a check go
// together into the next one.
type revisions struct {
	r        *Review
	checked  plan.Plan  // the last plan that was checked
	waiting  []app.Edit // edits that no call has taken yet
	running  bool
	approved bool // the user approved during a check
}

func newRevisions(r *Review) *revisions { return &revisions{r: r} }

func (c *revisions) busy() bool { return c.running || len(c.waiting) > 0 }

func (c *revisions) add(edits ...app.Edit) {
	if !c.busy() {
		c.checked = c.r.plan
	}
	c.waiting = append(c.waiting, edits...)
	c.r.setPlan(edited(c.r.plan, edits))
	c.next()
}

// checkAgain has the plan checked as it is, because files may have changed.
func (c *revisions) checkAgain() { c.add(app.Edit{}) }

func (c *revisions) next() {
	if c.running || len(c.waiting) == 0 {
		return
	}
	edits, id := c.waiting, c.r.plan.ID
	c.waiting, c.running = nil, true
	c.r.save.Disable() // only a checked plan is saved
	frame := c.r.frame
	frame.Work.Start(func(ctx context.Context) func() {
		p, err := c.r.backend.Revise(ctx, id, edits)
		return func() { c.finish(p, err) }
	})
}

func (c *revisions) finish(p plan.Plan, err error) {
	c.running = false
	if err != nil {
		c.waiting, c.approved = nil, false
		c.r.notice.Fail(kit.Explain(err, locale.L("Couldn't check that edit, so it was reverted. Try again.")))
		c.r.setPlan(c.checked)
		return
	}
	c.checked = p
	shown := edited(p, c.waiting)
	asShown := sameChanges(shown, c.r.plan)
	c.r.setPlan(shown)
	c.next()
	if !c.approved || c.busy() {
		return
	}
	c.approved = false
	if asShown {
		c.r.Submit()
		return
	}
	c.r.notice.Warn(locale.L("The plan changed after your edit. Please check it again."))
}

// edited returns p as it will probably be once the edits have been checked.
func edited(p plan.Plan, edits []app.Edit) plan.Plan {
	if len(edits) == 0 {
		return p
	}
	byFrom := make(map[string][]app.Edit, len(edits))
	for _, e := range edits {
		byFrom[e.From] = append(byFrom[e.From], e)
	}
	items := make([]plan.Item, len(p.Items))
	for i, it := range p.Items {
		for _, e := range byFrom[it.From] {
			it = editedItem(it, e)
		}
		items[i] = it
	}
	p.Items = items
	return p
}

func editedItem(it plan.Item, e app.Edit) plan.Item {
	if e.Back != nil {
		it = *e.Back
	}
	if len(e.Fields) > 0 {
		it.Fields = maps.Clone(it.Fields)
		if it.Fields == nil {
			it.Fields = map[string]plan.Field{}
		}
	}
	for name, value := range e.Fields {
		f := it.Fields[name]
		f.Value, f.Doubts, f.Confidence = value, nil, 1
		it.Fields[name] = f
		it.Reasons = slices.DeleteFunc(slices.Clone(it.Reasons), func(r plan.Reason) bool { return r.Field == name })
	}
	if e.Name != "" {
		it.To = filepath.Join(filepath.Dir(it.To), e.Name)
		it.Status = plan.StatusReady
	}
	if e.Folder != "" {
		it.To = filepath.Join(folderShown(it, e.Folder), filepath.Base(it.To))
		if it.Status != plan.StatusReview {
			it.Status = plan.StatusReady
		}
	}
	if e.Ticked != nil {
		it.Status = plan.StatusSkip
		if *e.Ticked {
			it.Status = plan.StatusReady
		}
	}
	return it
}

// folderShown returns the folder of an item until the edit is checked.
func folderShown(it plan.Item, typed string) string {
	if filepath.IsAbs(typed) {
		return typed
	}
	return filepath.Join(filepath.Dir(it.From), typed)
}

// sameChanges reports whether two plans do the same to the files.
func sameChanges(a, b plan.Plan) bool {
	if len(a.Items) != len(b.Items) {
		return false
	}
	for i, x := range a.Items {
		y := b.Items[i]
		if x.From != y.From || ready(x) != ready(y) || ready(x) && x.To != y.To {
			return false
		}
	}
	return true
}

func ready(it plan.Item) bool { return it.Status == plan.StatusReady }
