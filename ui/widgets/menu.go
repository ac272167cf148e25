package widgets

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Choice is one line of a menu. Chosen marks the present one.
type Choice struct {
	Words  string
	Chosen bool
	Pick   func()
}

// OpenMenu opens a menu below o.
func OpenMenu(o fyne.CanvasObject, choices []Choice) {
	m := newMenu(choices, o.Size().Width-2*menuEdge)
	m.shown(openUnder(o, m))
}

// OpenMenuAt opens a menu at a place of a window.
func OpenMenuAt(c fyne.Canvas, at fyne.Position, choices []Choice) {
	m := newMenu(choices, 0)
	m.shown(openOver(c, m, func(fyne.Size) fyne.Position { return at }))
}

// OpenCard shows content in the middle of a window, until a key or a press closes it.
func OpenCard(c fyne.Canvas, content fyne.CanvasObject) {
	s := openOver(c, Inset(theme.Gap16, theme.Gap24, theme.Gap16, theme.Gap24, content), func(size fyne.Size) fyne.Position {
		return fyne.NewPos((c.Size().Width-size.Width)/2, (c.Size().Height-size.Height)/2)
	})
	c.Focus(s)
}

// openUnder shows content below o, or above it if there is no room. It returns nil if o
// is not on the screen.
func openUnder(o, content fyne.CanvasObject) *sheetOver {
	driver := fyne.CurrentApp().Driver()
	c := driver.CanvasForObject(o)
	if c == nil {
		return nil
	}
	at := driver.AbsolutePositionForObject(o)
	return openOver(c, content, func(size fyne.Size) fyne.Position {
		under := at.AddXY(0, o.Size().Height+theme.Gap4)
		if under.Y+size.Height > c.Size().Height {
			under.Y = at.Y - size.Height - theme.Gap4
		}
		return under
	})
}

func openOver(c fyne.Canvas, content fyne.CanvasObject, at func(size fyne.Size) fyne.Position) *sheetOver {
	card := NewPanel(Inset(menuEdge, menuEdge, menuEdge, menuEdge, content), theme.Surface, theme.Line, theme.RadiusButton)
	s := &sheetOver{canvas: c, card: card}
	s.ExtendBaseWidget(s)
	size := card.MinSize()
	s.at = at(size)
	s.at.X = max(0, min(s.at.X, c.Size().Width-size.Width-menuEdge))
	s.at.Y = max(0, min(s.at.Y, c.Size().Height-size.Height))
	c.Overlays().Add(s)
	s.Resize(c.Size())
	return s
}

// sheetOver is a card over the window, with a shadow; a press elsewhere closes it.
type sheetOver struct {
	widget.BaseWidget
	canvas fyne.Canvas
	card   fyne.CanvasObject
	at     fyne.Position
}

func (s *sheetOver) close() { s.canvas.Overlays().Remove(s) }

// Tapped implements fyne.Tappable.
func (s *sheetOver) Tapped(*fyne.PointEvent) { s.close() }

// FocusGained implements fyne.Focusable.
func (s *sheetOver) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (s *sheetOver) FocusLost() {}

// TypedRune implements fyne.Focusable.
func (s *sheetOver) TypedRune(rune) {}

// TypedKey closes it.
func (s *sheetOver) TypedKey(*fyne.KeyEvent) { s.close() }

// CreateRenderer implements fyne.Widget.
func (s *sheetOver) CreateRenderer() fyne.WidgetRenderer {
	r := &sheetOverRenderer{s: s}
	for range shadowDepth {
		r.objects = append(r.objects, &canvas.Rectangle{FillColor: color.NRGBA{A: shadowStrength}})
	}
	r.objects = append(r.objects, s.card)
	return r
}

// The shadow is drawn in so many steps, each a unit wider and this dark.
const (
	shadowDepth          = 8
	shadowStrength uint8 = 5
	shadowFall           = 3 // how much lower than the card it is
)

type sheetOverRenderer struct {
	drawing
	s *sheetOver
}

func (r *sheetOverRenderer) MinSize() fyne.Size { return fyne.Size{} }

