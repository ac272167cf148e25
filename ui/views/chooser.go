package views

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// choosing says what is being chosen.
type choosing int

const (
	chooseFolder choosing = iota // one folder to tidy
	chooseFiles                  // some files to tidy
	chooseInto                   // the folder that files go to
	chooseTrial                  // a few files to try a model on
	openFolder                   // a folder that the assistant may use
	openFiles                    // files that it may use
)

// chooser lets the person find a folder or files on this computer.
type chooser struct {
	on     *stages
	before stage // what Cancel goes back to
	what   choosing
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

// trialFiles is how many files a model is tried on.
const trialFiles = 5

// found is one thing in a folder.
type found struct {
	name   string
	folder bool
}

func newChooser(on *stages, what choosing, chosen func(paths []string)) *chooser {
	c := &chooser{
		on: on, before: on.now, what: what, chosen: chosen, ticked: map[string]bool{},
		path:   widgets.NewEntry("A folder"),
		counts: widgets.Quiet("").Shrink(), stop: func() {},
	}
	c.notice = widgets.NewNotice(func() { c.root.Refresh() })
	c.path.OnSubmitted = c.open
	c.list = widgets.NewList(func() int { return len(c.entries) },
		func() fyne.CanvasObject { return newChoiceRow(c) },
		func(i int, o fyne.CanvasObject) { o.(*choiceRow).show(c.entries[i]) })
	c.list.Chosen = func(int) { c.list.Refresh() }
	c.list.Key = c.key
	c.build()
	return c
}

func (c *chooser) build() {
	heading, promise := "Choose a folder", "Its files are read, and nothing is changed before you have seen every name."
	switch c.what {
	case chooseFiles:
		heading, promise = "Choose files", "They are read, and nothing is changed before you have seen every name."
	case chooseInto:
		heading, promise = "Where shall they go?", "The files you drop are put into this folder. Nothing in it is overwritten."
	case chooseTrial:
		heading, promise = "Choose up to five files", "The model reads them. Nothing is changed."
	case openFolder:
		heading, promise = "Which folder may the assistant use?", "It can look into this folder. It asks you before it changes anything."
	case openFiles:
		heading, promise = "Which files may the assistant use?", "It can read these files. It asks you before it changes anything."
	case chooseFolder:
	}
	c.do = widgets.NewButton("", widgets.Primary, c.submit)
	up := widgets.NewButton("Up", widgets.Secondary, func() { c.open(filepath.Dir(c.folder)) })
	where := widgets.RowGrow(theme.Gap8, c.path, up, c.path)
	head := widgets.Column(theme.Gap12,
		widgets.Column(theme.Gap4, widgets.Heading(heading), widgets.Quiet(promise).Shrink()), where, c.notice.Object())
	bottom := widgets.RowGrow(theme.Gap12, c.counts, c.counts, widgets.NewButton("Cancel", widgets.Secondary, c.escape), c.do)
	c.root = widgets.Inset(theme.Gap24, 0, theme.Gap16, 0, widgets.Sides(widgets.Frame(
		widgets.Inset(0, 0, theme.Gap12, 0, head), widgets.Inset(theme.Gap16, 0, 0, 0, bottom),
		widgets.Inset(0, theme.Gap16, 0, 0, c.places()), nil, c.list.Framed())))
}

// places are the folders that most people keep their files in.
func (c *chooser) places() fyne.CanvasObject {
	home := startFolder()
	column := widgets.Column(2)
	add := func(name, path string) {
		column.Add(widgets.NewLine(theme.IconFolder, name, "", func() { c.open(path) }))
	}
	add("Home", home)
	for _, name := range []string{"Desktop", "Documents", "Downloads", "Pictures"} {
		if info, err := os.Stat(filepath.Join(home, name)); err == nil && info.IsDir() {
			add(name, filepath.Join(home, name))
		}
	}
	return widgets.Fixed(120, 0, widgets.Inset(0, 0, 0, 6, column))
}

// open lists a folder; what was ticked in another one is forgotten.
func (c *chooser) open(folder string) {
	c.stop()
	c.stop = c.on.frame.Work.Start(func(ctx context.Context) func() {
		entries, err := listing(folder)
		stopped := ctx.Err() != nil
		return func() {
			if !stopped && c.on.now == c {
				c.opened(folder, entries, err)
			}
		}
	})
}

func (c *chooser) opened(folder string, entries []found, err error) {
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
	c.on.frame.focus(c.list)
}

func cannotList(folder string, err error) string {
	name := filepath.Base(folder)
	switch {
	case os.IsNotExist(err):
		return "There is no folder " + folder + ". Look whether it is spelled right."
	case os.IsPermission(err):
		return "You may not look into " + name + ". Ask whoever owns it to let you, or choose another folder."
	default:
		return name + " cannot be opened as a folder. Choose another one."
	}
}

// listing answers what is in a folder, folders first, without what is hidden.
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

func (c *chooser) refresh() {
	n := len(c.ticked)
	switch c.what {
	case chooseInto:
		c.do.Set("Put them into " + short(filepath.Base(c.folder), 24))
	case chooseFiles, chooseTrial, openFiles:
		c.do.Set("Tick the files to read")
		if n > 0 {
			c.do.Set("Read " + count(n, "file"))
		}
	case chooseFolder:
		c.do.Set("Read this folder")
	case openFolder:
		c.do.Set("Use this folder")
	}
	c.do.Enabled(c.folder != "" && (!c.ticks() || n > 0))
	files := 0
	for _, e := range c.entries {
		if !e.folder {
			files++
		}
	}
	c.counts.Set(count(len(c.entries)-files, "folder") + ", " + count(files, "file") + " here")
	c.list.Refresh()
	c.root.Refresh()
}

// ticks tells whether files are ticked, rather than a folder opened.
func (c *chooser) ticks() bool {
	return c.what == chooseFiles || c.what == chooseTrial || c.what == openFiles
}

// press opens a folder, or ticks a file.
func (c *chooser) press(e found) {
	if e.folder {
		c.open(filepath.Join(c.folder, e.name))
		return
	}
	switch {
	case !c.ticks():
		return
	case c.ticked[e.name]:
		delete(c.ticked, e.name)
	case c.what != chooseTrial || len(c.ticked) < trialFiles:
		c.ticked[e.name] = true
	}
	c.refresh()
}

// key works the row that the keyboard is on.
func (c *chooser) key(i int, key *fyne.KeyEvent) bool {
	e := c.entries[i]
	switch key.Name {
	case fyne.KeySpace, fyne.KeyRight:
		c.press(e)
	case fyne.KeyLeft, fyne.KeyBackspace:
		c.open(filepath.Dir(c.folder))
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

// typed goes up also where there is no row to be on.
func (c *chooser) typed(key *fyne.KeyEvent) {
	if key.Name == fyne.KeyLeft || key.Name == fyne.KeyBackspace {
		c.open(filepath.Dir(c.folder))
	}
}

func (c *chooser) object() fyne.CanvasObject { return c.root }

func (c *chooser) submit() {
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

func (c *chooser) escape() {
	c.stop()
	c.on.show(c.before)
}
