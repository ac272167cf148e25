package ui

import (
	"cmp"
	"context"
	"net/url"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/ui/bridge"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/activity"
	chatpage "github.com/deskhand/deskhand/ui/views/chat"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Asker asks the user the guard's questions.
type Asker = chatpage.Asker

// NewAsker returns an asker. Until a window has it, every answer is no.
func NewAsker() *Asker { return chatpage.NewAsker() }

// Options configure a window. The zero value is valid.
type Options struct {
	// Paths are dropped on the window when it opens.
	Paths []string
	// Post runs work on the UI goroutine; nil: Fyne's.
	Post func(func())
	// Now returns the local time; nil: the clock's.
	Now func() time.Time
	// Pulse is how often state that changes elsewhere is polled, such as a starting
	// server; 0: a second.
	Pulse time.Duration
	// Open shows a folder in the system's file manager, or a file in its editor;
	// nil: Fyne's way.
	Open func(path string) error
	// Browse shows a web page in the browser; nil: Fyne's way.
	Browse func(address string) error
	// Picture saves the picture in the clipboard to a file and returns its path; empty if
	// there is none. Nil: pictures cannot be pasted.
	Picture func() (path string, err error)
	// SaveAs lets the user choose where to save a file, starting at the path file, and
	// blocks until they have; empty if they cancelled. After an error the window asks.
	// Nil: the desktop's own chooser.
	SaveAs func(ctx context.Context, title, file string) (path string, err error)
	// Asker receives the guard's questions, which the chat asks. Nil: every answer is no.
	Asker *Asker
	// Version is the program's.
	Version string
	// Appearance is "light" or "dark"; empty: the system's.
	Appearance string
	// Kept is the state that an earlier window passed to Keep, which is called after each
	// change and at the end, one call at a time; nil: no state is kept.
	Kept []byte
	Keep func(state []byte) error
	// Theme replaces the theme of the window; nil: ours, in its Appearance.
	Theme fyne.Theme
}

// Window is the window of Deskhand.
type Window struct {
	win            fyne.Window
	work           *kit.Work
	backend        Backend
	flow           *flow
	chat           *chatpage.Page
	activity       *activity.Page
	footer         *footer
	body           *fyne.Container // the shown page
	right          *fyne.Container // the page above the footer
	pages          []*page
	at             *page        // the shown one
	searchPage     *page        // the search; not on the rail
	tablePage      *page        // the table; neither
	duplicatesPage *page        // the duplicates; neither
	before         kit.PageName // the page that these return to
	version        string
	keeper         *keeper
	fill           func()          // makes the pages
	chatPlace      *chatpage.Place // the place in the chat to restore on the first visit
}

// The initial size of the window, in Fyne's units.
const width, height float32 = 1280, 800

// New makes the window; Show opens it. It must be called on the UI goroutine. The backend is
// called from then on until the window is closed.
func New(app fyne.App, backend Backend, opts Options) *Window {
	opts = opts.filled(app)
	app.Settings().SetTheme(opts.Theme)
	w := &Window{win: app.NewWindow("Deskhand"), backend: backend, version: opts.Version, work: kit.NewWork(opts.Post), body: container.NewStack()}
	if opts.SaveAs == nil {
		opts.SaveAs = w.saveAs
	}
	w.fill = func() {
		w.makePages(kit.Frame{
			Work: w.work, Now: opts.Now, Pulse: opts.Pulse, Window: w.win, Open: opts.Open, Browse: opts.Browse, Picture: opts.Picture, SaveAs: opts.SaveAs,
			Visit: w.visit,
		}, opts.Asker)
		w.footer = newFooter(w.work, backend, func() { w.visit(kit.PageModels) })
		w.win.SetContent(w.layout())
		w.visit(kit.PageHome)
	}
	w.win.SetPadded(false)
	w.fill()
	w.wire()
	w.win.Resize(fyne.NewSize(width, height))
	w.keeper = newKeeper(w, opts.Keep, opts.Pulse)
	w.restore(opts.Kept)
	if len(opts.Paths) > 0 {
		w.visit(kit.PageHome)
		w.Drop(opts.Paths)
	}
	w.keeper.start()
	return w
}

func (o Options) filled(app fyne.App) Options {
	if o.Post == nil {
		o.Post = bridge.Post
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Pulse = cmp.Or(o.Pulse, time.Second)
	if o.Asker == nil {
		o.Asker = NewAsker()
	}
	if o.Theme == nil {
		o.Theme = theme.Appearing(o.Appearance)
	}
	if o.Picture == nil {
		o.Picture = func() (string, error) { return "", nil }
	}
	if o.Browse == nil {
		o.Browse = func(address string) error {
			u, err := url.Parse(address)
			if err != nil {
				return err
			}
			return app.OpenURL(u)
		}
	}
	if o.Open == nil {
		o.Open = func(path string) error { return app.OpenURL(&url.URL{Scheme: "file", Path: path}) }
	}
	return o
}

// wire handles drops, keys and closing.
func (w *Window) wire() {
	w.win.SetOnDropped(func(_ fyne.Position, uris []fyne.URI) { w.Drop(paths(uris)) })
	w.win.SetCloseIntercept(w.Close)
	w.win.SetOnClosed(w.work.Cancel)
	c := w.win.Canvas()
	c.SetOnTypedKey(func(key *fyne.KeyEvent) {
		if key.Name == fyne.KeyF1 {
			w.help()
			return
		}
		w.at.view().Typed(key)
	})
	c.SetOnTypedRune(func(r rune) {
		if r == '?' {
			w.help()
		}
	})
	shortcut := func(key fyne.KeyName, do func()) {
		c.AddShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}, func(fyne.Shortcut) { do() })
	}
	shortcut(fyne.KeyO, w.choose)
	shortcut(fyne.KeyF, w.find)
	shortcut(fyne.KeyK, w.search)
	shortcut(fyne.KeyT, w.table)
	shortcut(fyne.KeyD, w.duplicates)
	shortcut(fyne.KeyN, w.newConversation)
	shortcut(fyne.KeyW, w.Close)
	shortcut(fyne.KeyQ, w.Close)
	for i, key := range []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5, fyne.Key6} {
		shortcut(key, func() { w.visit(w.pages[i].name) })
	}
	shortcut(fyne.KeyZ, w.undo)
	shortcut(fyne.KeyY, w.redo)
	c.AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { w.undo() }) // the driver's names for these keys
	c.AddShortcut(&fyne.ShortcutRedo{}, func(fyne.Shortcut) { w.redo() })
	c.AddShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyZ, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift},
		func(fyne.Shortcut) { w.redo() })
}

