package kit

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Purpose is what is being chosen.
type Purpose int

const (
	ChooseFolder     Purpose = iota // one folder to tidy
	ChooseFiles                     // some files to tidy
	ChooseInto                      // the folder that files go to
	ChooseLike                      // the folder whose naming is followed
	ChooseSamples                   // a few files to try a model on
	GrantFolder                     // a folder that the assistant may use
	GrantFiles                      // files that it may use
	ChooseLibrary                   // a folder for the library
	ChooseScans                     // a folder with scans to make searchable
	ChooseDuplicates                // a folder to search for duplicates
)

// Chooser lets the user find a folder or files on this computer.
type Chooser struct {
	on     *Stages
	before Stage // the stage that Cancel returns to
	what   Purpose
	chosen func(paths []string)

	folder  string
	entries []found
	ticked  map[string]bool
	stop    context.CancelFunc

	root   fyne.CanvasObject
	path   *widgets.Entry
	list   *widgets.List
	notice *widgets.Notice
	do     *widgets.Button
	counts *widgets.Text
}

// SampleFiles is how many files a model is tried on.
const SampleFiles = 5

// found is one entry of a folder.
type found struct {
	name   string
	folder bool
}

func NewChooser(on *Stages, what Purpose, chosen func(paths []string)) *Chooser {
	c := &Chooser{
		on: on, before: on.Now, what: what, chosen: chosen, ticked: map[string]bool{},
		path:   widgets.NewEntry(locale.L("A folder")),
		counts: widgets.Quiet("").Shrink(), stop: func() {},
	}
	c.notice = widgets.NewNotice(func() { c.root.Refresh() })
	c.path.OnSubmitted = c.Open
	c.list = widgets.NewList(func() int { return len(c.entries) },
		func() fyne.CanvasObject { return newChoiceRow(c) },
		func(i int, o fyne.CanvasObject) { o.(*choiceRow).show(c.entries[i]) })
	c.list.Chosen = func(int) { c.list.Refresh() }
	c.list.Key = c.key
	c.build()
	return c
}

func (c *Chooser) build() {
	heading, promise := locale.L("Choose a folder"), locale.L("Its files will be read. Nothing changes until you've reviewed every name.")
	switch c.what {
	case ChooseFiles:
		heading, promise = locale.L("Choose files"), locale.L("They'll be read. Nothing changes until you've reviewed every name.")
	case ChooseInto:
		heading, promise = locale.L("Where should they go?"), locale.L("Files you drop will be moved to this folder. Nothing in it is overwritten.")
	case ChooseLike:
		heading, promise = locale.L("Which folder's names should be followed?"), locale.L("Only the names in this folder are read. Nothing in it changes.")
	case ChooseSamples:
		heading, promise = locale.L("Choose up to five files"), locale.L("The model reads them. Nothing is changed.")
	case GrantFolder:
		heading, promise = locale.L("Which folder may the assistant use?"), locale.L("It can read this folder, and asks before changing anything.")
	case GrantFiles:
		heading, promise = locale.L("Which files may the assistant use?"), locale.L("It can read these files, and asks before changing anything.")
	case ChooseLibrary:
		heading, promise = locale.L("Which folder would you like to add?"), locale.L("Everything in it is read and kept on this computer. Nothing in it changes.")
	case ChooseScans:
		heading, promise = locale.L("Which folder's scans should become searchable?"), locale.L("They're read, and you see the list of new PDFs before anything is added.")
	case ChooseDuplicates:
		heading, promise = locale.L("Which folder would you like to search for duplicates?"), locale.L("Its files are compared and its documents are read. Nothing in it changes.")
	case ChooseFolder:
	}
	c.do = widgets.NewButton("", widgets.Primary, c.Submit)
	up := widgets.NewButton(locale.L("Up"), widgets.Secondary, func() { c.Open(filepath.Dir(c.folder)) })
	where := widgets.RowGrow(theme.Gap8, c.path, up, c.path)
	head := widgets.Column(theme.Gap12,
		widgets.Column(theme.Gap4, widgets.Heading(heading), widgets.Quiet(promise).Shrink()), where, c.notice.Object())
	bottom := widgets.RowGrow(theme.Gap12, c.counts, c.counts, widgets.NewButton(locale.L("Cancel"), widgets.Secondary, c.Escape), c.do)
	c.root = widgets.Inset(theme.Gap24, 0, theme.Gap16, 0, widgets.Sides(widgets.Frame(
		widgets.Inset(0, 0, theme.Gap12, 0, head), widgets.Inset(theme.Gap16, 0, 0, 0, bottom),
		widgets.Inset(0, theme.Gap16, 0, 0, c.places()), nil, c.list.Framed())))
}

// places are the folders in which most people keep their files.
func (c *Chooser) places() fyne.CanvasObject {
	home := HomeFolder()
	column := widgets.Column(2)
	add := func(name, path string) {
		column.Add(widgets.NewLine(theme.IconFolder, name, "", func() { c.Open(path) }))
	}
	add(locale.L("Home"), home)
	for _, place := range []struct{ folder, name string }{
		{filepath.Join(home, "Desktop"), locale.L("Desktop")},
		{filepath.Join(home, "Documents"), locale.L("Documents")},
		{filepath.Join(home, "Downloads"), locale.L("Downloads")},
		{filepath.Join(home, "Pictures"), locale.L("Pictures")},
	} {
		if info, err := os.Stat(place.folder); err == nil && info.IsDir() {
			add(place.name, place.folder)
		}
	}
	return widgets.Fixed(120, 0, widgets.Inset(0, 0, 0, 6, column))
}

