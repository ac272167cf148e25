package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/theme"
)

// Notice is a message for the user where it matters. It is hidden while empty.
type Notice struct {
	root    *fyne.Container
	panel   *Panel
	icon    *Icon
	words   *Text
	actions *fyne.Container
	changed func()
}

// NewNotice returns an empty notice. changed is called when its height changes, so that
// its owner lays itself out again.
func NewNotice(changed func()) *Notice {
	n := &Notice{
		changed: changed,
		icon:    NewIcon(theme.IconAlert, theme.Doubt, 20),
		words:   Body("").Wrap(),
		actions: Row(theme.Gap8),
	}
	row := RowGrow(theme.Gap12, n.words, n.icon, n.words, n.actions)
	n.panel = NewPanel(Inset(theme.Gap12, theme.Gap16, theme.Gap12, theme.Gap16, row), theme.DoubtTint, theme.Doubt, theme.RadiusCard)
	n.root = container.NewStack(n.panel)
	n.root.Hide()
	return n
}

// Object returns what is laid out.
func (n *Notice) Object() fyne.CanvasObject { return n.root }

// Visible reports whether it shows a message.
func (n *Notice) Visible() bool { return n.root.Visible() }

// Warn shows a warning.
func (n *Notice) Warn(words string, actions ...fyne.CanvasObject) {
	n.say(theme.IconAlert, theme.Doubt, theme.DoubtTint, words, actions)
}

// Fail shows what went wrong and what to do.
func (n *Notice) Fail(words string, actions ...fyne.CanvasObject) {
	n.say(theme.IconAlert, theme.Danger, theme.DangerTint, words, actions)
}

// Tell shows that something was done.
func (n *Notice) Tell(words string, actions ...fyne.CanvasObject) {
	n.say(theme.IconCheck, theme.Accent, theme.Tint, words, actions)
}

// Clear hides it.
func (n *Notice) Clear() {
	if !n.Visible() {
		return
	}
	n.words.Set("")
	n.letGo()
	n.root.Hide()
	n.changed()
}

func (n *Notice) say(icon theme.IconName, strong, tint fyne.ThemeColorName, words string, actions []fyne.CanvasObject) {
	n.words.Set(inert.Spell(words)) // an error may quote foreign text
	n.icon.Set(icon, strong)
	n.panel.Dress(tint, strong)
	n.letGo()
	n.actions.Objects = actions
	n.root.Show()
	n.changed()
}

// letGo removes the focus from a button that is about to be removed: Enter must not press
// it again unseen.
func (n *Notice) letGo() {
	c := fyne.CurrentApp().Driver().CanvasForObject(n.root)
	if c == nil {
		return
	}
	for _, o := range n.actions.Objects {
		if f, ok := o.(fyne.Focusable); ok && f == c.Focused() {
			c.Unfocus()
			return
		}
	}
}
