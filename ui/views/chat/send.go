package chat

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// sending shows a call that could send what was read here off this computer: to which
// server, and exactly what.
func (a *approval) sending() fyne.CanvasObject {
	server := kit.Short(inert.Line(a.q.Spec.Server), 32)
	title := widgets.Title(locale.L("Send this to {{.Server}}?", "Server", server)).Wrap()
	badge := widgets.NewChip(locale.L("not known to stay here"), widgets.Uncertain, nil)
	if a.q.Spec.Network {
		badge = widgets.NewChip(locale.L("can reach the network"), widgets.Uncertain, nil)
	}
	text := kit.PrettyArgs(a.q.Invocation.Call.Args)
	a.sent = widgets.NewPaper()
	a.sent.Set(cmp.Or(text, locale.L("nothing")))
	return widgets.Column(theme.Gap8,
		widgets.RowGrow(theme.Gap12, title, title, badge),
		widgets.Small(locale.L("This conversation contains text read from your files, and {{.Server}} isn't part of Deskhand. This would be sent to its tool {{.Tool}}:",
			"Server", server, "Tool", inert.Line(a.q.Tool))).Wrap().Coloured(theme.Doubt),
		widgets.Fixed(0, sentHeight(text), a.sent))
}

// sentHeight returns the height of a text: as much as it needs, up to where it scrolls.
func sentHeight(text string) float32 {
	const line, lineRunes, least, most = 19, 70, 3, 12
	lines := 0
	for l := range strings.SplitSeq(text, "\n") {
		lines += 1 + utf8.RuneCountInString(l)/lineRunes
	}
	return line * float32(min(max(lines+1, least), most))
}

// sendAnswers returns the answers to whether it is sent.
func (a *approval) sendAnswers() fyne.CanvasObject {
	yes := widgets.NewButton(locale.L("Send"), widgets.Primary, func() { a.say(app.Answer{Allowed: true, Scope: app.Once}) })
	a.no = widgets.NewButton(locale.L("Don't send"), widgets.Secondary, func() { a.say(app.Answer{}) })
	row := widgets.Row(theme.Gap8, yes, a.no)
	if edit := a.editor(); edit != nil {
		row.Add(edit)
	}
	row.Add(widgets.Spacer())
	var wider *widgets.Button
	wider = widgets.NewButton(locale.L("Always send…"), widgets.Secondary, func() {
		widgets.OpenMenu(wider, []widgets.Choice{{
			Words: locale.L("Always let {{.Server}} receive what was read here", "Server", kit.Short(inert.Line(a.q.Spec.Server), 32)),
			Pick:  func() { a.say(app.Answer{Allowed: true, Scope: app.MayReceive}) },
		}})
	}).WithCaret()
	row.Add(wider)
	return row
}
