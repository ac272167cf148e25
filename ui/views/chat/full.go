package chat

import (
	"context"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/prose"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// longText shows the text of a program, a part at a time.
type longText struct {
	c      *Page
	column *fyne.Container
	more   *widgets.Button
	rest   []rune
}

// textPart is how many characters are shown at a time.
const textPart = 20_000

func newLongText(c *Page, text string) *longText {
	l := &longText{c: c, rest: []rune(text), column: widgets.Column(theme.Gap8)}
	l.more = widgets.NewButton(locale.L("Show more of it"), widgets.Link, func() {
		l.next()
		c.thread.relayout()
	})
	l.next()
	return l
}

func (l *longText) object() fyne.CanvasObject { return l.column }

func (l *longText) next() {
	l.column.Remove(l.more)
	part := l.rest[:min(len(l.rest), textPart)]
	l.rest = l.rest[len(part):]
	var set []prose.Paragraph
	for _, p := range prose.Plain(inert.Text(string(part))) {
		p.Code = true
		set = append(set, p)
	}
	l.column.Add(prose.New(set...))
	if len(l.rest) > 0 {
		l.column.Add(l.more)
	}
}

// wholeText offers the full result of which the model saw a part.
type wholeText struct {
	c      *Page
	handle string
	column *fyne.Container
	show   *widgets.Button
}

// newWholeText returns one; words say what the model saw.
func newWholeText(c *Page, words, handle string) *wholeText {
	w := &wholeText{c: c, handle: handle}
	w.show = widgets.NewButton(locale.L("Show all of it"), widgets.Link, w.load)
	notice := widgets.Small(words).Wrap()
	w.column = widgets.Column(theme.Gap8, widgets.RowGrow(theme.Gap12, notice, notice, w.show))
	return w
}

func (w *wholeText) object() fyne.CanvasObject { return w.column }

func (w *wholeText) load() {
	w.show.Disable()
	w.c.Frame.Work.Start(func(ctx context.Context) func() {
		text, err := w.c.backend.FullResult(ctx, w.handle)
		return func() {
			if err != nil {
				w.show.Enable()
				w.c.notice.Fail(kit.Explain(err, locale.L("Couldn't load the full answer. Try again in a moment.")))
				return
			}
			w.show.Hide()
			w.column.Add(newLongText(w.c, text).object())
			w.c.thread.relayout()
		}
	})
}
