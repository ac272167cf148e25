package plan

import (
	"context"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// listKey works the row that the keyboard is on: Space ticks it, F2 edits its
// name.
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

// typed moves in the list also when nothing has the keyboard.
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

// toggle ticks an item or takes the tick away.
func (r *Review) toggle(from string) {
	it, ok := r.item(from)
	if !ok || it.To == it.From {
		return
	}
	on := it.Status != plan.StatusReady
	r.change(app.Edit{From: from, Ticked: &on})
}

// edit opens the name of an item.
func (r *Review) edit(from string) {
	r.choose(from)
	r.editing = from
	r.list.Refresh()
	if entry := r.openEntry; entry != nil {
		r.frame.Focus(entry)
		entry.SelectAll()
	}
}

// rename takes the name that was typed for an item; the extension stays.
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

// stopEditing closes the name that is open.
func (r *Review) stopEditing() {
	if r.editing == "" {
		return
	}
	r.editing = ""
	r.openEntry = nil
	r.list.Refresh()
}

// change shows an edit at once and has it checked.
func (r *Review) change(e app.Edit) {
	r.edited = true
	r.notice.Clear()
	r.changes.add(e)
}

// revisions has edits checked, one call at a time: those that come while a
// check runs go together into the next one.
type revisions struct {
	r        *Review
	checked  plan.Plan  // the last plan that was checked
	waiting  []app.Edit // edits that no call has taken yet
	running  bool
	approved bool // the person said yes while a check was running
}

func newRevisions(r *Review) *revisions { return &revisions{r: r} }

func (c *revisions) busy() bool { return c.running || len(c.waiting) > 0 }

func (c *revisions) add(e app.Edit) {
	if !c.busy() {
		c.checked = c.r.plan
	}
	c.waiting = append(c.waiting, e)
	c.r.setPlan(edited(c.r.plan, []app.Edit{e}))
	c.next()
}

// checkAgain has the plan checked as it is, because the world may have changed.
func (c *revisions) checkAgain() { c.add(app.Edit{}) }

func (c *revisions) next() {
	if c.running || len(c.waiting) == 0 {
		return
	}
	edits, id := c.waiting, c.r.plan.ID
	c.waiting, c.running = nil, true
	c.r.save.Disable() // what is saved is a plan that was checked
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

// edited is p as it will be when the edits have been checked, as far as one can
// tell.
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
	if e.Name != "" {
		it.To = filepath.Join(filepath.Dir(it.To), e.Name)
		it.Status = plan.StatusReady
	}
	if e.Ticked != nil {
		it.Status = plan.StatusSkip
		if *e.Ticked {
			it.Status = plan.StatusReady
		}
	}
	return it
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
