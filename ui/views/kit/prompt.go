package kit

import (
	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Prompt asks in place for a line of text.
type Prompt struct {
	frame   *Frame
	changed func()
	panel   *widgets.Panel
	label   *widgets.Text
	line    *widgets.Entry
	yes     *widgets.Button
	then    func(string)
	told    *widgets.Text // what comes of what is typed
}

// NewPrompt makes one, hidden; changed is told when it comes and goes.
func NewPrompt(frame *Frame, changed func()) *Prompt {
	a := &Prompt{frame: frame, changed: changed, label: widgets.Body(""), line: widgets.NewEntry("")}
	a.line.OnSubmitted = func(string) { a.submit() }
	a.line.GivenUp = a.Close
	a.yes = widgets.NewButton("", widgets.Primary, a.submit)
	row := widgets.RowGrow(theme.Gap12, a.line, a.label, a.line, a.yes,
		widgets.NewButton(locale.L("Cancel"), widgets.Secondary, a.Close))
	a.told = widgets.Small("").Shrink()
	a.told.Hide()
	a.panel = widgets.NewPanel(widgets.Inset(theme.Gap8, theme.Gap12, theme.Gap8, theme.Gap16, widgets.Column(theme.Gap4, row, a.told)), theme.Surface, theme.Line, theme.RadiusCard)
	a.panel.Hide()
	return a
}

func (a *Prompt) Object() fyne.CanvasObject { return a.panel }

func (a *Prompt) Open() bool { return a.panel.Visible() }

// AskPreviewed is Ask with words below that say what comes of what is typed.
func (a *Prompt) AskPreviewed(label, text, yes string, preview func(string) string, then func(string)) {
	a.Ask(label, text, yes, then)
	a.line.OnChanged = func(typed string) { a.told.Set(preview(typed)) }
	a.told.Set(preview(text))
	a.told.Show()
	a.changed()
}

// Ask asks; then gets what is typed, unless it is nothing.
func (a *Prompt) Ask(label, text, yes string, then func(string)) {
	a.line.OnChanged = nil
	a.told.Hide()
	a.label.Set(label)
	a.line.SetPlaceHolder(label)
	a.line.SetText(text)
	a.yes.Set(yes)
	a.then = then
	a.panel.Show()
	a.changed()
	a.frame.Focus(a.line)
}

func (a *Prompt) Close() {
	a.panel.Hide()
	a.changed()
}

func (a *Prompt) submit() {
	text := a.line.Text
	if text == "" {
		return
	}
	a.Close()
	a.then(text)
}