// paths returns the paths of uris that are files or folders on this computer.
func paths(uris []fyne.URI) []string {
	var all []string
	for _, u := range uris {
		if u.Scheme() == "file" {
			all = append(all, u.Path())
		}
	}
	return all
}

// Show opens the window.
func (w *Window) Show() { w.win.Show() }

// Drop handles files and folders dropped on the window: on the chat page the assistant gets
// access to them, on the duplicates page they are searched, elsewhere a plan is made.
func (w *Window) Drop(paths []string) {
	if len(paths) == 0 {
		return
	}
	if onto, ok := w.at.view().(interface{ Drop(paths []string) }); ok {
		onto.Drop(paths)
		return
	}
	w.visit(kit.PageHome)
	w.flow.Drop(paths)
}

// Raise shows the window above the others, and drops paths on it.
func (w *Window) Raise(paths []string) {
	w.win.RequestFocus()
	w.Drop(paths)
}

// Close closes the window and ends its work; renaming stops after the current file.
func (w *Window) Close() {
	w.keeper.last()
	w.win.Close()
}

// Wait ends all work of the window, and blocks until it has ended. It must be called on the
// UI goroutine after the toolkit has ended and before the core is closed. The window may
// still be open: the toolkit ends on signals by itself.
func (w *Window) Wait() {
	w.keeper.last()
	w.work.Cancel()
	w.work.Wait()
}

