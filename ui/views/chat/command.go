package chat

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// commands is the list of the servers' prompts that opens above the composer when
// what is typed begins with a slash.
type commands struct {
	e     *composer
	root  *widgets.Panel
	rows  *fyne.Container
	list  []app.Prompt
	asked bool // the list is being read, or was since the slash was typed
	first *widgets.Button
}

// commandsHeight is how high the list grows before it scrolls, and commandsShown how
// many are in it.
const (
	commandsHeight float32 = 200
	commandsShown  int     = 50
)

func newCommands(e *composer) *commands {
	c := &commands{e: e, rows: widgets.Column(2)}
	c.root = widgets.NewPanel(widgets.Inset(theme.Gap8, theme.Gap12, theme.Gap8, theme.Gap12, c.rows), theme.Surface, theme.Line, theme.RadiusCard)
	c.root.Hide()
	return c
}

// typed follows what is being typed: a slash, and the beginning of a name.
func (c *commands) typed(text string) {
	if !strings.HasPrefix(text, "/") || strings.ContainsAny(text, " \n") {
		c.close()
		c.asked = false
		return
	}
	if c.asked {
		c.show(text)
		return
	}
	c.asked = true
	page := c.e.c
	page.Frame.Work.Start(func(ctx context.Context) func() {
		list, err := page.backend.Prompts(ctx)
		return func() {
			if err == nil && c.asked {
				c.list = list
				c.show(c.e.words.Text)
			}
		}
	})
}

// show lists the prompts that what is typed may mean.
func (c *commands) show(text string) {
	c.rows.Objects, c.first = nil, nil
	column := widgets.Column(2)
	for _, p := range c.list {
		if name := commandName(p); strings.Contains(strings.ToLower(name), strings.ToLower(text[1:])) && len(column.Objects) < commandsShown {
			column.Add(c.row(p))
		}
	}
	if len(column.Objects) > 0 {
		c.rows.Add(widgets.Small(locale.L("Prompts of your servers")))
		c.rows.Add(widgets.Fixed(0, min(column.MinSize().Height, commandsHeight), container.NewVScroll(column)))
	}
	c.root.Hidden = len(column.Objects) == 0
	c.e.c.relayout()
}

func (c *commands) row(p app.Prompt) fyne.CanvasObject {
	name := widgets.NewButton("/"+kit.Short(commandName(p), 48), widgets.Link, func() { c.pick(p) })
	if c.first == nil {
		c.first = name
	}
	about := strings.Join(argumentsOf(p, false), " ")
	if p.Description != "" {
		about = strings.TrimSpace(about + "  " + inert.Line(p.Description))
	}
	words := widgets.Small(about).Shrink()
	return widgets.RowGrow(theme.Gap12, words, name, words)
}

// pick puts a prompt into the composer, with its arguments to be filled in.
func (c *commands) pick(p app.Prompt) {
	text := "/" + commandName(p)
	for _, a := range argumentsOf(p, true) {
		text += " " + a + "="
	}
	c.e.words.SetText(text + " ")
	c.close()
	c.e.words.CursorColumn = len([]rune(text))
	if len(p.Arguments) > 0 { // behind the first one
		first, _, _ := strings.Cut(text, "=")
		c.e.words.CursorColumn = len([]rune(first)) + 1
	}
	c.e.c.Frame.Focus(c.e.words)
}

// enter gives the keyboard to the list, and reports whether it is open.
func (c *commands) enter() bool {
	if c.root.Hidden || c.first == nil {
		return false
	}
	c.e.c.Frame.Focus(c.first)
	return true
}

// close hides the list, and reports whether it was open.
func (c *commands) close() bool {
	if c.root.Hidden {
		return false
	}
	c.root.Hide()
	c.e.c.relayout()
	return true
}

// commandName is how a prompt is asked for, without the slash.
func commandName(p app.Prompt) string { return inert.Line(p.Server) + ":" + inert.Line(p.Name) }

// argumentsOf are the names of a prompt's arguments; of all, those that may be left
// out have a question mark, unless only the names are asked for.
func argumentsOf(p app.Prompt, bare bool) (names []string) {
	for _, a := range p.Arguments {
		name := inert.Line(a.Name)
		if !bare && !a.Required {
			name += "?"
		}
		names = append(names, name)
	}
	return names
}
