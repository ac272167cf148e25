package table

import (
	"context"
	"errors"
	"image"
	"maps"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// side shows the page of a document next to the table, with fields to correct.
type side struct {
	p      *Page
	panel  *widgets.Panel
	name   *widgets.Text
	page   *widgets.Page
	fields []*widgets.Field
	right  *widgets.Button // confirms the uncertain fields
	row    papers.Row
	path   string // of the page that is shown or loading
	marked string // the words marked on it
	stop   func()
}

// pagePixels is the longer side of the page: sharp on a screen of double density.
const pagePixels = 1400

// corrected returns the fields that can be corrected, in order.
func corrected() []string {
	return []string{plan.FieldDate, plan.FieldIssuer, plan.FieldKind, plan.FieldNumber, plan.FieldAmount}
}

func newSide(p *Page) *side {
	s := &side{p: p, name: widgets.Strong("").Shrink().Middle(), page: widgets.NewPage(), stop: func() {}}
	known := widgets.Column(theme.Gap4)
	for _, name := range corrected() {
		f := widgets.NewField(kit.FieldLabel(name), locale.L("not found"), "")
		f.Said = func(text string) { s.said(name, text) }
		f.Resized = func() { s.panel.Refresh() }
		s.fields = append(s.fields, f)
		known.Add(f)
	}
	s.right = widgets.NewButton(locale.L("All correct"), widgets.Primary, s.confirm).Small()
	file := widgets.Flow(theme.Gap8, s.right,
		widgets.NewButton(locale.L("Open file"), widgets.Secondary, p.open).Small(),
		widgets.NewButton(locale.L("Show in folder"), widgets.Secondary, p.showFolder).Small())
	shut := widgets.NewButton(locale.L("Close"), widgets.Remark, p.shut)
	below := widgets.Inset(theme.Gap8, 0, 0, 0, widgets.Column(theme.Gap12, known, file))
	above := widgets.Inset(0, 0, theme.Gap8, 0, widgets.RowGrow(theme.Gap8, s.name, s.name, shut))
	s.panel = widgets.NewPanel(widgets.Inset(theme.Gap12, theme.Gap16, theme.Gap16, theme.Gap16,
		widgets.Frame(above, below, nil, nil, s.page)), theme.Surface, theme.Line, theme.RadiusCard)
	return s
}

// valueOf returns a field of a row as shown for editing.
func valueOf(r papers.Row, field string) string {
	switch field {
	case plan.FieldDate:
		return r.Date
	case plan.FieldIssuer:
		return r.From
	case plan.FieldKind:
		return r.Kind
	case plan.FieldNumber:
		return r.Number
	}
	if r.Currency == "" {
		return r.Amount
	}
	return r.Amount + " " + r.Currency
}

func (s *side) show(r papers.Row) {
	s.row = r
	s.name.Set(inert.Line(filepath.Base(r.File)))
	for i, name := range corrected() {
		doubt := false
		for _, c := range s.p.columns {
			doubt = doubt || c.field == name && isDoubtful(r, c)
		}
		words := ""
		if doubt {
			words = locale.L("Please check")
		}
		s.fields[i].Set(inert.Line(valueOf(r, name)), words, doubt, false)
	}
	s.right.Hidden = len(r.Doubtful) == 0
	s.load(r)
	s.panel.Refresh()
}

// confirm confirms all uncertain fields.
func (s *side) confirm() {
	said := map[string]string{}
	for _, c := range s.p.columns {
		if c.field != "" && isDoubtful(s.row, c) {
			taken, _ := kit.Taken(c.field, valueOf(s.row, c.field)) // it was read from a document
			maps.Copy(said, taken)
		}
	}
	s.p.correct(s.row.File, said)
}

func (s *side) load(r papers.Row) {
	marked := strings.TrimSpace(s.p.sought + " " + r.Amount)
	if s.path == r.File && s.marked == marked {
		return
	}
	s.stop()
	s.path, s.marked = r.File, marked
	s.page.Say(locale.L("Opening the page…"))
	s.stop = s.p.Frame.Work.Start(func(ctx context.Context) func() {
		page := max(1, r.Page)
		drawn, err := s.p.backend.Page(ctx, r.File, page, pagePixels)
		var img image.Image
		if err == nil {
			img, err = kit.Decode(drawn)
		}
		var marks []widgets.Mark
		if err == nil && marked != "" {
			if all, err := s.p.backend.Words(ctx, r.File, page); err == nil { // the page is useful without
				marks = kit.MarksOf(all, marked)
			}
		}
		return func() {
			switch {
			case s.path != r.File || s.marked != marked || errors.Is(err, context.Canceled):
			case err != nil:
				s.page.Say(kit.Explain(err, locale.L("Couldn't show this page.")))
			default:
				s.page.Open(img, marks)
			}
		}
	})
}

// clear forgets the document.
func (s *side) clear() {
	s.stop()
	s.path, s.marked, s.row = "", "", papers.Row{}
}

// edit focuses a field.
func (s *side) edit(field string) {
	for i, name := range corrected() {
		if name == field {
			s.p.Frame.Focus(s.fields[i].Entry())
			s.fields[i].Entry().SelectAll()
		}
	}
}

// editFirst focuses the first uncertain field, else the first.
func (s *side) editFirst() {
	for _, c := range s.p.columns {
		if c.field != "" && isDoubtful(s.row, c) {
			s.edit(c.field)
			return
		}
	}
	s.edit(plan.FieldDate)
}

// said handles what was typed for a field.
func (s *side) said(field, typed string) {
	if s.row.File == "" || typed == inert.Line(valueOf(s.row, field)) {
		return
	}
	said, ok := kit.Taken(field, typed)
	if !ok {
		for i, name := range corrected() {
			if name == field {
				s.fields[i].Refuse(kit.RefusalWords(field))
			}
		}
		return
	}
	s.p.correct(s.row.File, said)
}
