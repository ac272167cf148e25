package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// thread shows the blocks of a conversation, at first only the newest.
type thread struct {
	c            *Page
	feed         *widgets.Feed
	jump         *widgets.Button // to the newest, while scrolled away
	body         *fyne.Container
	shown        fyne.CanvasObject // the feed, as laid out
	conversation *conversation
	hidden       int // how many blocks at the beginning are not shown yet
	views        map[*block]blockView
	afters       afters
	earlier      fyne.CanvasObject
	waiting      *lineView // shows that an answer is still to come
}

// blockView shows one block.
type blockView interface {
	object() fyne.CanvasObject
	// update shows the block as it is now.
	update(b *block)
	// seen returns the version of the block that is shown.
	seen() int
}

// threadPage is how many blocks are shown at first, and added on demand.
const threadPage = 50

// threadWide is how wide a block may be.
const threadWide float32 = 720

func newThread(c *Page) *thread {
	t := &thread{c: c, feed: widgets.NewFeed(), body: container.NewStack()}
	t.earlier = container.NewCenter(widgets.NewButton(locale.L("Show earlier"), widgets.Secondary, t.showEarlier))
	t.waiting = newLineView(&block{})
	t.feed.Top = t.showEarlier
	t.jump = widgets.NewButton(locale.L("Jump to the newest"), widgets.Secondary, t.end).Small()
	t.jump.Hide()
	t.feed.AtEnd = func(yes bool) {
		if t.jump.Show(); yes {
			t.jump.Hide()
		}
	}
	low := widgets.Frame(nil, widgets.Inset(0, 0, theme.Gap12, 0, container.NewCenter(t.jump)), nil, nil, widgets.Spacer())
	t.shown = container.NewStack(t.feed.Object(), low)
	return t
}

func (t *thread) object() fyne.CanvasObject { return t.body }

// visit shows another conversation, from its end.
func (t *thread) visit(of *conversation) {
	t.conversation, t.views, t.afters = of, map[*block]blockView{}, afters{}
	t.hidden = max(0, len(of.blocks)-threadPage)
	t.feed.Show(nil)
	t.feed.End()
	t.sync()
	t.end()
}

// end goes to the end of the conversation.
func (t *thread) end() { t.feed.End() }

// sync shows what has changed.
func (t *thread) sync() {
	shown := t.shown
	if len(t.conversation.blocks) == 0 && !t.conversation.running {
		shown = t.c.examples()
	}
	if len(t.body.Objects) != 1 || t.body.Objects[0] != shown {
		t.body.Objects = []fyne.CanvasObject{shown}
		t.body.Refresh()
	}
	t.feed.Show(t.objects())
}

// objects returns the views of the blocks, made or updated.
func (t *thread) objects() []fyne.CanvasObject {
	var objects []fyne.CanvasObject
	if t.hidden > 0 {
		objects = append(objects, t.earlier)
	}
	turn := 0
	for i, b := range t.conversation.blocks {
		if b.kind == blockRequest {
			turn++
		}
		if i < t.hidden {
			continue
		}
		if b.text != "" || b.kind != blockText && b.kind != blockThinking {
			objects = append(objects, t.shownBlock(b)) // others have not come yet, or were removed
		}
		if below := t.below(t.conversation.blocks, i, turn); below != nil {
			objects = append(objects, below)
		}
	}
	if t.conversation.waits() {
		t.waiting.words.Set(t.c.waitingWords(t.conversation))
		objects = append(objects, t.waiting.object())
	}
	return objects
}

// shownBlock returns the updated view of a block.
func (t *thread) shownBlock(b *block) fyne.CanvasObject {
	v, ok := t.views[b]
	if !ok {
		v = t.view(b)
		t.views[b] = v
	}
	if v.seen() != b.version {
		v.update(b)
	}
	return v.object()
}

func (t *thread) view(b *block) blockView {
	switch b.kind {
	case blockRequest:
		return newRequestView(t, b)
	case blockTool:
		return newToolView(t.c, b)
	case blockThinking:
		return newThoughtView(t)
	case blockLine:
		return newLineView(b)
	default:
		return newTextView(t.c)
	}
}

// relayout adapts to a changed height of a block.
func (t *thread) relayout() { t.feed.Show(t.objects()) }

// showEarlier shows another page of earlier blocks.
func (t *thread) showEarlier() {
	if t.hidden == 0 {
		return
	}
	t.hidden = max(0, t.hidden-threadPage)
	t.feed.ShowBefore(t.objects())
}

// examples are example requests, for a conversation that has not begun.
func (c *Page) examples() fyne.CanvasObject {
	column := widgets.Column(theme.Gap8,
		widgets.Heading(locale.L("What can I do for you?")),
		widgets.Quiet(locale.L("Choose or drop a folder and say what you'd like. Nothing changes until you approve it.")).Wrap())
	for _, words := range exampleRequests() {
		column.Add(widgets.Row(0, widgets.NewButton(words, widgets.Secondary, func() { c.example(words) })))
	}
	return container.NewVScroll(widgets.ColumnSides(widgets.Inset(theme.Gap40, 0, theme.Gap16, 0, widgets.UpTo(threadWide, column))))
}

func exampleRequests() []string {
	return []string{locale.L("What is in this folder?"), locale.L("What would you rename here?"), locale.L("Tidy this folder")}
}

// example sends an example, or first lets its folder be chosen.
func (c *Page) example(words string) {
	if len(c.open.roots) > 0 {
		c.send(words)
		return
	}
	c.entry.words.SetText(words)
	c.entry.choose(kit.GrantFolder)
}
