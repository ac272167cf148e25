package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/activity"
	chatpage "github.com/deskhand/deskhand/ui/views/chat"
	"github.com/deskhand/deskhand/ui/views/duplicates"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/views/models"
	"github.com/deskhand/deskhand/ui/views/search"
	"github.com/deskhand/deskhand/ui/views/servers"
	"github.com/deskhand/deskhand/ui/views/settings"
	"github.com/deskhand/deskhand/ui/views/table"
	"github.com/deskhand/deskhand/ui/widgets"
)

// page is an entry of the rail.
type page struct {
	name  kit.PageName
	title string
	icon  theme.IconName
	make  func(*kit.Frame) view // called on the first visit, to open the window quickly
	bare  func() bool           // whether it has no footer now; nil: it always has one
	rail  *widgets.RailItem

	frame *kit.Frame
	made  view
}

// view is the content of a page.
type view interface {
	// Object returns what the window shows.
	Object() fyne.CanvasObject
	// Load reloads from the backend; called when the page is shown.
	Load()
	// Typed handles a key that no widget used.
	Typed(key *fyne.KeyEvent)
}

// makePages makes the pages, in the order of the rail. A new page is a new row.
func (w *Window) makePages(with kit.Frame, asker *Asker) {
	w.pages = []*page{
		{name: kit.PageHome, title: locale.L("Home"), icon: theme.IconHome, make: w.makeHome, bare: func() bool { return !w.flow.AtHome() }},
		{name: kit.PageChat, title: locale.L("Chat"), icon: theme.IconChat, make: func(f *kit.Frame) view { return w.makeChat(f, asker) }, bare: func() bool { return true }},
		{name: kit.PageActivity, title: locale.L("Activity"), icon: theme.IconActivity, make: w.makeActivity},
		{name: kit.PageModels, title: locale.L("Models"), icon: theme.IconModels, make: w.makeModels},
		{name: kit.PageServers, title: locale.L("Servers"), icon: theme.IconServers, make: w.makeServers},
		{name: kit.PageSettings, title: locale.L("Settings"), icon: theme.IconSettings, make: w.makeSettings},
	}
	w.searchPage = &page{name: kit.PageSearch, make: w.makeSearch, bare: func() bool { return true }}
	w.tablePage = &page{name: kit.PageTable, make: w.makeTable, bare: func() bool { return true }}
	w.duplicatesPage = &page{name: kit.PageDuplicates, make: w.makeDuplicates, bare: func() bool { return true }}
	for _, p := range append(slices.Clone(w.pages), w.searchPage, w.tablePage, w.duplicatesPage) {
		frame := with
		frame.Shown = func() bool { return w.at == p }
		p.frame = &frame
	}
	for _, p := range w.pages {
		p.rail = widgets.NewRailItem(p.icon, p.title, func() { w.visit(p.name) })
	}
}

// view returns the content of the page, made on first use.
func (p *page) view() view {
	if p.made == nil {
		p.made = p.make(p.frame)
	}
	return p.made
}

func (w *Window) makeHome(f *kit.Frame) view {
	w.flow = newFlow(f, w.backend)
	w.flow.Staged = w.showFooter
	w.flow.Changed = w.changed
	w.flow.Marked = func(on bool) { w.rail(kit.PageHome).Mark(on) }
	return w.flow
}

func (w *Window) makeChat(f *kit.Frame, asker *Asker) view {
	w.chat = chatpage.New(f, w.backend, asker)
	w.chat.Staged = w.showFooter
	w.chat.Changed = w.changed
	w.chat.Review = w.review
	if w.chatPlace != nil {
		w.chat.Restore(*w.chatPlace)
	}
	w.chat.Marked = func(on bool) { w.rail(kit.PageChat).Mark(on) }
	return w.chat
}

func (w *Window) makeActivity(f *kit.Frame) view {
	w.activity = activity.New(f, w.backend)
	w.activity.Changed, w.activity.Review = w.flow.Returned, w.review
	return w.activity
}

// review shows a plan that was proposed elsewhere.
func (w *Window) review(p plan.Plan) {
	w.visit(kit.PageHome)
	w.flow.Review(p)
}

func (w *Window) makeModels(f *kit.Frame) view {
	m := models.New(f, w.backend)
	m.Changed = w.footer.load
	return m
}

func (w *Window) makeServers(f *kit.Frame) view {
	s := servers.New(f, w.backend)
	s.Changed = w.footer.load
	return s
}

func (w *Window) makeSearch(f *kit.Frame) view {
	s := search.New(f, w.backend)
	s.Left = func() { w.visit(w.before) }
	return s
}

func (w *Window) makeTable(f *kit.Frame) view {
	t := table.New(f, w.backend)
	t.AddFolder = func() { w.library().AddFolder() }
	t.Left = func() { w.visit(w.before) }
	return t
}

func (w *Window) makeDuplicates(f *kit.Frame) view {
	d := duplicates.New(f, w.backend)
	d.Changed = w.changed
	d.Left = func() { w.visit(w.before) }
	return d
}

// search is Ctrl+K, table Ctrl+T, and duplicates Ctrl+D.
func (w *Window) search()     { w.visit(kit.PageSearch) }
func (w *Window) table()      { w.visit(kit.PageTable) }
func (w *Window) duplicates() { w.visit(kit.PageDuplicates) }

// library returns the search page, where folders are added.
func (w *Window) library() *search.Page {
	w.search()
	return w.searchPage.view().(*search.Page)
}

func (w *Window) makeSettings(f *kit.Frame) view {
	s := settings.New(f, w.backend)
	s.AddFolder = func() { w.library().AddFolder() }
	s.ReadFolder = func(path string) { w.library().Read(path) }
	s.Appear = func(appearance string) { fyne.CurrentApp().Settings().SetTheme(theme.Appearing(appearance)) }
	s.Changed = func(key, value string) {
		switch key {
		case config.SettingDateOrder:
			locale.MonthsFirst(value == config.MonthFirst)
			w.changed()
		case config.SettingLocale:
			w.speak(value)
		}
		if key == config.SettingNaming || key == config.SettingSubfolders {
			w.flow.Reset()
		}
	}
	return s
}

// changed is called when files were changed or restored.
func (w *Window) changed() {
	w.flow.Load()
	w.footer.load()
	if w.activity != nil {
		w.activity.Load()
	}
}

// visit shows a page.
func (w *Window) visit(name kit.PageName) {
	if w.at != nil && w.at != w.searchPage && w.at != w.tablePage && w.at != w.duplicatesPage {
		w.before = w.at.name
	}
	switch name {
	case kit.PageSearch:
		w.at = w.searchPage
	case kit.PageTable:
		w.at = w.tablePage
	case kit.PageDuplicates:
		w.at = w.duplicatesPage
	}
	for _, p := range w.pages {
		p.rail.Choose(p.name == name)
		if p.name == name {
			w.at = p
		}
	}
	if name == kit.PageHome {
		w.rail(name).Mark(false)
	}
	w.win.Canvas().Unfocus() // from the old page
	w.body.Objects = []fyne.CanvasObject{w.at.view().Object()}
	w.body.Refresh()
	w.at.view().Load()
	w.footer.load()
	w.showFooter()
}

// footed reports whether the page has the footer.
func (p *page) footed() bool { return p.bare == nil || !p.bare() }

// rail returns the rail item of a page.
func (w *Window) rail(name kit.PageName) *widgets.RailItem {
	for _, p := range w.pages {
		if p.name == name {
			return p.rail
		}
	}
	return nil
}
