package chat

import (
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// composer is the input field, with what is open to the assistant above it.
type composer struct {
	c        *Page
	root     *fyne.Container
	chips    *fyne.Container
	words    *widgets.Composer
	plus     *widgets.IconButton
	do       *widgets.Button
	panel    *widgets.Panel
	commands *commands
}

func newComposer(c *Page) *composer {
	e := &composer{c: c, words: widgets.NewComposer(locale.L("Ask, or drop files here"))}
	e.words.Send = e.send
	e.words.Grown = c.relayout
	e.words.Pasted = e.paste
	e.commands = newCommands(e)
	e.words.Typed = e.commands.typed
	e.words.Up = e.commands.enter
	e.plus = widgets.NewIconButton(theme.IconPlus, locale.L("Give the assistant access to a folder or files"), e.offer)
	e.do = widgets.NewButton(locale.L("Send"), widgets.Primary, e.press)
	field := e.words.Bare()
	row := widgets.RowGrow(theme.Gap8, field, e.plus, field, e.do)
	e.panel = widgets.NewPanel(widgets.Inset(theme.Gap8, theme.Gap12, theme.Gap8, theme.Gap12, row), theme.Surface, theme.Line, theme.RadiusCard)
	e.chips = widgets.Flow(theme.Gap8)
	e.root = widgets.Inset(theme.Gap8, 0, 0, 0, widgets.Column(theme.Gap8, e.chips, e.commands.root, e.panel))
	return e
}

func (e *composer) object() fyne.CanvasObject { return e.root }

// visit shows the draft of a conversation, and what is open in it.
func (e *composer) visit(t *conversation) {
	e.words.SetText(t.draft)
	e.fill()
}

// refresh shows whether one can ask now.
func (e *composer) refresh() {
	running := e.c.open.running
	e.do.Enabled(true)
	if running {
		e.do.Set(locale.L("Stop"))
	} else {
		e.do.Set(locale.L("Send"))
	}
	e.c.relayout()
}

// stopping shows that the turn is being ended.
func (e *composer) stopping() {
	e.do.Set(locale.L("Stopping…"))
	e.do.Enabled(false)
}

func (e *composer) press() {
	if e.c.open.running {
		e.c.stop()
		return
	}
	e.send()
}

// send sends the text, unless a turn is running.
func (e *composer) send() {
	text := strings.TrimSpace(e.words.Text)
	if text == "" || e.c.open.running {
		return
	}
	e.words.SetText("")
	e.c.send(text)
	e.c.Frame.Focus(e.words)
}

// offer lets the user open a folder or files to the assistant.
func (e *composer) offer() {
	widgets.OpenMenu(e.plus, []widgets.Choice{
		{Words: locale.L("A folder…"), Pick: func() { e.choose(kit.GrantFolder) }},
		{Words: locale.L("Files…"), Pick: func() { e.choose(kit.GrantFiles) }},
		{Words: locale.L("From a server…"), Pick: e.commands.browse},
	})
}

func (e *composer) choose(what kit.Purpose) {
	ch := kit.NewChooser(&e.c.Stages, what, func(paths []string) {
		e.c.Show(e.c)
		e.c.Drop(paths)
	})
	e.c.Show(ch)
	ch.Open(kit.HomeFolder())
}

// add opens paths to the assistant.
func (e *composer) add(paths []string) {
	t := e.c.open
	for _, p := range paths {
		if !slices.Contains(t.roots, p) {
			t.roots = append(t.roots, p)
		}
	}
	e.fill()
}

func (e *composer) remove(path string) {
	t := e.c.open
	t.roots = slices.DeleteFunc(t.roots, func(p string) bool { return p == path })
	e.fill()
}

// attach sends a server's resource with the next request.
func (e *composer) attach(r app.Resource) {
	if t := e.c.open; !slices.Contains(t.attached, r) && len(t.attached) < app.MaxAttached {
		t.attached = append(slices.Clone(t.attached), r)
	}
	e.fill()
}

func (e *composer) detach(r app.Resource) {
	t := e.c.open
	t.attached = slices.DeleteFunc(slices.Clone(t.attached), func(other app.Resource) bool { return other == r })
	e.fill()
}

// fill shows what is open: the first is “this folder”.
func (e *composer) fill() {
	roots, attached := e.c.open.roots, e.c.open.attached
	e.chips.Objects = nil
	for _, p := range roots {
		e.chips.Add(widgets.NewTag(theme.IconFolder, kit.Short(inert.Line(filepath.Base(p)), 32), func() { e.remove(p) }))
	}
	for _, r := range attached {
		e.chips.Add(widgets.NewTag(theme.IconServers, kit.Short(resourceName(r), 48), func() { e.detach(r) }))
	}
	e.chips.Hidden = len(roots)+len(attached) == 0
	e.refresh()
}
