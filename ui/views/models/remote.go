package models

import (
	"context"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// remoteCard says what leaves this computer where models run on another one, and
// asks whether it may. Without such a computer it is hidden.
type remoteCard struct {
	list   *modelList
	now    app.RemoteModels
	root   *widgets.Panel
	title  *widgets.Text
	words  *widgets.Text
	allow  *widgets.Button
	forbid *widgets.Button
}

func newRemoteCard(l *modelList) *remoteCard {
	c := &remoteCard{list: l, title: widgets.Title(""), words: widgets.Body("").Wrap()}
	c.allow = widgets.NewButton("Allow this address", widgets.Secondary, func() { c.set(true) })
	c.forbid = widgets.NewButton("Do not ask it any more", widgets.Secondary, func() { c.set(false) })
	c.root = widgets.Card(widgets.Column(theme.Gap12,
		widgets.Row(theme.Gap12, c.title, widgets.NewChip("not on this computer", widgets.Uncertain, nil)),
		c.words, widgets.Row(0, c.allow, c.forbid)))
	c.root.Hide()
	return c
}

func (c *remoteCard) show(r app.RemoteModels) {
	c.now = r
	c.root.Hidden = r.Address == ""
	c.title.Set("Models run on another computer")
	if !r.Allowed {
		c.title.Set("Ask models on another computer?")
	}
	c.words.Set(inert.Exact(r.Sentence()))
	c.allow.Hidden, c.forbid.Hidden = r.Allowed, !r.Allowed
	focused := c.list.page.Frame.Window.Canvas().Focused()
	for gone, next := range map[*widgets.Button]*widgets.Button{c.allow: c.forbid, c.forbid: c.allow} {
		if gone.Hidden && focused == fyne.Focusable(gone) {
			c.list.page.Frame.Focus(next)
		}
	}
	c.root.Refresh()
}

// set keeps the answer for the address that is shown.
func (c *remoteCard) set(yes bool) {
	address, frame := c.now.Address, c.list.page.Frame
	frame.Work.Start(func(ctx context.Context) func() {
		err := c.list.page.backend.AllowRemote(ctx, address, yes)
		return func() {
			if err != nil {
				c.list.notice.Fail(kit.Explain(err, "That could not be kept. Look whether the settings can be written, then try again."))
			}
			c.list.load()
			c.list.page.Changed()
		}
	})
}
