package ui

import (
	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views"
	"github.com/deskhand/deskhand/ui/widgets"
)

// page is a place that the rail leads to.
type page struct {
	name views.PageName
	icon theme.IconName
	view view
	bare func() bool // whether it wants no footer just now; nil: it always has one
	rail *widgets.RailItem
}

// view is what stands on a page.
type view interface {
	// Object is what the window shows.
	Object() fyne.CanvasObject
	// Load asks the desk anew; the page has just been come to.
	Load()
	// Typed takes a key that no widget has a use for.
	Typed(key *fyne.KeyEvent)
}

// furnish makes the pages, in the order of the rail. A page more is a row more.
func (w *Window) furnish(with views.Frame, asker *Asker) {
	on := func(name views.PageName) *views.Frame {
		frame := with
		frame.Shown = func() bool { return w.at != nil && w.at.name == name }
		return &frame
	}
	w.flow = views.NewFlow(on(views.PageHome))
	w.chat = views.NewChat(on(views.PageChat), asker)
	w.activity = views.NewActivity(on(views.PageActivity))
	w.models = views.NewModels(on(views.PageModels))
	w.servers = views.NewServers(on(views.PageServers))
	w.settings = views.NewSettings(on(views.PageSettings))
	w.pages = []*page{
		{name: views.PageHome, icon: theme.IconHome, view: w.flow, bare: func() bool { return !w.flow.AtHome() }},
		{name: views.PageChat, icon: theme.IconChat, view: w.chat, bare: func() bool { return true }},
		{name: views.PageActivity, icon: theme.IconActivity, view: w.activity},
		{name: views.PageModels, icon: theme.IconModels, view: w.models},
		{name: views.PageServers, icon: theme.IconServers, view: w.servers},
		{name: views.PageSettings, icon: theme.IconSettings, view: w.settings},
	}
	for _, p := range w.pages {
		p.rail = widgets.NewRailItem(p.icon, string(p.name), func() { w.visit(p.name) })
	}
}

// visit leads to a page.
func (w *Window) visit(name views.PageName) {
	for _, p := range w.pages {
		p.rail.Choose(p.name == name)
		if p.name == name {
			w.at = p
		}
	}
	w.win.Canvas().Unfocus() // from what is about to go
	w.body.Objects = []fyne.CanvasObject{w.at.view.Object()}
	w.body.Refresh()
	w.at.view.Load()
	w.footer.load()
	w.showFooter()
}

// footed tells whether the footer stands under the page.
func (p *page) footed() bool { return p.bare == nil || !p.bare() }

// rail is what leads to a page.
func (w *Window) rail(name views.PageName) *widgets.RailItem {
	for _, p := range w.pages {
		if p.name == name {
			return p.rail
		}
	}
	return nil
}