// Open lists a folder and clears the ticks.
func (c *Chooser) Open(folder string) {
	c.stop()
	c.stop = c.on.Frame.Work.Start(func(ctx context.Context) func() {
		entries, err := listing(folder)
		stopped := ctx.Err() != nil
		return func() {
			if !stopped && c.on.Now == c {
				c.opened(folder, entries, err)
			}
		}
	})
}

func (c *Chooser) opened(folder string, entries []found, err error) {
	if err != nil {
		c.notice.Fail(cannotList(folder, err))
		return
	}
	c.notice.Clear()
	c.folder, c.entries = folder, entries
	clear(c.ticked)
	c.path.SetText(folder)
	c.list.Go(0)
	c.list.ScrollToTop()
	c.refresh()
	c.on.Frame.Focus(c.list)
}

func cannotList(folder string, err error) string {
	name := filepath.Base(folder)
	switch {
	case os.IsNotExist(err):
		return locale.L("“{{.Folder}}” doesn't exist. Check the spelling.", "Folder", folder)
	case os.IsPermission(err):
		return locale.L("You don't have permission to open “{{.Folder}}”. Choose another folder, or ask its owner for access.", "Folder", name)
	default:
		return locale.L("“{{.Folder}}” can't be opened as a folder. Choose another one.", "Folder", name)
	}
}

// listing returns the contents of a folder, folders first, without hidden ones.
func listing(folder string) ([]found, error) {
	dir, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var all []found
	for _, e := range dir {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if e.IsDir() || e.Type().IsRegular() {
			all = append(all, found{e.Name(), e.IsDir()})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int {
		if a.folder != b.folder {
			if a.folder {
				return -1
			}
			return 1
		}
		return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	return all, nil
}

func (c *Chooser) refresh() {
	n := len(c.ticked)
	switch c.what {
	case ChooseInto:
		c.do.Set(locale.L("Move them to {{.Folder}}", "Folder", Short(filepath.Base(c.folder), 24)))
	case ChooseLike:
		c.do.Set(locale.L("Names like in {{.Folder}}", "Folder", Short(filepath.Base(c.folder), 24)))
	case ChooseFiles, ChooseSamples, GrantFiles:
		c.do.Set(locale.L("Tick the files to read"))
		if n > 0 {
			c.do.Set(locale.N("Read {{.N}} file", "Read {{.N}} files", n))
		}
	case ChooseFolder, ChooseScans, ChooseDuplicates:
		c.do.Set(locale.L("Read this folder"))
	case GrantFolder:
		c.do.Set(locale.L("Use this folder"))
	case ChooseLibrary:
		c.do.Set(locale.L("Add this folder"))
	}
	c.do.Enabled(c.folder != "" && (!c.ticks() || n > 0))
	files := 0
	for _, e := range c.entries {
		if !e.folder {
			files++
		}
	}
	c.counts.Set(locale.L("{{.Folders}}, {{.Files}} here", "Folders", locale.Folders(len(c.entries)-files), "Files", locale.Files(files)))
	c.list.Refresh()
	c.root.Refresh()
}

// ticks reports whether files are ticked, rather than a folder chosen.
func (c *Chooser) ticks() bool {
	return c.what == ChooseFiles || c.what == ChooseSamples || c.what == GrantFiles
}

// press opens a folder, or ticks a file.
func (c *Chooser) press(e found) {
	if e.folder {
		c.Open(filepath.Join(c.folder, e.name))
		return
	}
	switch {
	case !c.ticks():
		return
	case c.ticked[e.name]:
		delete(c.ticked, e.name)
	case c.what != ChooseSamples || len(c.ticked) < SampleFiles:
		c.ticked[e.name] = true
	}
	c.refresh()
}

// key handles a key for the focused row.
func (c *Chooser) key(i int, key *fyne.KeyEvent) bool {
	e := c.entries[i]
	switch key.Name {
	case fyne.KeySpace, fyne.KeyRight:
		c.press(e)
	case fyne.KeyLeft, fyne.KeyBackspace:
		c.Open(filepath.Dir(c.folder))
	case fyne.KeyReturn, fyne.KeyEnter:
		if !e.folder {
			return false
		}
		c.press(e)
	default:
		return false
	}
	return true
}

// TypedKey also goes up if no row has the focus.
func (c *Chooser) TypedKey(key *fyne.KeyEvent) {
	if key.Name == fyne.KeyLeft || key.Name == fyne.KeyBackspace {
		c.Open(filepath.Dir(c.folder))
	}
}

func (c *Chooser) Content() fyne.CanvasObject { return c.root }

func (c *Chooser) Submit() {
	if c.do.Disabled() {
		return
	}
	c.stop()
	if !c.ticks() {
		c.chosen([]string{c.folder})
		return
	}
	var paths []string
	for _, e := range c.entries {
		if c.ticked[e.name] {
			paths = append(paths, filepath.Join(c.folder, e.name))
		}
	}
	c.chosen(paths)
}

func (c *Chooser) Escape() {
	c.stop()
	c.on.Show(c.before)
}
