package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// listRow is one conversation of the column, or a heading.
type listRow struct {
	widget.BaseWidget
	l      *conversationList
	of     chat.Conversation
	back   *widgets.Panel
	title  *widgets.Text
	detail *widgets.Text
	head   *widgets.Text
	more   *widgets.IconButton
}

func newListRow(l *conversationList) *listRow {
	r := &listRow{
		l: l, title: widgets.Body("").Shrink(), detail: widgets.Small("").Shrink(), head: widgets.Small("").Shrink(),
		back: widgets.NewPanel(widgets.Spacer(), "", "", theme.RadiusButton),
	}
	r.more = widgets.NewIconButton(theme.IconMore, locale.L("More"), r.menu)
	r.ExtendBaseWidget(r)
	return r
}

func (r *listRow) show(it listItem) {
	r.of = it.of
	head := it.head != ""
	chosen := !head && it.of.ID == r.l.c.open.id
	fill := fyne.ThemeColorName("")
	if chosen {
		fill = theme.Tint
	}
	r.back.Dress(fill, fill)
	r.head.Set(it.head)
	r.title.Set(inert.Line(it.of.Title))
	r.title.Style(theme.Ink, chosen)
	if !head {
		words, colour := r.l.detail(it.of)
		r.detail.Set(words)
		r.detail.Style(colour, false)
	}
	r.head.Hidden, r.title.Hidden, r.detail.Hidden, r.more.Hidden = !head, head, head, !chosen
	r.Refresh()
}

// menu shows the actions on a conversation.
func (r *listRow) menu() {
	c, of := r.l.c, r.of
	widgets.OpenMenu(r.more, []widgets.Choice{
		{Words: locale.L("Rename…"), Pick: func() { c.askRename(of) }},
		{Words: locale.L("Save as a file…"), Pick: func() { c.askExport(of) }},
		{Words: locale.L("Delete…"), Pick: func() { c.askDelete(of) }},
	})
}

// Cursor returns a hand over what can be chosen.
func (r *listRow) Cursor() desktop.Cursor {
	if r.head.Visible() {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// CreateRenderer implements fyne.Widget.
func (r *listRow) CreateRenderer() fyne.WidgetRenderer { return &listRowRenderer{r} }

type listRowRenderer struct{ r *listRow }

func (t *listRowRenderer) MinSize() fyne.Size { return fyne.NewSize(80, headHeight) }

func (t *listRowRenderer) Layout(size fyne.Size) {
	r := t.r
	put := func(o fyne.CanvasObject, x, y, w, h float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(w, h))
	}
	const in = theme.Gap8
	room := size.Width - 2*in
	if r.more.Visible() {
		m := r.more.MinSize()
		room -= m.Width
		put(r.more, size.Width-m.Width-theme.Gap4, (size.Height-m.Height)/2, m.Width, m.Height)
	}
	put(r.back, 1, 1, size.Width-2, size.Height-2)
	put(r.head, in, size.Height-r.head.MinSize().Height-theme.Gap4, room, r.head.MinSize().Height)
	put(r.title, in, 7, room, r.title.MinSize().Height)
	put(r.detail, in, 26, room, r.detail.MinSize().Height)
}

func (t *listRowRenderer) Refresh() {
	t.Layout(t.r.Size())
	for _, o := range t.Objects() {
		o.Refresh()
	}
}

func (t *listRowRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{t.r.back, t.r.head, t.r.title, t.r.detail, t.r.more}
}

func (t *listRowRenderer) Destroy() {}
