package settings

import (
	"context"
	"errors"
	"path/filepath"
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

// Page is the page of the settings and of the places of files.
type Page struct {
	frame    *kit.Frame
	backend  Backend
	root     fyne.CanvasObject
	notice   *widgets.Notice
	rows     []*settingRow
	habits   *habits
	library  *library
	places   *fyne.Container
	asked    func()          // ends the running query
	advanced *fyne.Container // the settings that few people need
	more     *widgets.Button // shows them
	// Appear changes the appearance of the window.
	Appear func(appearance string)
	// AddFolder lets the user add a folder to the library, ReadFolder continues reading
	// one.
	AddFolder  func()
	ReadFolder func(path string)
	// Changed is called with the setting that was saved, and its value.
	Changed func(key, value string)
}

// New returns the page.
func New(frame *kit.Frame, backend Backend) *Page {
	s := &Page{frame: frame, backend: backend, places: widgets.Column(theme.Gap4), asked: func() {}, Appear: func(string) {}, AddFolder: func() {}, ReadFolder: func(string) {}, Changed: func(string, string) {}}
	s.notice = widgets.NewNotice(s.refresh)
	column := widgets.Column(theme.Gap16, widgets.Column(theme.Gap4, widgets.Heading(locale.L("Settings")),
		widgets.Quiet(locale.L("Saved to a file you can also edit; your comments and order are kept.")).Wrap()),
		s.notice.Object())
	for _, g := range settingGroups() {
		column.Add(s.card(g))
	}
	s.library = newLibrary(s)
	column.Add(s.library.root)
	s.habits = newHabits(s)
	column.Add(s.habits.root)
	s.advanced = widgets.Column(theme.Gap16)
	for _, g := range advancedGroups() {
		s.advanced.Add(s.card(g))
	}
	s.advanced.Add(widgets.Card(widgets.Column(theme.Gap8, widgets.Title(locale.L("Where things are stored")), s.places)))
	s.advanced.Hide()
	s.more = widgets.NewButton(locale.L("Advanced…"), widgets.Secondary, s.fold)
	column.Add(widgets.Row(0, s.more))
	column.Add(s.advanced)
	s.root = container.NewVScroll(widgets.Inset(theme.Gap24, 0, theme.Gap24, 0, widgets.Sides(column)))
	return s
}

// fold shows or hides the advanced settings.
func (s *Page) fold() {
	if s.advanced.Hidden {
		s.advanced.Show()
		s.more.Set(locale.L("Hide advanced"))
	} else {
		s.advanced.Hide()
		s.more.Set(locale.L("Advanced…"))
	}
	s.refresh()
}

func (s *Page) card(g settingGroup) fyne.CanvasObject {
	head := widgets.Column(2, widgets.Title(g.title))
	if g.detail != "" {
		head.Add(widgets.Small(g.detail))
	}
	column := widgets.Column(theme.Gap16, head)
	for _, words := range g.rows {
		row := newSettingRow(s, words)
		s.rows = append(s.rows, row)
		column.Add(row.root)
	}
	return widgets.Card(column)
}

// Object returns what the window shows.
func (s *Page) Object() fyne.CanvasObject { return s.root }

func (s *Page) refresh() { s.root.Refresh() }

// Typed handles a key that no widget used.
func (s *Page) Typed(key *fyne.KeyEvent) {
	if key.Name == fyne.KeyEscape {
		for _, row := range s.rows {
			row.giveUp()
		}
	}
}

// Load reloads the settings.
func (s *Page) Load() {
	s.asked()
	s.asked = s.frame.Work.Start(func(ctx context.Context) func() {
		now, err := s.backend.Settings(ctx)
		corrected, habitsErr := s.backend.Habits(ctx)
		folders, kept, libraryErr := s.backend.Library(ctx)
		err = errors.Join(err, habitsErr, libraryErr)
		stopped := ctx.Err() != nil
		return func() {
			switch {
			case stopped:
			case err != nil:
				s.notice.Fail(kit.Explain(err, locale.L("Couldn't read the settings. Try again in a moment.")))
			default:
				s.habits.show(corrected)
				s.library.show(folders, kept)
				s.show(now)
			}
		}
	})
}

func (s *Page) show(now app.Settings) {
	s.notice.Clear()
	if now.Problem != nil {
		open := widgets.NewButton(locale.L("Open file"), widgets.Secondary, func() { s.frame.OpenFile(now.File, s.notice) })
		again := widgets.NewButton(locale.L("Reload"), widgets.Secondary, s.Load)
		s.notice.Fail(locale.L("{{.Problem}} Fix it and press Reload. Until then Deskhand keeps the settings it started with.",
			"Problem", kit.Explain(now.Problem, locale.L("{{.File}} can't be read.", "File", filepath.Base(now.File)))), open, again)
	}
	if len(now.Dropped) > 0 && now.Problem == nil {
		s.notice.Tell(locale.L("These keys of {{.File}} no longer have a meaning and are ignored: {{.Keys}}.",
			"File", filepath.Base(now.File), "Keys", strings.Join(now.Dropped, ", ")))
	}
	for _, row := range s.rows {
		for _, v := range now.Values {
			if v.Key == row.words.key {
				row.show(v)
			}
		}
	}
	s.fillPlaces(now)
	s.refresh()
}

// fillPlaces lists files and folders, each with a button to open it.
func (s *Page) fillPlaces(now app.Settings) {
	s.places.Objects = nil
	add := func(label, path, way string, do func()) {
		where := widgets.Small(inert.Exact(path)).Shrink()
		s.places.Add(widgets.RowGrow(theme.Gap12, where, widgets.Fixed(150, 0, widgets.Body(label)), where,
			widgets.NewButton(way, widgets.Link, do)))
	}
	file := func(label, path string) {
		add(label, path, locale.L("Open file"), func() { s.frame.OpenFile(path, s.notice) })
	}
	folder := func(label, path string) {
		add(label, path, locale.L("Show"), func() { s.frame.OpenFolder(path, s.notice) })
	}
	file(locale.L("Settings"), now.File)
	if now.Servers != "" {
		file(locale.L("Servers"), now.Servers)
	}
	folder(locale.L("Data and history"), now.Data)
	folder(locale.L("Cache"), now.Cache)
}
