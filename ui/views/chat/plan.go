package chat

import (
	"context"
	"encoding/json"
	"errors"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// planCard shows the beginning of a proposed plan, and leads to all of it.
type planCard struct {
	c    *Page
	id   string
	root *fyne.Container
}

// planRows is how many files of a plan are shown in the chat.
const planRows = 5

func newPlanCard(c *Page, id string) *planCard {
	p := &planCard{c: c, id: id, root: widgets.Column(theme.Gap8)}
	c.proposed(id, p.shown)
	return p
}

func (p *planCard) object() fyne.CanvasObject { return p.root }

// proposed loads a recorded plan.
func (c *Page) proposed(id string, then func(plan.Plan, error)) {
	c.Frame.Work.Start(func(ctx context.Context) func() {
		got, err := c.backend.Proposed(ctx, id)
		return func() {
			if !errors.Is(err, context.Canceled) {
				then(got, err)
			}
		}
	})
}

func (p *planCard) shown(got plan.Plan, err error) {
	p.root.Objects = nil
	rows := 0
	for _, it := range got.Items {
		if it.To == it.From || rows == planRows {
			continue
		}
		rows++
		p.root.Add(kit.MoveRow(app.Move{From: inert.Line(it.From), To: inert.Line(it.To)}))
	}
	rest := len(got.Items) - rows
	words := widgets.Small(planWords(rest, err)).Wrap()
	row := widgets.RowGrow(theme.Gap12, words, words)
	if err == nil {
		row.Add(widgets.NewButton(locale.L("Review the plan"), widgets.Primary, p.review))
	}
	p.root.Add(row)
	p.c.thread.relayout()
}

func planWords(rest int, err error) string {
	switch {
	case errors.Is(err, app.ErrSpent):
		return locale.L("This plan has been applied.")
	case err != nil:
		return locale.L("This plan is no longer available. Ask for it again.")
	case rest > 0:
		return locale.N("and {{.N}} more file. Nothing is changed yet.", "and {{.N}} more files. Nothing is changed yet.", rest)
	}
	return locale.L("Nothing is changed yet.")
}

// review opens the whole plan as recorded now.
func (p *planCard) review() {
	p.c.proposed(p.id, func(got plan.Plan, err error) {
		if err != nil {
			p.shown(got, err)
			return
		}
		p.c.Review(got)
	})
}

// planOf returns the plan that a call would carry out; "" for other calls.
func planOf(call chat.ToolCall) string {
	var args plan.ApplyRequest
	if call.Name != "triage_apply" || json.Unmarshal(call.Args, &args) != nil {
		return ""
	}
	return args.PlanID
}

// changePair returns a file before and after, shortened without loss: both relative to a
// common folder.
func changePair(from, to, base string) (before, after string) {
	return underBase(from, base), underBase(to, base)
}

func underBase(path, base string) string {
	if base != "" {
		if rel, inside := filename.Inside(base, path); inside {
			return inert.Line(rel)
		}
	}
	return kit.PathWords(path)
}
