package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/theme"
)

// Notice is something that the person should know, in the place where it
// matters. It is hidden until it says something.
type Notice struct {
	root    *fyne.Container
	panel   *Panel
	icon    *Icon
	words   *Text
	actions *fyne.Container
	changed func()
}

// NewNotice makes a notice that says nothing yet. changed is told when it needs
// another height: whoever holds it lays itself out again.
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

// Object is what is laid out.
func (n *Notice) Object() fyne.CanvasObject { return n.root }

// Visible reports whether it says something.
func (n *Notice) Visible() bool { return n.root.Visible() }

// Warn says something that the person should look at.
func (n *Notice) Warn(words string, actions ...fyne.CanvasObject) {
	n.say(theme.IconAlert, theme.Doubt, theme.DoubtTint, words, actions)
}

// Fail says what went wrong and what to do.
func (n *Notice) Fail(words string, actions ...fyne.CanvasObject) {
	n.say(theme.IconAlert, theme.Danger, theme.DangerTint, words, actions)
}

// Tell says that something is done.
func (n *Notice) Tell(words string, actions ...fyne.CanvasObject) {
	n.say(theme.IconCheck, theme.Accent, theme.Tint, words, actions)
}

// Clear says nothing any more.
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
	n.words.Set(inert.Spell(words)) // an error may quote what others wrote
	n.icon.Set(icon, strong)
	n.panel.Dress(tint, strong)
	n.letGo()
	n.actions.Objects = actions
	n.root.Show()
	n.changed()
}

// letGo takes the keyboard from a button that is about to go: Enter must not
// press it again unseen.
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
