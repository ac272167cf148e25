package models

import (
	"context"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// remoteCard says what leaves this computer when models run on another one, and asks for
// consent. Without such a computer it is hidden.
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
	c.allow = widgets.NewButton(locale.L("Allow this address"), widgets.Secondary, func() { c.set(true) })
	c.forbid = widgets.NewButton(locale.L("Stop using it"), widgets.Secondary, func() { c.set(false) })
	c.root = widgets.Card(widgets.Column(theme.Gap12,
		widgets.Row(theme.Gap12, c.title, widgets.NewChip(locale.L("not on this computer"), widgets.Uncertain, nil)),
		c.words, widgets.Row(0, c.allow, c.forbid)))
	c.root.Hide()
	return c
}

func (c *remoteCard) show(r app.RemoteModels) {
	c.now = r
	c.root.Hidden = r.Address == ""
	c.title.Set(locale.L("Models run on another computer"))
	if !r.Allowed {
		c.title.Set(locale.L("Use models on another computer?"))
	}
	c.words.Set(remoteWords(r))
	c.allow.Hidden, c.forbid.Hidden = r.Allowed, !r.Allowed
	focused := c.list.page.Frame.Window.Canvas().Focused()
	for gone, next := range map[*widgets.Button]*widgets.Button{c.allow: c.forbid, c.forbid: c.allow} {
		if gone.Hidden && focused == fyne.Focusable(gone) {
			c.list.page.Frame.Focus(next)
		}
	}
	c.root.Refresh()
}

// set records the answer for the shown address.
func (c *remoteCard) set(yes bool) {
	address, frame := c.now.Address, c.list.page.Frame
	frame.Work.Start(func(ctx context.Context) func() {
		err := c.list.page.backend.AllowRemote(ctx, address, yes)
		return func() {
			if err != nil {
				c.list.notice.Fail(kit.Explain(err, locale.L("Couldn't save that. Check that the settings file can be changed, then try again.")))
			}
			c.list.load()
			c.list.page.Changed()
		}
	})
}
