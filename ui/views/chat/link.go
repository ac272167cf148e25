package chat

import (
	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// follow asks before it opens a link of an answer, showing its target.
func (c *Page) follow(address string) {
	open := widgets.NewButton(locale.L("Open in the browser"), widgets.Primary, func() {
		c.notice.Clear()
		if err := c.Frame.Browse(address); err != nil {
			c.notice.Fail(kit.Explain(err, locale.L("Couldn't open the browser.")))
		}
	})
	copied := widgets.NewButton(locale.L("Copy the address"), widgets.Secondary, func() {
		fyne.CurrentApp().Clipboard().SetContent(address)
		c.notice.Clear()
	})
	cancel := widgets.NewButton(locale.L("Cancel"), widgets.Secondary, c.notice.Clear)
	c.notice.Warn(locale.L("This link leads out of this computer, to {{.Address}}", "Address", address), open, copied, cancel)
	c.Frame.Focus(cancel)
}
