package views

import (
	"context"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/widgets"
)

// fullText shows the whole of a long result, a part at a time.
type fullText struct {
	c      *Chat
	handle string
	column *fyne.Container
	more   *widgets.Button
	text   []rune
	shown  int
}

// fullPart is how many characters are shown at a time.
const fullPart = 20_000

func newFullText(c *Chat, handle string, column *fyne.Container) *fullText {
	f := &fullText{c: c, handle: handle, column: column}
	f.more = widgets.NewButton("Show all of it", widgets.Link, f.load)
	return f
}

func (f *fullText) load() {
	if f.text != nil {
		f.next()
		return
	}
	f.more.Disable()
	f.c.frame.Work.Start(func(ctx context.Context) func() {
		text, err := f.c.frame.Desk.FullResult(ctx, f.handle)
		return func() {
			f.more.Enable()
			if err != nil {
				f.c.notice.Fail(explain(err, "The whole answer cannot be read just now. Try again in a moment."))
				return
			}
			f.text = []rune(text)
			f.next()
		}
	})
}

// next shows a part more.
func (f *fullText) next() {
	to := min(len(f.text), f.shown+fullPart)
	f.column.Add(codeBlock(string(f.text[f.shown:to])))
	f.shown = to
	f.more.Set("Show more of it")
	if rest := len(f.text) - to; rest == 0 {
		f.more.Set("This is all of it")
		f.more.Disable()
	}
	f.c.thread.relayout()
}
