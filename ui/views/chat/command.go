package chat

import (
	"cmp"
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

// commands is the list of the servers' prompts and resources that opens above the
// composer when the text begins with a slash.
type commands struct {
	e     *composer
	root  *widgets.Panel
	rows  *fyne.Container
	list  []app.Prompt
	read  []app.Resource
	asked bool // the lists are loading, or were loaded since the slash was typed
	all   bool // all are shown, whatever is typed
	first *widgets.Button
}

// commandsHeight is the height from which the list scrolls, commandsShown how many it
// shows.
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

// typed reacts to typed text: a slash, and the beginning of a name.
func (c *commands) typed(text string) {
	c.all = false
	if !strings.HasPrefix(text, "/") || strings.ContainsAny(text, " \n") {
		c.close()
		c.asked = false
		return
	}
	if c.asked {
		c.show()
		return
	}
	c.load(func() {})
}

// browse lists everything that servers offer, whatever is typed.
func (c *commands) browse() {
	c.all = true
	c.load(func() {
		if !c.enter() {
			notice := c.e.c.notice
			notice.Tell(locale.L("None of your servers has anything to attach."), widgets.NewButton(locale.L("OK"), widgets.Secondary, notice.Clear))
		}
	})
}

// load loads and shows the lists: the prompts first, since a server may take long to list
// its resources.
func (c *commands) load(then func()) {
	c.asked, c.list, c.read = true, nil, nil
	page := c.e.c
	page.Frame.Work.Start(func(ctx context.Context) func() {
		list, err := page.backend.Prompts(ctx)
		return func() {
			if err == nil && c.asked {
				c.list = list
				c.show()
			}
		}
	})
	page.Frame.Work.Start(func(ctx context.Context) func() {
		read, err := page.backend.Resources(ctx)
		return func() {
			if err == nil && c.asked {
				c.read = read
				c.show()
				then()
			}
		}
	})
}

// show lists the matches of what is typed.
func (c *commands) show() {
	typed := ""
	if text := c.e.words.Text; !c.all && text != "" {
		typed = strings.ToLower(text[1:])
	}
	c.rows.Objects, c.first = nil, nil
	prompts, resources := widgets.Column(2), widgets.Column(2)
	for _, p := range c.list {
		if name := commandName(p); strings.Contains(strings.ToLower(name), typed) && len(prompts.Objects) < commandsShown {
			prompts.Add(c.prompt(p))
		}
	}
	for _, r := range c.read {
		if strings.Contains(strings.ToLower(resourceName(r)), typed) && len(resources.Objects) < commandsShown {
			resources.Add(c.resource(r))
		}
	}
	c.section(locale.L("Prompts of your servers"), prompts)
	c.section(locale.L("Attach from your servers"), resources)
	c.root.Hidden = len(c.rows.Objects) == 0
	c.e.c.relayout()
}

func (c *commands) section(title string, column *fyne.Container) {
	if len(column.Objects) > 0 {
		c.rows.Add(widgets.Small(title))
		c.rows.Add(widgets.Fixed(0, min(column.MinSize().Height, commandsHeight), container.NewVScroll(column)))
	}
}

func (c *commands) prompt(p app.Prompt) fyne.CanvasObject {
	about := strings.Join(argumentsOf(p, false), " ")
	if p.Description != "" {
		about = strings.TrimSpace(about + "  " + inert.Line(p.Description))
	}
	return c.row("/"+kit.Short(commandName(p), 48), about, func() { c.pick(p) })
}

func (c *commands) resource(r app.Resource) fyne.CanvasObject {
	about := strings.TrimSpace(inert.Line(r.Description) + "  " + inert.Line(r.URI))
	return c.row(kit.Short(resourceName(r), 48), about, func() { c.attach(r) })
}

func (c *commands) row(name, about string, pick func()) fyne.CanvasObject {
	button := widgets.NewButton(name, widgets.Link, pick)
	if c.first == nil {
		c.first = button
	}
	words := widgets.Small(about).Shrink()
	return widgets.RowGrow(theme.Gap12, words, button, words)
}

// attach sends a resource with the next request.
func (c *commands) attach(r app.Resource) {
	if strings.HasPrefix(c.e.words.Text, "/") && !c.all {
		c.e.words.SetText("")
	}
	c.close()
	c.e.attach(r)
	c.e.c.Frame.Focus(c.e.words)
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
	if len(p.Arguments) > 0 { // after the first one
		first, _, _ := strings.Cut(text, "=")
		c.e.words.CursorColumn = len([]rune(first)) + 1
	}
	c.e.c.Frame.Focus(c.e.words)
}

// enter gives the list the focus, and reports whether it is open.
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

// commandName returns how a prompt is typed, without the slash.
func commandName(p app.Prompt) string { return inert.Line(p.Server) + ":" + inert.Line(p.Name) }

// resourceName returns the display name of a resource.
func resourceName(r app.Resource) string {
	return inert.Line(r.Server) + ": " + inert.Line(cmp.Or(r.Name, r.URI))
}

// argumentsOf returns the names of a prompt's arguments; optional ones have a question
// mark, unless bare.
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
