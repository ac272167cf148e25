package chat

import (
	"context"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// after are the actions below a turn that has ended.
type after struct {
	c         *Page
	ask       *block // the request of the turn
	turn      int    // its number in the conversation, from 1
	answer    string
	failed    string // the model that did not answer; empty: none
	newest    bool
	root      *fyne.Container
	more      *widgets.IconButton
	different *widgets.Button
}

func newAfter(c *Page, ask *block) *after {
	a := &after{c: c, ask: ask, root: widgets.Row(theme.Gap4)}
	a.more = widgets.NewIconButton(theme.IconMore, locale.L("More actions for this answer"), a.menu)
	a.different = widgets.NewButton(locale.L("Use a smaller model…"), widgets.Secondary, func() { c.chooseModel(a.different, a.failed) })
	return a
}

// show updates it to its turn.
func (a *after) show(turn int, answer, failed string, newest bool) {
	if len(a.root.Objects) > 0 && a.turn == turn && a.answer == answer && a.failed == failed && a.newest == newest {
		return
	}
	a.turn, a.answer, a.failed, a.newest = turn, answer, failed, newest
	a.root.Objects = nil
	switch {
	case newest && failed != "":
		a.root.Add(widgets.NewButton(locale.L("Try again"), widgets.Secondary, a.again))
		a.root.Add(a.different)
	case newest:
		a.root.Add(widgets.NewButton(locale.L("Try again"), widgets.Remark, a.again))
	}
	if answer != "" {
		a.root.Add(widgets.NewButton(locale.L("Copy"), widgets.Remark, a.copy))
	}
	a.root.Add(a.more)
	a.root.Refresh()
}

func (a *after) copy() { fyne.CurrentApp().Clipboard().SetContent(a.answer) }

// again asks the same once more.
func (a *after) again() { a.c.send(a.ask.text) }

func (a *after) menu() {
	choices := []widgets.Choice{
		{Words: locale.L("Edit and ask again"), Pick: a.edit},
		{Words: locale.L("New conversation from here"), Pick: func() { a.c.branch(a.turn, "") }},
		{Words: locale.L("Copy the request"), Pick: func() { fyne.CurrentApp().Clipboard().SetContent(a.ask.text) }},
	}
	if !a.newest && !a.c.open.running {
		choices = append(choices, widgets.Choice{Words: locale.L("Ask this again"), Pick: a.again})
	}
	widgets.OpenMenu(a.more, choices)
}

// edit lets the request be typed again, in a conversation branched off before it: the old
// one is unchanged.
func (a *after) edit() { a.c.branch(a.turn-1, a.ask.text) }

// branch continues the shown conversation from its first turns in a new one, with a
// draft. A conversation that could not be started has no turns.
func (c *Page) branch(turns int, draft string) {
	of := c.open
	if turns == 0 || of.id == "" {
		c.Begin()
		c.entry.words.SetText(draft)
		return
	}
	c.Frame.Work.Start(func(ctx context.Context) func() {
		fresh, err := c.backend.Branch(ctx, of.id, turns)
		return func() {
			if err != nil {
				c.notice.Fail(kit.Explain(err, locale.L("Couldn't copy the conversation. Try again in a moment.")))
				return
			}
			c.list.load()
			c.read(fresh, func(t *conversation) {
				t.draft, t.roots = draft, of.roots
				c.visit(t)
				c.Frame.Focus(c.entry.words)
			})
		}
	})
}

// afters are the actions below turns, by request.
type afters map[*block]*after

// below returns the actions below a turn if a block is its last; nil if it is not, or the
// turn is running.
func (t *thread) below(blocks []*block, i, turn int) fyne.CanvasObject {
	last := i == len(blocks)-1
	if !last && blocks[i+1].kind != blockRequest || last && t.conversation.running {
		return nil
	}
	var ask *block
	answer, failed := "", ""
	for at := i; at >= 0 && ask == nil; at-- {
		switch b := blocks[at]; {
		case b.kind == blockRequest:
			ask = b
		case b.kind == blockText && answer == "":
			answer = b.text
		case b.failed != "":
			failed = b.failed
		}
	}
	if ask == nil || ask == blocks[i] && !last {
		return nil
	}
	a, ok := t.afters[ask]
	if !ok {
		a = newAfter(t.c, ask)
		t.afters[ask] = a
	}
	a.show(turn, answer, failed, last)
	return a.root
}
