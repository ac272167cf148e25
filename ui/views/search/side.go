package search

import (
	"context"
	"image"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// side is the page with the words, next to the list.
type side struct {
	p      *Page
	panel  fyne.CanvasObject
	page   *widgets.Page
	open   *widgets.Button
	folder *widgets.Button
	path   string
	number int
	marks  string // the marked words
	gone   bool
	stop   func()
}

// pagePixels is the longer side of the page: sharp on a screen of double density.
const pagePixels = 1400

func newSide(p *Page) *side {
	s := &side{p: p, page: widgets.NewPage(), stop: func() {}}
	s.open = widgets.NewButton(locale.L("Open file"), widgets.Primary, p.open)
	s.folder = widgets.NewButton(locale.L("Show in folder"), widgets.Secondary, p.showFolder)
	below := widgets.Inset(theme.Gap12, 0, 0, 0, widgets.Row(theme.Gap8, s.open, s.folder))
	s.panel = widgets.NewPanel(widgets.Inset(theme.Gap16, theme.Gap16, theme.Gap16, theme.Gap16,
		widgets.Frame(nil, below, nil, nil, s.page)), theme.Surface, theme.Line, theme.RadiusCard)
	s.clear()
	return s
}

func (s *side) clear() {
	s.stop()
	s.path, s.number = "", 0
	s.page.Say("")
	s.open.Hide()
	s.folder.Hide()
}

// show opens the page of a document that has the words.
func (s *side) show(h papers.Hit) {
	path, number := pathOf(h), max(1, h.Page)
	words := markedWords(h)
	if key := strings.Join(words, " "); s.path != path || s.number != number || s.marks != key || s.gone != isGone(h) {
		s.stop()
		s.path, s.number, s.marks, s.gone = path, number, key, isGone(h)
		s.load(path, number, words)
	}
	s.open.Hidden, s.folder.Hidden = isGone(h), path == ""
	s.panel.Refresh()
}

func (s *side) load(path string, number int, words []string) {
	if s.gone {
		s.page.Say(locale.L("The file is no longer there."))
		return
	}
	s.page.Say(locale.L("Opening the page…"))
	s.stop = s.p.Frame.Work.Start(func(ctx context.Context) func() {
		drawn, err := s.p.backend.Page(ctx, path, number, pagePixels)
		var img image.Image
		if err == nil {
			img, err = kit.Decode(drawn)
		}
		var marks []widgets.Mark
		if err == nil && len(words) > 0 {
			if all, err := s.p.backend.Words(ctx, path, number); err == nil { // the page is useful without
				marks = kit.MarksOf(all, strings.Join(words, " "))
			}
		}
		stopped := ctx.Err() != nil
		return func() {
			switch {
			case stopped || s.path != path || s.number != number:
			case err != nil:
				s.page.Say(kit.Explain(err, locale.L("Couldn't show this page.")))
			default:
				s.page.Open(img, marks)
			}
		}
	})
}

// markedWords returns the searched words of a line.
func markedWords(h papers.Hit) []string {
	line := []rune(h.Line)
	var words []string
	for _, m := range h.Marks {
		if m[0] >= 0 && m[0] < m[1] && m[1] <= len(line) {
			words = append(words, string(line[m[0]:m[1]]))
		}
	}
	return words
}
