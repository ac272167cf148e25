package servers

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// signingIn is a running sign-in.
type signingIn struct {
	stop   context.CancelFunc
	cancel *widgets.Button
}

// signIn gets the sign-in page, shows its address, and waits until the user was there.
func (c *serverCard) signIn() {
	c.giveUp()
	name, page := c.info.Name, c.list.page
	frame := page.Frame
	now := &signingIn{}
	now.cancel = widgets.NewButton(locale.L("Cancel"), widgets.Secondary, func() {
		c.giveUp()
		frame.Focus(c.login)
	})
	c.signing = now
	c.show(c.info)
	c.notice.Warn(locale.L("Asking {{.Name}} where to sign in…", "Name", inert.Exact(name)), now.cancel)
	frame.Focus(now.cancel)
	pages := app.SignInPages{
		Done:   locale.L("You are signed in. You can close this page and return to Deskhand."),
		Failed: locale.L("The sign-in failed. Return to Deskhand to see why."),
	}
	now.stop = frame.Work.Start(func(ctx context.Context) func() {
		err := page.backend.SignInServer(ctx, name, pages, func(address string) {
			frame.Work.Post(func() { c.showSignIn(now, address) })
		})
		return func() { c.signedIn(now, err) }
	})
}

// showSignIn shows where to sign in. The browser is opened only on the user's request.
func (c *serverCard) showSignIn(now *signingIn, address string) {
	if c.signing != now {
		return
	}
	frame := c.list.page.Frame
	open := widgets.NewButton(locale.L("Open in the browser"), widgets.Primary, func() {
		if err := frame.Browse(address); err != nil {
			c.list.notice.Fail(kit.Explain(err, locale.L("Couldn't open the browser.")))
		}
	})
	copied := widgets.NewButton(locale.L("Copy the address"), widgets.Secondary, func() { fyne.CurrentApp().Clipboard().SetContent(address) })
	focused := frame.Window.Canvas().Focused() == fyne.Focusable(now.cancel)
	c.address.Set(inert.Exact(address))
	c.address.Show()
	c.notice.Warn(locale.L("Sign in to {{.Name}} on the page below, in a browser on this computer.", "Name", inert.Exact(c.info.Name)),
		open, copied, now.cancel)
	if focused {
		frame.Focus(now.cancel)
	}
}

// signedIn shows the result of a sign-in, unless it was cancelled.
func (c *serverCard) signedIn(now *signingIn, err error) {
	if c.signing == now {
		c.giveUp()
		if err != nil {
			again := widgets.NewButton(locale.L("Try again"), widgets.Secondary, c.signIn)
			c.notice.Fail(signInFailure(c.info.Name, err), again)
		}
	}
	c.list.load()
	c.list.page.Changed()
}

// signInFailure says why a sign-in failed.
func signInFailure(name string, err error) string {
	var failed *app.SignInError
	if errors.As(err, &failed) {
		return locale.L("Couldn't sign in to {{.Name}}: {{.Reason}}.", "Name", inert.Exact(name), "Reason", causeWords(failed.Why))
	}
	return kit.Explain(err, locale.L("Couldn't sign in to {{.Name}}. Try again in a moment.", "Name", inert.Exact(name)))
}

// giveUp cancels the running sign-in, and clears its message.
func (c *serverCard) giveUp() {
	c.address.Hide()
	c.notice.Clear()
	if c.signing == nil {
		return
	}
	c.signing.stop()
	c.signing = nil
	c.show(c.info)
}

func (c *serverCard) signOut() {
	name := c.info.Name
	c.list.do(locale.L("Couldn't sign out of {{.Name}}. Try again in a moment.", "Name", inert.Exact(name)), func(ctx context.Context) error {
		return c.list.page.backend.SignOutServer(ctx, name)
	})
}
