package chat

import (
	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// toolView is one call of a tool: a line in plain words, the question or result, and,
// folded, its arguments and answer.
type toolView struct {
	shown
	c      *Page
	b      *block
	panel  *widgets.Panel
	icon   *widgets.Icon
	words  *widgets.Phrase
	remark *widgets.Text
	fold   *widgets.Fold
	bar    *widgets.Parts
	step   *widgets.Text
	below  *fyne.Container // the question, or actions on the result
	ask    *approval       // the question that below shows
	form   *serverForm     // the server's question that below shows
	done   bool            // below shows the result
}

func newToolView(c *Page, b *block) *toolView {
	v := &toolView{
		c: c, b: b,
		icon: widgets.NewIcon(theme.IconClock, theme.Muted, 16), words: widgets.NewPhrase(),
		remark: widgets.Small(""), bar: widgets.NewParts(), step: widgets.Small("").Shrink(),
		below: widgets.Column(theme.Gap12),
	}
	head := widgets.RowGrow(theme.Gap8, v.words, v.icon, v.words, v.remark)
	v.fold = widgets.NewFold(head, func() fyne.CanvasObject { return v.inside() }, c.thread.relayout)
	v.panel = widgets.NewPanel(widgets.Inset(theme.Gap4, theme.Gap12, theme.Gap4, theme.Gap12,
		widgets.Column(theme.Gap8, v.fold, v.bar, v.step, v.below)), theme.Surface, theme.Line, theme.RadiusCard)
	v.bar.Hide()
	v.step.Hide()
	v.below.Hide()
	v.root = widgets.UpTo(threadWide, v.panel)
	return v
}

func (v *toolView) update(b *block) {
	v.version = b.version
	d := kit.DescribeCall(b.call, b.record, b.status())
	v.icon.Set(statusIcon(b.status()))
	v.words.Set(
		widgets.Run{Words: d.Before, Colour: theme.Ink},
		widgets.Run{Words: d.Object, Colour: theme.Ink, Bold: true},
		widgets.Run{Words: d.After, Colour: theme.Ink},
		widgets.Run{Words: d.Tail, Colour: theme.Muted})
	v.remark.Set(inert.Line(b.call.Name))
	if !b.open {
		v.remark.Set(inert.Line(b.call.Name) + " · " + kit.LapseWords(lapse(b.record.MS)))
		v.fold.Reset()
	}
	v.showProgress(b)
	v.showBelow(b)
	v.panel.Refresh()
}

func statusIcon(s chat.Status) (theme.IconName, fyne.ThemeColorName) {
	switch s {
	case chat.StatusOK:
		return theme.IconCheck, theme.Accent
	case chat.StatusDenied, chat.StatusBlocked, chat.StatusCancelled:
		return theme.IconDenied, theme.Muted
	case chat.StatusError:
		return theme.IconAlert, theme.Danger
	case chat.StatusAwaitingApproval:
		return theme.IconAlert, theme.Accent
	default:
		return theme.IconClock, theme.Muted
	}
}

func (v *toolView) showProgress(b *block) {
	p := b.progress
	v.step.Hidden = !b.open || b.waits() || p.Done == 0 && p.Total == 0 && p.What == ""
	v.bar.Hidden = v.step.Hidden || p.Total == 0
	if v.step.Hidden {
		return
	}
	words := ""
	switch {
	case p.Total > 0:
		words = locale.L("{{.Done}} of {{.Total}}", "Done", locale.Number(p.Done), "Total", locale.Number(p.Total))
		v.bar.Fill(float32(p.Done) / float32(p.Total))
	case p.Done > 0:
		words = locale.N("{{.N}} so far", "{{.N}} so far", p.Done)
	}
	if p.What != "" {
		words += kit.Dotted(kit.PathWords(p.What))
	}
	v.step.Set(words)
}

// showBelow shows the question about the call, or the actions on its result.
func (v *toolView) showBelow(b *block) {
	v.fold.Hidden = b.waits()
	if b.question != nil {
		if v.ask == nil || v.ask.q != b.question {
			v.ask = newApproval(v.c, b.question)
			v.fill(v.ask.object())
		}
		v.panel.Dress(theme.Surface, theme.Accent)
		return
	}
	if b.form != nil {
		if v.form == nil || v.form.q != b.form {
			v.form = newServerForm(v.c, b.form)
			v.fill(v.form.object())
		}
		v.panel.Dress(theme.Surface, theme.Accent)
		return
	}
	v.panel.Dress(theme.Surface, theme.Line)
	switch {
	case !b.open && (!v.done || lookedOnly(b)):
		v.done = true
		v.fill(v.c.outcome(b)...)
	case v.ask != nil || v.form != nil:
		v.fill()
	}
	v.ask, v.form = nil, nil
}

func (v *toolView) fill(objects ...fyne.CanvasObject) {
	v.below.Objects = objects
	v.below.Hidden = len(objects) == 0
}

// inside shows the arguments and the answer of a call.
func (v *toolView) inside() fyne.CanvasObject {
	column := widgets.Column(theme.Gap8)
	if args := kit.PrettyArgs(v.b.call.Args); args != "" {
		column.Add(widgets.Small(locale.L("Called with")))
		column.Add(newLongText(v.c, args).object())
	}
	if v.b.open {
		return column
	}
	m := v.b.record
	if m.Text != "" {
		column.Add(widgets.Small(locale.L("Answered")))
		column.Add(newLongText(v.c, m.Text).object())
	}
	if m.Handle != "" {
		column.Add(v.whole(m))
	}
	return widgets.Inset(0, 0, theme.Gap8, 0, column)
}

// whole offers the full text of a result of which the model saw a part.
func (v *toolView) whole(m chat.Message) fyne.CanvasObject {
	words := locale.L("Repeated result: the model was shown only the beginning.")
	if m.Chars > 0 {
		words = locale.L("The model was shown {{.Shown}} of {{.Chars}} characters.", "Shown", locale.Number(m.Shown), "Chars", locale.Number(m.Chars))
	}
	return newWholeText(v.c, words, m.Handle).object()
}
