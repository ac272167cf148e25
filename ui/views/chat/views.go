package chat

import (
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/markdown"
	"github.com/deskhand/deskhand/ui/prose"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// shown is what every view of a block has.
type shown struct {
	root    fyne.CanvasObject
	version int
}

func (s *shown) object() fyne.CanvasObject { return s.root }

func (s *shown) seen() int { return s.version }

// requestView is a request of the user.
type requestView struct{ shown }

// requestWide is how wide a request may be.
const requestWide float32 = 560

// requestRunes is how much of a request is shown at first.
const requestRunes = 1500

func newRequestView(t *thread, b *block) *requestView {
	runes := []rune(b.text)
	if len(runes) <= requestRunes {
		return &requestView{shown{root: prose.Bubble(inert.Text(b.text), requestWide)}}
	}
	column := widgets.Column(theme.Gap4, prose.Bubble(inert.Text(string(runes[:requestRunes]))+"…", requestWide))
	all := widgets.NewButton(locale.L("Show all of it"), widgets.Remark, func() {
		column.Objects = []fyne.CanvasObject{prose.Bubble(inert.Text(b.text), requestWide)}
		column.Refresh()
		t.relayout()
	})
	column.Add(widgets.Row(0, widgets.Spacer(), all))
	return &requestView{shown{root: column}}
}

func (v *requestView) update(b *block) { v.version = b.version }

// writing shows a text as it streams, formatted as it will be in the end.
type writing struct {
	prose    *prose.Prose
	reader   markdown.Reader
	came     int // bytes that are shown
	restarts int // the number of resets by then
	quoted   bool
}

func (w *writing) follow(b *block) {
	if w.restarts != b.restarts || len(b.text) < w.came {
		w.prose.Set()
		w.reader, w.came, w.restarts = markdown.Reader{}, 0, b.restarts
	}
	if len(b.text) == w.came {
		return
	}
	from, fresh := w.reader.Write(b.text[w.came:])
	if w.quoted {
		for i := range fresh {
			fresh[i].Quote = true
		}
	}
	w.prose.Amend(from, fresh...)
	w.came = len(b.text)
}

// textView is an answer of the assistant.
type textView struct {
	shown
	writing
}

func newTextView(c *Page) *textView {
	p := prose.New().Partly()
	p.Follow = c.follow
	return &textView{shown{root: widgets.UpTo(threadWide, p)}, writing{prose: p}}
}

func (v *textView) update(b *block) {
	v.version = b.version
	v.follow(b)
}

// thoughtView is a model's thinking, folded.
type thoughtView struct {
	shown
	writing
	fold  *widgets.Fold
	words *widgets.Text
}

func newThoughtView(t *thread) *thoughtView {
	v := &thoughtView{words: widgets.Small("").Shrink()}
	v.writing = writing{prose: prose.New().Partly(), quoted: true}
	v.fold = widgets.NewFold(v.words, func() fyne.CanvasObject { return v.prose }, t.relayout)
	v.root = widgets.UpTo(threadWide, v.fold)
	return v
}

func (v *thoughtView) update(b *block) {
	v.version = b.version
	words := locale.L("Thinking…")
	if !b.open || b.thought {
		words = locale.L("Thought")
		if b.took >= time.Second {
			words = locale.L("Thought for {{.Time}}", "Time", kit.LapseWords(b.took))
		}
	}
	v.words.Set(words)
	v.follow(b)
}

// lineView is a small remark.
type lineView struct {
	shown
	words *widgets.Text
}

func newLineView(b *block) *lineView {
	icon, colour, ink := theme.IconClock, theme.Muted, theme.Muted
	if b.grave {
		icon, colour, ink = theme.IconAlert, theme.Danger, theme.Ink
	}
	words := widgets.Small("").Wrap().Coloured(ink)
	row := widgets.RowGrow(theme.Gap8, words, widgets.NewIcon(icon, colour, 16), words)
	return &lineView{shown{root: widgets.UpTo(threadWide, row)}, words}
}

func (v *lineView) update(b *block) {
	v.version = b.version
	v.words.Set(inert.Text(b.text))
}
