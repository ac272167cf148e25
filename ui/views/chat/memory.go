package chat

import (
	"cmp"
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// memory shows which model answers, and how full its window is with this chat.
type memory struct {
	root    *fyne.Container
	model   *widgets.Button // chooses another one
	label   *widgets.Text
	bar     *widgets.Parts
	amount  *widgets.Button
	detail  *widgets.Text
	changed func()
	next    string   // the model that would answer
	chosen  string   // the one that the user chose
	away    []string // what can reach beyond this computer
}

// The shares of the window from which it counts as getting full.
const (
	memoryFilling = 0.60
	memoryFull    = 0.85
)

func newMemory(changed func(), choose func(under fyne.CanvasObject)) *memory {
	m := &memory{
		changed: changed, label: widgets.Small(locale.L("Context used")),
		bar: widgets.NewParts(), detail: widgets.Small("").Wrap(),
	}
	m.amount = widgets.NewButton("", widgets.Remark, m.toggle)
	m.detail.Hide()
	m.model = widgets.NewButton("", widgets.Remark, func() { choose(m.model) }).WithCaret().Shrink()
	row := widgets.RowGrow(theme.Gap12, m.model, m.model, m.label, widgets.Fixed(190, 6, m.bar), m.amount)
	m.root = widgets.Inset(0, 0, theme.Gap8, 0, widgets.Column(theme.Gap4, widgets.Fixed(0, memoryHeight, row), m.detail))
	return m
}

const memoryHeight float32 = 24

func (m *memory) object() fyne.CanvasObject { return m.root }

func (m *memory) toggle() {
	m.detail.Hidden = !m.detail.Hidden
	m.changed()
}

// show shows the state of a conversation.
func (m *memory) show(t *conversation) {
	m.model.Set(m.answerer(cmp.Or(m.chosen, t.model, m.next)))
	b := t.memory
	unknown := b.Window == 0 || cmp.Or(m.chosen, t.model, m.next) == kit.RulesModel // the rules have no context
	m.label.Hidden, m.bar.Hidden, m.amount.Hidden = unknown, unknown, unknown
	if unknown {
		m.detail.Hide()
		return
	}
	window := float32(b.Window)
	m.bar.Set(
		widgets.Part{Colour: theme.First, Share: float32(b.System) / window},
		widgets.Part{Colour: theme.Second, Share: float32(b.Tools) / window},
		widgets.Part{Colour: historyColour(b), Share: float32(b.History) / window})
	m.amount.Set(locale.L("{{.Used}} of {{.Window}}", "Used", tokens(b.Used), "Window", tokens(b.Window)))
	label, colour := memoryWords(b)
	m.label.Set(label)
	m.label.Style(colour, false)
	m.detail.Set(locale.L("Tokens: instructions {{.System}} · tools {{.Tools}} · conversation {{.History}} · reserved for the answer {{.Reserve}} · free {{.Free}}",
		"System", tokens(b.System), "Tools", tokens(b.Tools), "History", tokens(b.History), "Reserve", tokens(b.Reserve), "Free", tokens(b.Free)))
	m.root.Refresh()
}

// answerer says which model answers, and where.
func (m *memory) answerer(model string) string {
	words := answererWords(model)
	switch {
	case model == "" || model == kit.RulesModel:
		return words
	case slices.Contains(m.away, model):
		return locale.L("{{.Model}} · not on this computer", "Model", words)
	}
	return locale.L("{{.Model}} · on this computer", "Model", words)
}

// waitingWords say whose answer is awaited.
func (c *Page) waitingWords(t *conversation) string {
	if model := cmp.Or(c.memory.chosen, t.model, c.memory.next); model != "" && model != kit.RulesModel {
		return locale.L("Waiting for {{.Model}}…", "Model", inert.Line(model))
	}
	return locale.L("Waiting for an answer…")
}

// memoryUse returns the used share of the usable window.
func memoryUse(b event.BudgetChanged) float32 {
	room := b.Window - b.Reserve
	if room <= 0 {
		return 1
	}
	return float32(b.Used) / float32(room)
}

func historyColour(b event.BudgetChanged) fyne.ThemeColorName {
	if memoryUse(b) >= memoryFull {
		return theme.Doubt
	}
	return theme.Accent
}

func memoryWords(b event.BudgetChanged) (words string, colour fyne.ThemeColorName) {
	use := memoryUse(b)
	switch {
	case use >= memoryFull:
		return locale.L("Context almost full: older messages are shortened"), theme.Doubt
	case use >= memoryFilling:
		return locale.L("Context used · {{.Percent}}%", "Percent", fmt.Sprintf("%.0f", 100*use)), theme.Doubt
	}
	return locale.L("Context used"), theme.Muted
}