func (w *Window) layout() fyne.CanvasObject {
	logo := widgets.Fixed(64, 34, container.NewCenter(widgets.NewText("D", theme.SizeHeading, theme.Accent, true)))
	column := widgets.Column(theme.Gap4, logo)
	for _, p := range w.pages {
		column.Add(p.rail)
	}
	rail := widgets.Frame(nil, nil, nil, widgets.Rule(), widgets.Inset(theme.Gap8, 3, theme.Gap8, theme.Gap4, column))
	w.right = widgets.Frame(nil, w.footer.object(), nil, nil, w.body)
	return container.NewStack(widgets.NewArea(fynetheme.ColorNameBackground), widgets.Frame(nil, nil, rail, nil, w.right))
}

func (w *Window) showFooter() {
	w.footer.visible(w.at.footed())
	w.footer.at(w.at.name == kit.PageModels)
	w.right.Refresh()
}

// choose is Ctrl+O.
func (w *Window) choose() {
	w.visit(kit.PageHome)
	w.flow.Choose()
}

// undo is Ctrl+Z: it undoes the last edit of a plan; without one it asks whether to undo
// the last batch.
func (w *Window) undo() {
	if w.at.name == kit.PageHome && w.flow.undoEdit() {
		return
	}
	w.visit(kit.PageActivity)
	w.activity.AskUndo()
}

// redo is Ctrl+Shift+Z: in a plan it redoes the edit that was undone last; elsewhere it
// proposes the last undone batch again.
func (w *Window) redo() {
	if w.at.name == kit.PageHome && w.flow.redoEdit() {
		return
	}
	w.visit(kit.PageActivity)
	w.activity.AskAgain()
}

// find is Ctrl+F: it focuses the page's search field.
func (w *Window) find() {
	if f, ok := w.at.view().(interface{ Find() }); ok {
		f.Find()
	}
}

// newConversation is Ctrl+N.
func (w *Window) newConversation() {
	w.visit(kit.PageChat)
	w.chat.Begin()
}

// speak shows the window in another language. While work is running, that waits for a
// restart.
func (w *Window) speak(language string) {
	if w.flow.busy() || w.chat != nil && w.chat.Busy() {
		return
	}
	locale.Speak(language)
	now := w.state()
	w.chat, w.activity = nil, nil
	w.fill()
	w.restore(now)
}

// help is F1: it lists the keys and describes the program.
func (w *Window) help() {
	rows := [][2]string{
		{locale.L("Ctrl+1 to Ctrl+6"), locale.L("Go to a page")},
		{locale.L("Ctrl+O"), locale.L("Choose a folder to tidy")},
		{locale.L("Ctrl+K"), locale.L("Find a document")},
		{locale.L("Ctrl+T"), locale.L("Documents as a table, with sums")},
		{locale.L("Ctrl+D"), locale.L("Find duplicates")},
		{locale.L("Ctrl+F"), locale.L("Search here")},
		{locale.L("Ctrl+N"), locale.L("New conversation")},
		{locale.L("Ctrl+Z"), locale.L("Undo the last edit, then the last batch")},
		{locale.L("Ctrl+Shift+Z"), locale.L("Redo the edit, then the last undone batch")},
		{locale.L("Space, F2"), locale.L("Tick a file, edit its name")},
		{locale.L("Enter"), locale.L("Do what the filled button says")},
		{locale.L("Esc"), locale.L("Close what is open")},
		{locale.L("Ctrl+W, Ctrl+Q"), locale.L("Close the window")},
	}
	keys := widgets.Column(theme.Gap8)
	for _, row := range rows {
		words := widgets.Body(row[1])
		keys.Add(widgets.RowGrow(theme.Gap16, words, widgets.Fixed(140, 0, widgets.Strong(row[0])), words))
	}
	widgets.OpenCard(w.win.Canvas(), widgets.Column(theme.Gap16,
		widgets.Heading(locale.L("Keyboard shortcuts")), keys, widgets.Rule(),
		widgets.Column(theme.Gap4,
			widgets.Strong(locale.L("Deskhand {{.Version}}", "Version", w.version)),
			widgets.Quiet(locale.L("Everything happens on this computer. Nothing is deleted or overwritten, and you can undo every change.")),
			widgets.Quiet(locale.L("Free software under the Apache License 2.0; the notices of all it uses come with it.")))))
}