func (r *sheetOverRenderer) Layout(fyne.Size) {
	size := r.s.card.MinSize()
	for i := range shadowDepth {
		wide := float32(i + 1)
		r.objects[i].(*canvas.Rectangle).CornerRadius = theme.RadiusButton + wide
		Place(r.objects[i], r.s.at.X-wide, r.s.at.Y-wide+shadowFall, size.Width+2*wide, size.Height+2*wide)
	}
	Place(r.s.card, r.s.at.X, r.s.at.Y, size.Width, size.Height)
}

// Menu is a list of choices over the window, for mouse and keyboard.
type Menu struct {
	widget.BaseWidget
	open  *sheetOver
	lines []*menuLine
	at    int // the focused line, from 1; 0: none
}

func newMenu(choices []Choice, least float32) *Menu {
	m := &Menu{}
	marked := slices.ContainsFunc(choices, func(c Choice) bool { return c.Chosen })
	for _, c := range choices {
		line := &menuLine{words: c.Words, chosen: c.Chosen, room: marked, least: least}
		line.init(line, func() {
			m.Close()
			c.Pick()
		})
		m.lines = append(m.lines, line)
	}
	m.ExtendBaseWidget(m)
	return m
}

// shown sets the card that the menu is in, or nil.
func (m *Menu) shown(open *sheetOver) {
	if m.open = open; open != nil {
		open.canvas.Focus(m)
	}
}

// Lines returns the number of choices.
func (m *Menu) Lines() int { return len(m.lines) }

// Close closes the menu.
func (m *Menu) Close() {
	m.open.close()
}

// FocusGained implements fyne.Focusable.
func (m *Menu) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (m *Menu) FocusLost() {}

// TypedRune implements fyne.Focusable.
func (m *Menu) TypedRune(rune) {}

// TypedKey moves, chooses and closes.
func (m *Menu) TypedKey(key *fyne.KeyEvent) {
	n := len(m.lines)
	switch key.Name {
	case fyne.KeyDown:
		m.step(m.at%n + 1)
	case fyne.KeyUp:
		m.step((m.at+n-2+n)%n + 1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if m.at > 0 {
			m.lines[m.at-1].Tapped(nil)
		}
	case fyne.KeyEscape, fyne.KeyTab:
		m.Close()
	}
}

func (m *Menu) step(to int) {
	m.at = to
	for i, line := range m.lines {
		line.set(&line.hovered, i == to-1)
	}
}

// CreateRenderer implements fyne.Widget.
func (m *Menu) CreateRenderer() fyne.WidgetRenderer {
	column := Column(0)
	for _, line := range m.lines {
		column.Add(line)
	}
	return widget.NewSimpleRenderer(column)
}

const (
	menuEdge   float32 = 5
	menuHeight float32 = 34
	menuSide   float32 = 12
	menuMark   float32 = 22 // room for the mark of the present choice
)

// menuLine is one choice of a menu.
type menuLine struct {
	pressable
	words        string
	chosen, room bool
	least        float32 // its width: a menu is at least as wide as what opened it
}

// CreateRenderer implements fyne.Widget.
func (l *menuLine) CreateRenderer() fyne.WidgetRenderer {
	r := &menuLineRenderer{l: l, box: &canvas.Rectangle{CornerRadius: theme.RadiusChip}, mark: iconImage(), words: Body(l.words)}
	r.objects = []fyne.CanvasObject{r.box, r.mark, r.words}
	r.Refresh()
	return r
}

type menuLineRenderer struct {
	drawing
	l     *menuLine
	box   *canvas.Rectangle
	mark  *canvas.Image
	words *Text
}

func (r *menuLineRenderer) side() float32 {
	if r.l.room {
		return menuSide + menuMark
	}
	return menuSide
}

func (r *menuLineRenderer) MinSize() fyne.Size {
	return fyne.NewSize(max(r.l.least, r.words.MinSize().Width+r.side()+menuSide), menuHeight)
}

func (r *menuLineRenderer) Layout(size fyne.Size) {
	Place(r.box, 0, 0, size.Width, size.Height)
	Place(r.mark, menuSide, (size.Height-buttonIcon)/2, buttonIcon, buttonIcon)
	Place(r.words, r.side(), 0, size.Width-r.side(), size.Height)
}

func (r *menuLineRenderer) Refresh() {
	r.l.frame(r.box, "")
	r.box.Refresh()
	if r.mark.Hidden = !r.l.chosen; r.l.chosen {
		setIcon(r.mark, theme.IconCheck, ColourOf(r.l, theme.Accent))
	}
	r.words.Refresh()
}
