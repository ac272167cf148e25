package plan

import (
	"context"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// side is the page next to the list, with what was read on it: each field can be
// corrected there.
type side struct {
	r      *Review
	panel  fyne.CanvasObject
	page   *widgets.Page
	fields []*widgets.Field
	read   *widgets.Text
	asked  *widgets.Text   // a question about a field
	ways   *fyne.Container // its answers
	ask    *fyne.Container // both
	file   *fyne.Container // opens the file, and its folder
	more   *widgets.Button // shows the empty fields that a low window leaves out
	all    bool            // they are shown
	same   *fyne.Container // offers the same correction for other files
	turn   *fyne.Container // buttons for other pages
	where  *widgets.Text

	item  plan.Item
	field string // whose place is marked

	path   string // of the page that is shown or loading
	number int
	pages  int // how many the document has; 0: unknown
	img    image.Image
	words  []app.Word // of the page; nil: not asked for
	stop   func()
}

// pagePixels is the longer side of a page next to the list: sharp on a screen of double
// density.
const pagePixels = 1400

func newSide(r *Review) *side {
	s := &side{
		r: r, page: widgets.NewPage(), read: widgets.Small("").Wrap(),
		asked: widgets.Small("").Wrap().Coloured(theme.Doubt), ways: widgets.Row(theme.Gap8),
		same: widgets.Row(0), where: widgets.Small(""), stop: func() {},
	}
	s.page.Picked = s.pick
	known := widgets.Column(theme.Gap4)
	for _, name := range fieldOrder() {
		f := widgets.NewField(kit.FieldLabel(name), locale.L("not found"), locale.L("Choose"))
		f.Come = func() { r.point(s.item.From, name) }
		f.Said = func(text string) { s.said(name, text) }
		f.Choose = func(o fyne.CanvasObject) { s.choose(name, o) }
		f.Resized = func() { s.panel.Refresh() }
		s.fields = append(s.fields, f)
		known.Add(f)
	}
	s.turn = widgets.Fixed(0, turnHeight, widgets.Row(theme.Gap4,
		widgets.Spacer(), widgets.NewButton("‹", widgets.Link, func() { s.turnPage(-1) }), s.where,
		widgets.NewButton("›", widgets.Link, func() { s.turnPage(1) }), widgets.Spacer()))
	s.turn.Hide()
	s.more = widgets.NewButton(locale.L("More fields"), widgets.Remark, func() {
		s.all = true
		s.showFields()
		s.panel.Refresh()
	})
	s.file = widgets.Row(0, s.more,
		widgets.NewButton(locale.L("Open file"), widgets.Remark, func() { r.frame.OpenFile(s.item.From, r.notice) }),
		widgets.NewButton(locale.L("Show in folder"), widgets.Remark, func() { r.frame.OpenFolder(filepath.Dir(s.item.From), r.notice) }))
	s.ask = widgets.Column(theme.Gap4, s.asked, s.ways)
	s.same.Hide()
	below := widgets.Inset(theme.Gap4, 0, 0, 0, widgets.Column(theme.Gap8, s.turn, s.ask, known, s.same,
		widgets.Remarks(theme.Gap8, s.read, s.file)))
	s.panel = widgets.NewPanel(widgets.Inset(theme.Gap16, theme.Gap16, theme.Gap16, theme.Gap16,
		widgets.Frame(nil, below, nil, nil, s.page)), theme.Surface, theme.Line, theme.RadiusCard)
	return s
}

// turnHeight is the height of the buttons for other pages.
const turnHeight float32 = 26

func (s *side) object() fyne.CanvasObject { return s.panel }

// show shows an item, with the place of a field marked.
func (s *side) show(it plan.Item, field string) {
	if s.item.From != it.From {
		s.same.Hide()
	}
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
	about := doubted(s.item)
	for i, name := range fieldOrder() {
		f := s.item.Fields[name]
		source := ""
		if f.Value != "" {
			source = sourceWords(f, s.item.Read.Method)
		}
		more := name == plan.FieldDate || hasOther(s.item, name)
		s.fields[i].Hidden = name == plan.FieldNumber && (f.Value == "" || f.Value == s.item.Fields[plan.FieldTitle].Value) // the title shows it
		s.fields[i].Set(shownValue(s.item, name), source, name == about, more)
	}
	s.question(about)
	low, asked := s.r.frame.Window.Canvas().Size().Height < lowWindow, !s.ask.Hidden
	s.file.Hidden, s.more.Hidden = low && asked, true
	for i, name := range fieldOrder() {
		if low && (asked || !s.all) && !s.fields[i].Hidden && i >= fieldsAlways && name != about && s.item.Fields[name].Value == "" {
			s.fields[i].Hidden, s.more.Hidden = true, false
		}
	}
	words, why := readWords(s.item.Read), whyWords(s.item)
	if s.item.Read.Method == plan.MethodNone && why != "" {
		words = ""
	}
	if s.item.Read.Method == plan.MethodEXIF && hasNote(s.item, documents.NoteNoText) { // as is right for a photo
		why = locale.L("The photo has no text.")
	}
	s.read.Set(strings.TrimSpace(words + " " + why))
}

func hasNote(it plan.Item, code documents.NoteCode) bool {
	return slices.ContainsFunc(it.Notes, func(r plan.Reason) bool { return documents.NoteCode(r.Code) == code })
}

// In a window lower than lowWindow the page needs the room: of the empty fields only the
// first fieldsAlways are shown, unless the user wants all.
const (
	lowWindow    = float32(680)
	fieldsAlways = 3
)

// question asks about an uncertain field; without one, nothing.
func (s *side) question(field string) {
	choices := choicesOf(s.item, field)
	s.ask.Hidden = field == "" || len(choices) == 0
	if s.ask.Hidden {
		return
	}
	from := s.item.From
	s.asked.Set(question(field, choices))
	s.ways.Objects = nil
	for _, value := range choices[:min(len(choices), choicesShown)] {
		words := kit.Short(inert.Line(choiceWords(field, value)), choiceRunes)
		s.ways.Add(widgets.NewButton(words, widgets.Secondary, func() { s.r.correct(from, field, map[string]string{field: value}) }).Small())
	}
	s.ask.Refresh()
}

// How many answers a question has at most, and how long they may be.
const (
	choicesShown = 3
	choiceRunes  = 22
)

// said takes what was typed for a field of the item.
func (s *side) said(field, typed string) {
	if typed == shownValue(s.item, field) {
		return
	}
	said, ok := kit.Taken(field, typed)
	if !ok {
		s.line(field).Refuse(kit.RefusalWords(field))
		return
	}
	s.r.correct(s.item.From, field, said)
}

// line returns the widget of a field.
func (s *side) line(field string) *widgets.Field {
	for i, name := range fieldOrder() {
		if name == field {
			return s.fields[i]
		}
	}
	return nil
}

// choose opens the possible values of a field.
func (s *side) choose(field string, o fyne.CanvasObject) {
	from := s.item.From
	pick := func(value string) { s.r.correct(from, field, map[string]string{field: value}) }
	var choices []widgets.Choice
	for _, value := range choicesOf(s.item, field) {
		choices = append(choices, widgets.Choice{
			Words: kit.Short(inert.Line(choiceWords(field, value)), choiceRunes*2), Chosen: value == s.item.Fields[field].Value,
			Pick: func() { pick(value) },
		})
	}
	if field == plan.FieldDate {
		choices = append(choices, widgets.Choice{Words: locale.L("Pick a day…"), Pick: func() {
			chosen, _ := time.Parse(time.DateOnly, s.item.Fields[field].Value) // else none is marked
			widgets.OpenCalendar(o, chosen, s.r.frame.Now(), func(day time.Time) { pick(day.Format(time.DateOnly)) })
		}})
	}
	widgets.OpenMenu(o, choices)
}

// offer offers the same correction for other files of a sender.
func (s *side) offer(sender string, edits []app.Edit) {
	s.same.Objects = nil
	s.same.Hidden = len(edits) == 0
	if len(edits) > 0 {
		words := locale.N("Do the same for {{.N}} other from {{.Sender}}", "Do the same for {{.N}} others from {{.Sender}}", len(edits), "Sender", kit.Short(inert.Line(sender), choiceRunes))
		s.same.Add(widgets.NewButton(words, widgets.Link, func() {
			s.same.Hide()
			s.r.changeAll(edits)
		}).Small())
	}
	s.panel.Refresh()
}

// pick takes the words of the page at a place for a field: the marked one, or the date or
// amount that they are.
func (s *side) pick(from, to fyne.Position) {
	if s.img == nil {
		return
	}
	path, number, field := s.path, s.number, s.field
	s.r.frame.Work.Start(func(ctx context.Context) func() {
		words, err := s.r.backend.Words(ctx, path, number)
		return func() {
			if err != nil || s.path != path || s.number != number {
				return // another page by now, or its text is unavailable: it can still be typed
			}
			if said, of := pickedField(words, from, to, field); said != nil {
				s.r.correct(path, of, said)
			}
		}
	})
}

// load loads a page, cancelling a pending one.
func (s *side) load(path string, number int) {
	if s.path == path && s.number == number {
		s.mark()
		return
	}
	s.stop()
	if s.path != path {
		s.pages = 0
	}
	s.path, s.number, s.img, s.words = path, number, nil, nil
	s.page.Say(locale.L("Opening the page…"))
	s.showTurn()
	frame := s.r.frame
	s.stop = frame.Work.Start(func(ctx context.Context) func() {
		p, err := s.r.backend.Page(ctx, path, number, pagePixels)
		var img image.Image
		if err == nil {
			img, err = kit.Decode(p)
		}
		return func() {
			if s.path == path && s.number == number && s.img == nil {
				s.loaded(img, p.Pages, err)
			}
		}
	})
}

func (s *side) loaded(img image.Image, pages int, err error) {
	switch {
	case err != nil && s.item.Read.Method == plan.MethodNone:
		s.page.Say(kit.Explain(err, locale.L("There's no preview of this file.")))
		return
	case err != nil:
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

func (s *side) turnPage(by int) {
	if to := s.number + by; to >= 1 && to <= s.pages {
		s.field = ""
		s.load(s.path, to)
		s.showFields()
	}
}
