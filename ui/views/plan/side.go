package plan

import (
	"cmp"
	"context"
	"image"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// side is the page beside the list, with what was read on it.
type side struct {
	r      *Review
	panel  fyne.CanvasObject
	page   *widgets.Page
	fields []*widgets.Field
	read   *widgets.Text
	doubt  *widgets.Text
	turn   *fyne.Container // the way to the other pages
	where  *widgets.Text

	item  plan.Item
	field string // whose place is marked

	path   string // of the page that is shown or on its way
	number int
	pages  int // how many the document has; 0: not known yet
	img    image.Image
	stop   func()
}

// pagePixels is the longer side of a page beside the list: sharp on a screen of
// double density.
const pagePixels = 1400

func newSide(r *Review) *side {
	s := &side{
		r: r, page: widgets.NewPage(), read: widgets.Small("").Wrap(),
		doubt: widgets.Small("").Wrap().Coloured(theme.Doubt), where: widgets.Small(""), stop: func() {},
	}
	known := widgets.Column(theme.Gap8)
	for i, name := range fieldOrder() {
		s.fields = append(s.fields, widgets.NewField(func() { r.point(s.item.From, name) }))
		known.Add(s.fields[i])
	}
	s.turn = widgets.Fixed(0, turnHeight, widgets.Row(theme.Gap4,
		widgets.Spacer(), widgets.NewButton("‹", widgets.Link, func() { s.leaf(-1) }), s.where,
		widgets.NewButton("›", widgets.Link, func() { s.leaf(1) }), widgets.Spacer()))
	s.turn.Hide()
	known.Add(s.doubt)
	known.Add(s.read)
	below := widgets.Inset(theme.Gap12, 0, 0, 0, widgets.Column(theme.Gap8, s.turn, known))
	s.panel = widgets.NewPanel(widgets.Inset(theme.Gap16, theme.Gap16, theme.Gap16, theme.Gap16,
		widgets.Frame(nil, below, nil, nil, s.page)), theme.Surface, theme.Line, theme.RadiusCard)
	return s
}

// turnHeight is that of the way to the other pages.
const turnHeight float32 = 26

func (s *side) object() fyne.CanvasObject { return s.panel }

// show shows an item, with the place of a field marked.
func (s *side) show(it plan.Item, field string) {
	s.item, s.field = it, field
	s.showFields()
	page := 1
	if p := it.Fields[field].Evidence.Page; p > 0 {
		page = p
	} else if s.path == it.From {
		page = s.number
	}
	s.load(it.From, page)
	s.panel.Refresh()
}

func (s *side) showFields() {
	for i, name := range fieldOrder() {
		f := s.item.Fields[name]
		always := i < 3
		s.fields[i].Hidden = f.Value == "" && !always
		if f.Value == "" {
			s.fields[i].Set(fieldLabel(name), "", locale.L("not found"), false, false)
			continue
		}
		s.fields[i].Set(fieldLabel(name), f.Value, sourceWords(f, s.item.Read.Method), f.Doubt != "", s.field == name)
	}
	s.doubt.Set(doubts(s.item))
	s.doubt.Hidden = s.doubt.String() == ""
	words := readWords(s.item.Read)
	if why := cmp.Or(s.item.Note, s.item.Why); why != "" {
		words += " " + kit.SentenceCase(why)
	}
	s.read.Set(words)
}

// doubts says what is not sure, a sentence each.
func doubts(it plan.Item) string {
	var all []string
	for _, name := range fieldOrder() {
		if f := it.Fields[name]; f.Value != "" && f.Doubt != "" {
			all = append(all, fieldLabel(name)+": "+strings.TrimRight(f.Doubt, ".")+".")
		}
	}
	return strings.Join(all, " ")
}

// load brings a page; the one that was on its way is forgotten.
func (s *side) load(path string, number int) {
	if s.path == path && s.number == number {
		s.mark()
		return
	}
	s.stop()
	if s.path != path {
		s.pages = 0
	}
	s.path, s.number, s.img = path, number, nil
	s.page.Say(locale.L("Opening the page…"))
	s.showTurn()
	frame := s.r.frame
	s.stop = frame.Work.Start(func(ctx context.Context) func() {
		p, err := s.r.backend.Page(ctx, path, number, pagePixels)
		var img image.Image
		if err == nil {
			img, err = decode(p)
		}
		return func() {
			if s.path == path && s.number == number && s.img == nil {
				s.loaded(img, p.Pages, err)
			}
		}
	})
}

func (s *side) loaded(img image.Image, pages int, err error) {
	if err != nil {
		s.page.Say(kit.Explain(err, locale.L("Couldn't show this page. What was read from it is below.")))
		return
	}
	s.img, s.pages = img, pages
	s.showTurn()
	s.mark()
}

func (s *side) showTurn() {
	s.turn.Hidden = s.pages < 2
	s.where.Set(locale.L("Page {{.Page}} of {{.Of}}", "Page", s.number, "Of", s.pages))
	s.panel.Refresh()
}

func (s *side) leaf(by int) {
	if to := s.number + by; to >= 1 && to <= s.pages {
		s.field = ""
		s.load(s.path, to)
		s.showFields()
	}
}

// mark marks what was read from the page that is shown.
func (s *side) mark() {
	if s.img == nil {
		return
	}
	var marks []widgets.Mark
	for _, name := range fieldOrder() {
		e := s.item.Fields[name].Evidence
		if len(e.Box) != 4 || max(e.Page, 1) != s.number {
			continue
		}
		marks = append(marks, widgets.Mark{
			X: float32(e.Box[0]), Y: float32(e.Box[1]), W: float32(e.Box[2]), H: float32(e.Box[3]),
			Chosen: name == s.field,
		})
	}
	s.page.Open(s.img, marks)
}
