package duplicates

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// side shows the files of a group side by side.
type side struct {
	p       *Page
	panel   *widgets.Panel
	title   *widgets.Text
	hint    *widgets.Text
	columns *fyne.Container
	files   []*file
	group   *group
}

func newSide(p *Page) *side {
	s := &side{p: p, title: widgets.Title(""), hint: widgets.Quiet("").Wrap(), columns: container.New(columns{})}
	head := widgets.Inset(0, 0, theme.Gap12, 0, widgets.Column(2, s.title, s.hint))
	s.panel = widgets.NewPanel(widgets.Inset(theme.Gap16, theme.Gap16, theme.Gap16, theme.Gap16,
		widgets.Frame(head, nil, nil, nil, container.NewHScroll(widgets.Inset(2, 2, 2, 2, s.columns)))), theme.Surface, theme.Line, theme.RadiusCard)
	return s
}

// columns divides the width among files, which scroll sideways if there is no room.
type columns struct{}

const minColumn float32 = 196

func (columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	n := float32(len(objects))
	var height float32
	for _, o := range objects {
		height = max(height, o.MinSize().Height)
	}
	return fyne.NewSize(n*minColumn+max(0, n-1)*theme.Gap16, height)
}

func (columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	n := float32(len(objects))
	wide := (size.Width - max(0, n-1)*theme.Gap16) / max(1, n)
	for i, o := range objects {
		widgets.Place(o, float32(i)*(wide+theme.Gap16), 0, wide, size.Height)
	}
}

// show shows a group, keeping its pictures if it is shown already.
func (s *side) show(g *group) {
	if s.group != g {
		s.clear()
		s.group = g
		for i := range g.files {
			s.files = append(s.files, newFile(s.p, g, i))
		}
		s.columns.Objects = nil
		for _, f := range s.files {
			s.columns.Add(f.root)
		}
	}
	s.title.Set(g.kindWords())
	if g.files.Exact() {
		s.hint.Set(locale.L("These files are identical."))
	} else {
		s.hint.Set(locale.L("The text is the same. Compare the pages before you put one aside."))
	}
	for _, f := range s.files {
		f.show()
	}
	s.panel.Refresh()
}

// clear forgets the group and cancels loading its pictures.
func (s *side) clear() {
	for _, f := range s.files {
		f.stop()
	}
	s.files, s.group = nil, nil
}

// file is one file of the group.
type file struct {
	p     *Page
	group *group
	i     int
	root  fyne.CanvasObject
	stays *fyne.Container // marks the kept file
	away  *widgets.Check  // puts it aside
	keep  *widgets.Button // keeps it instead
	about *widgets.Text   // how it differs
	stop  func()
}

func newFile(p *Page, g *group, i int) *file {
	f := &file{p: p, group: g, i: i, about: widgets.Small("").Wrap()}
	at := g.files[i]
	f.stays = widgets.Fixed(0, checkHeight, widgets.Row(theme.Gap8, widgets.Inset(0, 0, 0, theme.Gap8, widgets.NewIcon(theme.IconCheck, theme.Accent, 18)),
		widgets.Strong(locale.L("Kept")).Coloured(theme.Accent)))
	f.away = widgets.NewCheck(locale.L("Put aside"), func(on bool) {
		g.put(i, on)
		p.show()
	})
	f.keep = widgets.NewButton(locale.L("Keep this one"), widgets.Secondary, func() {
		g.stay(i)
		p.show()
	}).Small()
	open := widgets.NewButton(locale.L("Open"), widgets.Secondary, func() { p.Frame.OpenFile(at.Path, p.notice) }).Small()
	picture := widgets.NewPage()
	f.load(picture)
	name := widgets.Strong(inert.Line(filepath.Base(at.Path))).Shrink().Middle()
	folder := widgets.Small(kit.PathWords(filepath.Dir(at.Path))).Shrink().Middle()
	size := widgets.Small(kit.Bytes(at.Identity.Size) + " · " + locale.Date(time.Unix(0, at.Identity.MtimeNS))).Shrink()
	known := widgets.Column(2, name, folder, size, widgets.Fixed(0, aboutHeight, f.about))
	ways := widgets.Flow(theme.Gap8, open, f.keep)
	f.root = widgets.Frame(container.NewStack(f.stays, f.away), widgets.Column(theme.Gap8, widgets.Inset(theme.Gap8, 0, 0, 0, known), ways), nil, nil, picture)
	return f
}

const (
	checkHeight = 34
	aboutHeight = 36 // two lines, so that all pictures have the same height
)

// show shows the choice for the file, and how it differs.
func (f *file) show() {
	kept := f.group.keep == f.i
	f.stays.Hidden, f.away.Hidden, f.keep.Hidden = !kept, kept, kept
	f.away.Set(f.group.away[f.i])
	words, plain := f.group.aboutWords(f.i)
	colour := theme.Doubt
	if plain {
		colour = theme.Muted
	}
	f.about.Set(words)
	f.about.Style(colour, false)
	f.root.Refresh()
}

const (
	// pagePixels is the longer side of a picture: sharp on a screen of double density.
	pagePixels = 1000
	// maxPictures limits the pictures of a group.
	maxPictures = 12
)

// load fetches the first page.
func (f *file) load(into *widgets.Page) {
	if f.i >= maxPictures {
		f.stop = func() {}
		return
	}
	path := f.group.files[f.i].Path
	into.Say(locale.L("Opening the page…"))
	f.stop = f.p.Frame.Work.Start(func(ctx context.Context) func() {
		drawn, err := f.p.backend.Page(ctx, path, 1, pagePixels)
		if err == nil {
			img, decoded := kit.Decode(drawn)
			if err = decoded; err == nil {
				return func() { into.Open(img, nil) }
			}
		}
		return func() {
			if !errors.Is(err, context.Canceled) {
				into.Say(locale.L("No preview for this kind of file."))
			}
		}
	})
}
