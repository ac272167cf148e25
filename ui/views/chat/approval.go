package chat

import (
	"cmp"
	"path/filepath"
	"strings"

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

// approval asks the user whether a call may run: its full effect, and the answers.
type approval struct {
	c     *Page
	q     *question
	root  *fyne.Container // the question, or the editor of the call
	asked *fyne.Container
	rows  *fyne.Container
	more  *widgets.Button
	base  string
	shown int // how many changes are listed
	no    *widgets.Button
	sent  *widgets.Paper // what would be sent; nil: nothing would leave
}

// beforePart is the share of a row for the old name.
const beforePart = 0.34

// approvalPage is how many changes are listed at first.
const approvalPage = 20

func newApproval(c *Page, q *question) *approval {
	a := &approval{c: c, q: q, rows: widgets.Column(theme.Gap8), base: commonFolder(q.Preview.Effect)}
	if q.Sends {
		a.asked = widgets.Column(theme.Gap12, a.sending(), a.sendAnswers())
		a.root = container.NewStack(a.asked)
		return a
	}
	a.asked = widgets.Column(theme.Gap12, a.heading())
	if a.foretold() {
		if a.base != "" {
			a.asked.Add(widgets.Small(locale.L("In {{.Folder}}", "Folder", kit.PathWords(a.base))).Wrap())
		}
		a.list()
		a.asked.Add(a.rows)
	} else {
		a.asked.Add(a.withoutPreview())
	}
	if q.Again > 0 {
		a.asked.Add(widgets.Small(locale.L("The files have changed since you were asked, so please decide again.")).Wrap().Coloured(theme.Doubt))
	}
	a.asked.Add(a.answers())
	a.root = container.NewStack(a.asked)
	return a
}

// back shows the question again.
func (a *approval) back() { a.turn(a.asked) }

func (a *approval) turn(to fyne.CanvasObject) {
	a.root.Objects = []fyne.CanvasObject{to}
	a.root.Refresh()
	a.c.thread.relayout()
}

func (a *approval) object() fyne.CanvasObject {
	return widgets.Inset(theme.Gap8, theme.Gap4, theme.Gap8, theme.Gap4, a.root)
}

// foretold reports whether the tool gave a preview.
func (a *approval) foretold() bool { return a.q.Preview.Hash != "" }

func (a *approval) heading() fyne.CanvasObject {
	if !a.foretold() {
		return widgets.Title(locale.L("Let {{.Server}} run {{.Tool}}?", "Server", inert.Line(a.q.Spec.Server), "Tool", inert.Line(a.q.Tool))).Wrap()
	}
	title := widgets.Title(effectWords(a.q.Question) + "?").Wrap()
	if !a.q.Spec.Own {
		return title
	}
	return widgets.RowGrow(theme.Gap12, title, title, widgets.NewChip(locale.L("can be undone"), widgets.Sure, nil))
}

// withoutPreview shows a call without a preview: all of it, as it would be made.
func (a *approval) withoutPreview() fyne.CanvasObject {
	return widgets.Column(theme.Gap8,
		widgets.Small(locale.L("This tool isn't part of Deskhand. We can't preview or undo what it does. It will be called with:")).Wrap().Coloured(theme.Doubt),
		newLongText(a.c, cmp.Or(kit.PrettyArgs(a.q.Invocation.Call.Args), locale.L("nothing"))).object())
}

// list shows more of the changes, twice as many each time.
func (a *approval) list() {
	effect := a.q.Preview.Effect
	if a.more != nil {
		a.rows.Remove(a.more)
	}
	to := min(len(effect), max(approvalPage, 2*a.shown))
	for _, e := range effect[a.shown:to] {
		a.rows.Add(a.row(e))
	}
	a.shown = to
	if rest := len(effect) - to; rest > 0 {
		a.more = widgets.NewButton(locale.N("Show more of the other {{.N}}", "Show more of the other {{.N}}", rest), widgets.Link, func() {
			a.list()
			a.c.thread.relayout()
		})
		a.rows.Add(widgets.Row(0, a.more))
	}
}

// row is one change, before and after. Names are shown in full, on as many lines as they
// need.
func (a *approval) row(e chat.PathChange) fyne.CanvasObject {
	before, after := changePair(e.From, e.To, a.base)
	switch {
	case e.From == "":
		before = locale.L("new")
	case e.To == "":
		after = locale.L("no longer here")
	}
	right := widgets.Body(after).Wrap()
	column := widgets.Column(2, widgets.RowGrow(theme.Gap8, right, widgets.NewIcon(theme.IconArrow, theme.Muted, 14), right))
	if words := noteWords(e); words != "" {
		column.Add(widgets.Small(words).Wrap().Coloured(theme.Doubt))
	}
	return widgets.Split(theme.Gap12, beforePart, widgets.Quiet(before).Wrap(), column)
}

func (a *approval) answers() fyne.CanvasObject {
	label := locale.L("Allow it once")
	if a.foretold() {
		label = effectWords(a.q.Question)
	}
	yes := widgets.NewButton(label, widgets.Primary, func() { a.say(app.Answer{Allowed: true, Scope: app.Once}) })
	a.no = widgets.NewButton(locale.L("No"), widgets.Secondary, func() { a.say(app.Answer{}) })
	row := widgets.Row(theme.Gap8, yes, a.no)
	if edit := a.editor(); edit != nil {
		row.Add(edit)
	}
	row.Add(widgets.Spacer())
	var wider *widgets.Button
	wider = widgets.NewButton(locale.L("Always allow…"), widgets.Secondary, func() { widgets.OpenMenu(wider, a.scopes()) }).WithCaret()
	row.Add(wider)
	return row
}

// editor returns a button that edits the call; nil if it cannot be edited.
func (a *approval) editor() fyne.CanvasObject {
	if id := planOf(a.q.Invocation.Call); id != "" {
		return widgets.NewButton(locale.L("Review…"), widgets.Secondary, func() {
			a.say(app.Answer{})
			a.c.proposed(id, func(p plan.Plan, err error) {
				if err == nil {
					a.c.Review(p)
				}
			})
		})
	}
	if newEditing(a) == nil {
		return nil
	}
	return widgets.NewButton(locale.L("Edit…"), widgets.Secondary, func() { a.turn(newEditing(a).object()) })
}

// scopes returns the answers that reach further than this call.
func (a *approval) scopes() []widgets.Choice {
	choices := []widgets.Choice{{
		Words: locale.L("For this conversation"),
		Pick:  func() { a.say(app.Answer{Allowed: true, Scope: app.ForConversation}) },
	}}
	if a.q.Folder != "" {
		choices = append(choices, widgets.Choice{
			Words: locale.L("Always in “{{.Folder}}”", "Folder", kit.Short(inert.Line(filepath.Base(a.q.Folder)), 40)),
			Pick:  func() { a.say(app.Answer{Allowed: true, Scope: app.InFolder}) },
		})
	}
	return choices
}

func (a *approval) say(answer app.Answer) {
	if a.no.Disabled() {
		return
	}
	a.no.Disable()
	answer.By = "person"
	a.q.say(answer)
}

// commonFolder returns the folder of all changes; "" if there is none worth showing.
func commonFolder(effect []chat.PathChange) string {
	var common []string
	first := true
	for _, e := range effect {
		for _, path := range []string{e.From, e.To} {
			if path == "" {
				continue
			}
			parts := strings.Split(filepath.Dir(path), string(filepath.Separator))
			if first {
				common, first = parts, false
				continue
			}
			n := 0
			for n < min(len(common), len(parts)) && common[n] == parts[n] {
				n++
			}
			common = common[:n]
		}
	}
	folder := strings.Join(common, string(filepath.Separator))
	if strings.Count(folder, string(filepath.Separator)) < 1 || folder == "" {
		return ""
	}
	return folder
}
